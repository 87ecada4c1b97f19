CREATE TABLE "rooms" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"archived" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "taken" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"title" text NOT NULL,
	"room_id" text,
	"teacher_ids" text[] NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taken_ends_after_start" CHECK ("taken"."ends_at" > "taken"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "room_id" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "teacher_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "room_id" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "teacher_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "room_id" text;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "teacher_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "taken" ADD CONSTRAINT "taken_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taken_by_start" ON "taken" USING btree ("starts_at","ends_at");--> statement-breakpoint
CREATE INDEX "taken_by_owner" ON "taken" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- a room never holds two at once; one may begin as the other ends
ALTER TABLE "taken" ADD CONSTRAINT "taken_one_at_a_time" EXCLUDE USING gist (
	"room_id" WITH =, tstzrange("starts_at", "ends_at", '[)') WITH &&
) WHERE ("room_id" IS NOT NULL);
