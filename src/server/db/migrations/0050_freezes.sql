CREATE TABLE "freezes" (
	"id" text PRIMARY KEY NOT NULL,
	"purchase_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"reason" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_by" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"answer" text DEFAULT '' NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "freezes_days" CHECK ("freezes"."last_day" >= "freezes"."first_day"),
	CONSTRAINT "freezes_state" CHECK ("freezes"."state" in ('asked', 'withdrawn', 'refused', 'frozen', 'ended', 'over'))
);
--> statement-breakpoint
ALTER TABLE "passEntries" DROP CONSTRAINT "passEntries_cause";--> statement-breakpoint
ALTER TABLE "passEntries" ADD COLUMN "first_day" date;--> statement-breakpoint
ALTER TABLE "passEntries" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "frozen_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "frozen_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "freezes_by_user" ON "freezes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "freezes_by_purchase" ON "freezes" USING btree ("purchase_id","asked_at");--> statement-breakpoint
CREATE INDEX "freezes_by_state" ON "freezes" USING btree ("state","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "freezes_one" ON "freezes" USING btree ("purchase_id") WHERE state in ('asked', 'frozen');--> statement-breakpoint
ALTER TABLE "passEntries" ADD CONSTRAINT "passEntries_cause" CHECK ("passEntries"."cause" in ('byOwner', 'classCancelled', 'removed', 'lateForgiven', 'frozen', 'afterEnd', 'accountDeleted'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_frozen" CHECK (("purchases"."frozen_from" is null) = ("purchases"."frozen_until" is null) and "purchases"."frozen_until" > "purchases"."frozen_from");