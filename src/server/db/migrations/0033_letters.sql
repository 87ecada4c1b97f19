CREATE TABLE "told" (
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"letter" text NOT NULL,
	"subject" text NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "told_account_id_person_id_letter_subject_version_pk" PRIMARY KEY("account_id","person_id","letter","subject","version")
);
--> statement-breakpoint
CREATE TABLE "waitingNotices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitingNotices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"letter" text NOT NULL,
	"subject" text NOT NULL,
	"version" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"alone" boolean NOT NULL,
	"write_at" timestamp (3) with time zone NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"batch" text
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unsubscribe" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "calendar" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "told" ADD CONSTRAINT "told_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitingNotices" ADD CONSTRAINT "waitingNotices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "told_by_subject" ON "told" USING btree ("letter","subject");--> statement-breakpoint
CREATE INDEX "told_by_time" ON "told" USING btree ("at");--> statement-breakpoint
CREATE INDEX "waitingNotices_by_account" ON "waitingNotices" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "waitingNotices_by_batch" ON "waitingNotices" USING btree ("batch");