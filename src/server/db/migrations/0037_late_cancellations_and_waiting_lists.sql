CREATE TABLE "heldCoursePlaces" (
	"course_id" text NOT NULL,
	"user_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "heldCoursePlaces_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "heldPlaces" (
	"schedule_id" text NOT NULL,
	"user_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "heldPlaces_schedule_id_user_id_pk" PRIMARY KEY("schedule_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "lateCancellations" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"user_id" text NOT NULL,
	"user_membership_id" text,
	"drop_in_payment_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"forgiven_at" timestamp (3) with time zone,
	"forgiven_by" text,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "lateCancellations_one_method" CHECK (("lateCancellations"."user_membership_id" is null) <> ("lateCancellations"."drop_in_payment_id" is null))
);
--> statement-breakpoint
CREATE TABLE "waiting" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text,
	"course_id" text,
	"user_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"take_with" text,
	"offered_until" timestamp (3) with time zone,
	"skipped" text,
	"told_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "waiting_for_one" CHECK (("waiting"."schedule_id" is null) <> ("waiting"."course_id" is null)),
	CONSTRAINT "waiting_state" CHECK ("waiting"."state" in ('waiting', 'offered', 'taken', 'declined', 'expired', 'left', 'removed', 'closed')),
	CONSTRAINT "waiting_offered" CHECK (("waiting"."state" = 'offered') = ("waiting"."offered_until" is not null)),
	CONSTRAINT "waiting_ended" CHECK (("waiting"."state" in ('waiting', 'offered')) = ("waiting"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "courses" DROP CONSTRAINT "courses_count";--> statement-breakpoint
ALTER TABLE "credits" DROP CONSTRAINT "credits_source";--> statement-breakpoint
ALTER TABLE "credits" DROP CONSTRAINT "credits_sign";--> statement-breakpoint
ALTER TABLE "schedule" DROP CONSTRAINT "schedule_count";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "held_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "held_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "heldCoursePlaces" ADD CONSTRAINT "heldCoursePlaces_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heldCoursePlaces" ADD CONSTRAINT "heldCoursePlaces_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heldPlaces" ADD CONSTRAINT "heldPlaces_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heldPlaces" ADD CONSTRAINT "heldPlaces_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD CONSTRAINT "lateCancellations_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD CONSTRAINT "lateCancellations_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD CONSTRAINT "lateCancellations_user_membership_id_purchases_id_fk" FOREIGN KEY ("user_membership_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lateCancellations" ADD CONSTRAINT "lateCancellations_drop_in_payment_id_payments_id_fk" FOREIGN KEY ("drop_in_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_take_with_purchases_id_fk" FOREIGN KEY ("take_with") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "heldCoursePlaces_by_user" ON "heldCoursePlaces" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "heldPlaces_by_user" ON "heldPlaces" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lateCancellations_by_entry" ON "lateCancellations" USING btree ("schedule_id","at");--> statement-breakpoint
CREATE INDEX "lateCancellations_by_user" ON "lateCancellations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lateCancellations_by_membership" ON "lateCancellations" USING btree ("user_membership_id");--> statement-breakpoint
CREATE INDEX "lateCancellations_by_payment" ON "lateCancellations" USING btree ("drop_in_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_once_for_class" ON "waiting" USING btree ("schedule_id","user_id") WHERE state in ('waiting', 'offered') and schedule_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_once_for_course" ON "waiting" USING btree ("course_id","user_id") WHERE state in ('waiting', 'offered') and course_id is not null;--> statement-breakpoint
CREATE INDEX "waiting_by_entry" ON "waiting" USING btree ("schedule_id","joined_at","id");--> statement-breakpoint
CREATE INDEX "waiting_by_course" ON "waiting" USING btree ("course_id","joined_at","id");--> statement-breakpoint
CREATE INDEX "waiting_by_user" ON "waiting" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_by_pass" ON "waiting" USING btree ("take_with");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_count" CHECK ("courses"."registered_count" >= 0 and "courses"."held_count" >= 0);--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_source" CHECK ("credits"."source" in ('bank', 'forgiven', 'used', 'paidBack', 'returned'));--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_sign" CHECK (("credits"."source" in ('bank', 'forgiven')) = ("credits"."cents" > 0) and "credits"."cents" <> 0);--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_count" CHECK ("schedule"."registered_count" >= 0 and "schedule"."held_count" >= 0);