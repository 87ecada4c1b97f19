CREATE TABLE "mergedRows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mergedRows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merge_id" text NOT NULL,
	"place" text NOT NULL,
	"key" jsonb NOT NULL,
	"from_id" text NOT NULL,
	"to_id" text NOT NULL,
	"taken" jsonb
);
--> statement-breakpoint
CREATE TABLE "merges" (
	"id" text PRIMARY KEY NOT NULL,
	"kept_id" text NOT NULL,
	"gone_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_account_id" text,
	"undone_at" timestamp (3) with time zone,
	"before" jsonb
);
--> statement-breakpoint
ALTER TABLE "mergedRows" ADD CONSTRAINT "mergedRows_merge_id_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merges" ADD CONSTRAINT "merges_kept_id_people_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merges" ADD CONSTRAINT "merges_gone_id_people_id_fk" FOREIGN KEY ("gone_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mergedRows_by_merge" ON "mergedRows" USING btree ("merge_id");--> statement-breakpoint
CREATE INDEX "merges_by_kept" ON "merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "merges_by_gone" ON "merges" USING btree ("gone_id");