CREATE TABLE "bankColumns" (
	"id" text PRIMARY KEY NOT NULL,
	"headings" text[] NOT NULL,
	"columns" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text
);
--> statement-breakpoint
CREATE TABLE "bankKeys" (
	"account" text NOT NULL,
	"reference" text NOT NULL,
	"direction" text NOT NULL,
	"currency" text NOT NULL,
	"cents" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"line_id" text NOT NULL,
	CONSTRAINT "bankKeys_account_reference_direction_currency_cents_ordinal_pk" PRIMARY KEY("account","reference","direction","currency","cents","ordinal")
);
--> statement-breakpoint
CREATE TABLE "bankLines" (
	"id" text PRIMARY KEY NOT NULL,
	"statement_id" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"day" date NOT NULL,
	"cents" integer NOT NULL,
	"currency" text NOT NULL,
	"name" text,
	"iban" text,
	"reference" text,
	"reference_in_text" text,
	"end_to_end_id" text,
	"text" text NOT NULL,
	"unsplit" boolean DEFAULT false NOT NULL,
	"doubtful" boolean DEFAULT false NOT NULL,
	"takes_back" text,
	"state" text DEFAULT 'waits' NOT NULL,
	"outcome" jsonb,
	"payer_id" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	CONSTRAINT "bankLines_kind" CHECK ("bankLines"."kind" in ('payment', 'returned')),
	CONSTRAINT "bankLines_state" CHECK ("bankLines"."state" in ('waits', 'settled', 'ignored')),
	CONSTRAINT "bankLines_cents" CHECK ("bankLines"."cents" >= 0),
	CONSTRAINT "bankLines_decided" CHECK (("bankLines"."state" = 'waits') = ("bankLines"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "bankStatements" (
	"id" text PRIMARY KEY NOT NULL,
	"accounts" text[] NOT NULL,
	"first_day" date,
	"last_day" date,
	"lines" integer NOT NULL,
	"added" integer NOT NULL,
	"known" integer NOT NULL,
	"others" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"read_by" text
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payer_id" text NOT NULL,
	"cents" integer NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"source_id" text,
	"payment_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"by_user_id" text,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "credits_source" CHECK ("credits"."source" in ('bank', 'used', 'paidBack', 'returned')),
	CONSTRAINT "credits_sign" CHECK (("credits"."source" = 'bank') = ("credits"."cents" > 0) and "credits"."cents" <> 0)
);
--> statement-breakpoint
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_source";--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "source_id" text;--> statement-breakpoint
ALTER TABLE "bankKeys" ADD CONSTRAINT "bankKeys_line_id_bankLines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bankLines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bankLines" ADD CONSTRAINT "bankLines_statement_id_bankStatements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bankStatements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bankLines" ADD CONSTRAINT "bankLines_takes_back_bankLines_id_fk" FOREIGN KEY ("takes_back") REFERENCES "public"."bankLines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bankKeys_by_line" ON "bankKeys" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "bankLines_waiting" ON "bankLines" USING btree ("day","id") WHERE state = 'waits';--> statement-breakpoint
CREATE INDEX "bankLines_decided" ON "bankLines" USING btree ("decided_at","id");--> statement-breakpoint
CREATE INDEX "bankLines_by_payer" ON "bankLines" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "bankLines_by_iban" ON "bankLines" USING btree ("iban");--> statement-breakpoint
CREATE INDEX "credits_by_payer" ON "credits" USING btree ("payer_id","cents") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "credits_by_payment" ON "credits" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "receipts_by_source" ON "receipts" USING btree ("source_id") WHERE source_id is not null;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_source" CHECK ("receipts"."source" in ('desk', 'bank', 'credit'));