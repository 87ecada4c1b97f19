CREATE TABLE "scheduleChangedEntries" (
	"change_id" bigint NOT NULL,
	"schedule_id" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "scheduleChangedEntries_change_id_schedule_id_pk" PRIMARY KEY("change_id","schedule_id")
);
--> statement-breakpoint
CREATE TABLE "scheduleChanges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduleChanges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undoable_until" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "scheduleChangedEntries" ADD CONSTRAINT "scheduleChangedEntries_change_id_scheduleChanges_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."scheduleChanges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduleChangedEntries" ADD CONSTRAINT "scheduleChangedEntries_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduleChangedEntries_by_entry" ON "scheduleChangedEntries" USING btree ("schedule_id");