DROP INDEX "users_by_creation";--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
DROP INDEX "users_by_role";--> statement-breakpoint
DROP INDEX "payments_by_status";--> statement-breakpoint
DROP INDEX "payments_by_update";--> statement-breakpoint
DROP INDEX "schedule_by_start";--> statement-breakpoint
CREATE INDEX "outbox_by_address" ON "outbox" USING btree ("to_address");--> statement-breakpoint
CREATE INDEX "logs_by_user" ON "logs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "logs_about_others" ON "logs" USING btree ((metadata ->> 'user')) WHERE metadata ->> 'user' is distinct from user_id;--> statement-breakpoint
CREATE INDEX "purchases_by_creation" ON "purchases" USING btree ("created_at","id","valid_until");--> statement-breakpoint
CREATE INDEX "users_by_creation" ON "users" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("display_name","family_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","display_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_update" ON "payments" USING btree ("status","updated_at","id");--> statement-breakpoint
CREATE INDEX "schedule_by_start" ON "schedule" USING btree ("starts_at","id","ends_at");--> statement-breakpoint
-- Everybody's row changes at each sign-in, and an index alone answers only for pages that a vacuum has seen since.
ALTER TABLE "users" SET (autovacuum_vacuum_scale_factor = 0.02);
