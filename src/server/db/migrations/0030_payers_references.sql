-- Reference numbers run from 100000 before their check digit (weights 7, 3, 1 from the right: see kernel/references.ts).
CREATE SEQUENCE payer_reference_numbers START WITH 100000;
--> statement-breakpoint
CREATE TABLE "payerReferences" (
	"reference" text PRIMARY KEY NOT NULL,
	"payer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"added_by" text,
	CONSTRAINT "payerReferences_digits" CHECK ("payerReferences"."reference" ~ '^[0-9]{2,20}$')
);
--> statement-breakpoint
ALTER TABLE "payerReferences" ADD CONSTRAINT "payerReferences_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payerReferences_by_payer" ON "payerReferences" USING btree ("payer_id");
--> statement-breakpoint
-- A number that a payer had before may stand where the next one would: it is passed over.
CREATE FUNCTION issue_reference() RETURNS text LANGUAGE plpgsql AS $body$
DECLARE
  number text;
  issued text;
BEGIN
  LOOP
    number := nextval('payer_reference_numbers')::text;
    SELECT number || (10 - sum(substr(reverse(number), place, 1)::int * (ARRAY[7, 3, 1])[1 + (place - 1) % 3]) % 10) % 10
      INTO issued FROM generate_series(1, length(number)) AS place;
    EXIT WHEN NOT EXISTS (SELECT FROM "payerReferences" WHERE reference = issued);
  END LOOP;
  RETURN issued;
END
$body$;
--> statement-breakpoint
INSERT INTO "payerReferences" (reference, payer_id, created_at)
SELECT issue_reference(), id, created_at FROM (SELECT id, created_at FROM payers ORDER BY created_at, id) AS oldest;
--> statement-breakpoint
ANALYZE "payerReferences";
