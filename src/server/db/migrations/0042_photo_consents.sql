CREATE TABLE "photoConsents" (
	"person_id" text NOT NULL,
	"account_id" text NOT NULL,
	"allowed" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photoConsents_person_id_account_id_pk" PRIMARY KEY("person_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "photoConsents" ADD CONSTRAINT "photoConsents_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photoConsents" ADD CONSTRAINT "photoConsents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photoConsents_by_account" ON "photoConsents" USING btree ("account_id");