CREATE TABLE "makeUps" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"schedule_id" text,
	"class_name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"categories" text[] NOT NULL,
	"valid_until" date NOT NULL,
	"used_for" text,
	"taken_back_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "makeUps_used_or_back" CHECK ("makeUps"."used_for" is null or "makeUps"."taken_back_at" is null)
);
--> statement-breakpoint
ALTER TABLE "lateCancellations" DROP CONSTRAINT "lateCancellations_one_method";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_one_method";--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD COLUMN "make_up_id" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "make_up_id" text;--> statement-breakpoint
ALTER TABLE "makeUps" ADD CONSTRAINT "makeUps_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeUps" ADD CONSTRAINT "makeUps_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeUps" ADD CONSTRAINT "makeUps_used_for_schedule_id_fk" FOREIGN KEY ("used_for") REFERENCES "public"."schedule"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "makeUps_once" ON "makeUps" USING btree ("schedule_id","user_id");--> statement-breakpoint
CREATE INDEX "makeUps_by_user" ON "makeUps" USING btree ("user_id","valid_until");--> statement-breakpoint
CREATE INDEX "makeUps_by_use" ON "makeUps" USING btree ("used_for");--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD CONSTRAINT "lateCancellations_make_up_id_makeUps_id_fk" FOREIGN KEY ("make_up_id") REFERENCES "public"."makeUps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_make_up_id_makeUps_id_fk" FOREIGN KEY ("make_up_id") REFERENCES "public"."makeUps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lateCancellations_by_makeUp" ON "lateCancellations" USING btree ("make_up_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_makeUp" ON "registrations" USING btree ("make_up_id");--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD CONSTRAINT "lateCancellations_one_method" CHECK (num_nonnulls("lateCancellations"."user_membership_id", "lateCancellations"."drop_in_payment_id", "lateCancellations"."make_up_id") = 1);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_one_method" CHECK (num_nonnulls("registrations"."user_membership_id", "registrations"."drop_in_payment_id", "registrations"."make_up_id") = 1);