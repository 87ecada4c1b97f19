ALTER TABLE "classes" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;