CREATE TABLE "payers" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"person_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payers_of_one" CHECK (num_nonnulls("payers"."account_id", "payers"."person_id") = 1),
	CONSTRAINT "payers_id" CHECK ("payers"."id" = coalesce("payers"."account_id", 'person-' || "payers"."person_id"))
);
--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "payers_account" ON "payers" USING btree ("account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payers_person" ON "payers" USING btree ("person_id");
--> statement-breakpoint
-- So far everybody has paid for themselves: by their account, or as a person whose account is gone.
INSERT INTO payers (id, account_id, person_id, created_at)
SELECT coalesce(a.id, 'person-' || p.user_id), a.id, CASE WHEN a.id IS NULL THEN p.user_id END, min(p.created_at)
FROM payments p LEFT JOIN accounts a ON a.person_id = p.user_id
GROUP BY a.id, p.user_id;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_id" text;
--> statement-breakpoint
UPDATE payments p SET payer_id = coalesce(a.id, 'person-' || u.id)
FROM people u LEFT JOIN accounts a ON a.person_id = u.id WHERE u.id = p.user_id;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "payer_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payments_by_payer" ON "payments" USING btree ("payer_id");
--> statement-breakpoint
ANALYZE payers;
