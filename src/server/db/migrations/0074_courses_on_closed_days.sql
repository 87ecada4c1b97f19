ALTER TABLE "closedDays" ADD COLUMN "courses_off_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "closedDays" SET "courses_off_at" = "created_at";--> statement-breakpoint
ALTER TABLE "courseEdits" ADD COLUMN "days_off" text[] DEFAULT '{}' NOT NULL;
