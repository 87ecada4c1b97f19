UPDATE "waiting" SET "take_with" = null WHERE "ended_at" is not null;--> statement-breakpoint
ALTER TABLE "waiting" DROP CONSTRAINT "waiting_take_with_purchases_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_take_with_purchases_id_fk" FOREIGN KEY ("take_with") REFERENCES "public"."purchases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_take_with" CHECK ("waiting"."take_with" is null or "waiting"."ended_at" is null);
