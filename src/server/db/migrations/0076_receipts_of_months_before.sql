CREATE INDEX "receipts_by_time" ON "receipts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "receipts_undone" ON "receipts" USING btree ("undone_at") WHERE undone_at is not null;