CREATE TABLE "invoiceLines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoiceLines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"paper_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paperBuyers" (
	"payer_id" text PRIMARY KEY NOT NULL,
	"company" boolean NOT NULL,
	"name" text NOT NULL,
	"registry_code" text NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paperNumbers" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "paperNumbers_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"payer_id" text NOT NULL,
	"cents" integer NOT NULL,
	"about" text NOT NULL,
	"content" text,
	"hash" text,
	"payment_id" text,
	"invoice_id" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	CONSTRAINT "papers_kind" CHECK ("papers"."kind" in ('receipt', 'invoice', 'creditNote')),
	CONSTRAINT "papers_series" CHECK ("papers"."series" = case when "papers"."kind" = 'receipt' then 'R' else 'A' end),
	CONSTRAINT "papers_of" CHECK (("papers"."kind" = 'receipt') = ("papers"."payment_id" is not null)),
	CONSTRAINT "papers_credits" CHECK (("papers"."kind" = 'creditNote') = ("papers"."invoice_id" is not null)),
	CONSTRAINT "papers_hash" CHECK (("papers"."content" is null) = ("papers"."hash" is null))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "vat_rate" integer;--> statement-breakpoint
ALTER TABLE "invoiceLines" ADD CONSTRAINT "invoiceLines_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoiceLines" ADD CONSTRAINT "invoiceLines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_invoice_id_papers_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoiceLines_by_payment" ON "invoiceLines" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "invoiceLines_by_paper" ON "invoiceLines" USING btree ("paper_id");--> statement-breakpoint
CREATE UNIQUE INDEX "papers_number" ON "papers" USING btree ("series","year","number");--> statement-breakpoint
CREATE INDEX "papers_by_payer" ON "papers" USING btree ("payer_id","created_at");--> statement-breakpoint
CREATE INDEX "papers_by_invoice" ON "papers" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "papers_one_receipt" ON "papers" USING btree ("payment_id") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_vat_rate" CHECK ("payments"."vat_rate" between 0 and 100);