ALTER TABLE "receipts" DROP CONSTRAINT "receipts_way";--> statement-breakpoint
ALTER TABLE "credits" ADD COLUMN "way" text;--> statement-breakpoint
-- what was paid from credit came in earlier, by any method
UPDATE "receipts" SET "way" = 'credit' WHERE "source" = 'credit';--> statement-breakpoint
-- how credit was paid back was not asked; cash of a cancelled payment is the only change that named the payment
UPDATE "credits" SET "way" = CASE WHEN "source" IN ('bank', 'returned') THEN 'bankTransfer' ELSE 'cash' END
WHERE "source" IN ('bank', 'returned') OR ("source" = 'cancelled' AND "payment_id" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_way" CHECK ("credits"."way" in ('cash', 'bankTransfer', 'stebby'));--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_moves_money" CHECK ("credits"."way" is null or "credits"."source" not in ('used', 'opening'));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_credit" CHECK (("receipts"."way" = 'credit') = ("receipts"."source" = 'credit'));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_way" CHECK ("receipts"."way" in ('cash', 'bankTransfer', 'stebby', 'credit'));
