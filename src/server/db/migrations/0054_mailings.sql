CREATE TABLE "mailingReaders" (
	"mailing_id" text NOT NULL,
	"account_id" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	CONSTRAINT "mailingReaders_mailing_id_account_id_pk" PRIMARY KEY("mailing_id","account_id"),
	CONSTRAINT "mailingReaders_state" CHECK ("mailingReaders"."state" in ('waiting', 'sent', 'failed', 'notMailed')),
	CONSTRAINT "mailingReaders_failed" CHECK (("mailingReaders"."state" = 'failed') = ("mailingReaders"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"schedule_id" text,
	"course_id" text,
	"category_id" text,
	"search" text,
	"title" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"author_id" text,
	"accounts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailings_audience" CHECK (("mailings"."kind" = 'class') = ("mailings"."schedule_id" is not null) and ("mailings"."kind" = 'course') = ("mailings"."course_id" is not null)
        and ("mailings"."kind" = 'category') = ("mailings"."category_id" is not null) and ("mailings"."kind" = 'people') = ("mailings"."search" is not null))
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "told" ADD COLUMN "mail" text;--> statement-breakpoint
ALTER TABLE "mailingReaders" ADD CONSTRAINT "mailingReaders_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailingReaders" ADD CONSTRAINT "mailingReaders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailingReaders_by_account" ON "mailingReaders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mailings_by_time" ON "mailings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mailings_by_author" ON "mailings" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "mailings_by_entry" ON "mailings" USING btree ("schedule_id");--> statement-breakpoint
CREATE INDEX "mailings_by_course" ON "mailings" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "mailings_by_category" ON "mailings" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "outbox_by_reference" ON "outbox" USING btree ("reference") WHERE reference is not null;