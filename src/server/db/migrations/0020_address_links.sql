ALTER TABLE "emailLinks" DROP CONSTRAINT "emailLinks_purpose";--> statement-breakpoint
ALTER TABLE "emailLinks" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "emailLinks" ADD CONSTRAINT "emailLinks_address" CHECK (("emailLinks"."purpose" in ('address', 'keep')) = ("emailLinks"."address" is not null));--> statement-breakpoint
ALTER TABLE "emailLinks" ADD CONSTRAINT "emailLinks_purpose" CHECK ("emailLinks"."purpose" in ('verify', 'reset', 'address', 'keep'));