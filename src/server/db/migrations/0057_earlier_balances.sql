ALTER TABLE "credits" DROP CONSTRAINT "credits_source";--> statement-breakpoint
ALTER TABLE "credits" DROP CONSTRAINT "credits_sign";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_item";--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_source" CHECK ("credits"."source" in ('bank', 'forgiven', 'used', 'paidBack', 'returned', 'opening'));--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_sign" CHECK (("credits"."source" in ('bank', 'forgiven', 'opening')) = ("credits"."cents" > 0) and "credits"."cents" <> 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_item" CHECK ("payments"."item" in ('drop-in ticket', 'course', 'membership', 'monthly fee', 'earlier debt'));