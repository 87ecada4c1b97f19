DROP INDEX "attendance_by_user";--> statement-breakpoint
DROP INDEX "registrations_by_user";--> statement-breakpoint
CREATE INDEX "attendance_by_user" ON "attendance" USING btree ("user_id","schedule_id");--> statement-breakpoint
CREATE INDEX "registrations_by_user" ON "registrations" USING btree ("user_id","schedule_id");