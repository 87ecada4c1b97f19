ALTER TABLE "payers" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
-- what came before there were letters about it is not told any more
UPDATE "payers" SET "told_at" = now();
