DROP INDEX "receipts_by_day";--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "item" text;--> statement-breakpoint
UPDATE "receipts" SET "item" = (SELECT "item" FROM "payments" WHERE "payments"."id" = "receipts"."payment_id");--> statement-breakpoint
ALTER TABLE "receipts" ALTER COLUMN "item" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "receipts_by_day" ON "receipts" USING btree ("day","way","item","cents","payment_id","at") WHERE undone_at is null;
