ALTER TABLE "credits" DROP CONSTRAINT "credits_source";--> statement-breakpoint
ALTER TABLE "credits" DROP CONSTRAINT "credits_sign";--> statement-breakpoint
UPDATE "credits" SET "source" = 'cancelled' WHERE "source" = 'forgiven';--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_source" CHECK ("credits"."source" in ('bank', 'cancelled', 'used', 'paidBack', 'returned', 'opening'));--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_sign" CHECK (("credits"."source" in ('bank', 'cancelled', 'opening')) = ("credits"."cents" > 0) and "credits"."cents" <> 0);