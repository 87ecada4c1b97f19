CREATE TABLE "terms" (
	"version" integer PRIMARY KEY NOT NULL,
	"en" text NOT NULL,
	"et" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_by" text
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "accepted_terms" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "accepted_terms_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_edited_by_accounts_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;