CREATE INDEX "users_by_creation" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "schedule_by_end" ON "schedule" USING btree ("ends_at");