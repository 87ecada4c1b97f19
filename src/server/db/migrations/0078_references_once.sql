-- By this name, a number that another call has just added is looked up again: see isThereAlready.
ALTER TABLE "payerReferences" RENAME CONSTRAINT "payerReferences_pkey" TO "payerReferences_once";
