CREATE TABLE "categorySpans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categorySpans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" text NOT NULL,
	"category_id" text NOT NULL,
	"since" date,
	"until" date,
	CONSTRAINT "categorySpans_days" CHECK ("categorySpans"."until" > "categorySpans"."since")
);
--> statement-breakpoint
CREATE TABLE "monthlyFees" (
	"month" text NOT NULL,
	"person_id" text NOT NULL,
	"category_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"batch" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "monthlyFees_month_person_id_pk" PRIMARY KEY("month","person_id"),
	CONSTRAINT "monthlyFees_month" CHECK ("monthlyFees"."month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"from" date NOT NULL,
	"until" date NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	CONSTRAINT "pauses_days" CHECK ("pauses"."until" >= "pauses"."from")
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_item";--> statement-breakpoint
ALTER TABLE "membershipCategories" ADD COLUMN "monthly_price" integer;--> statement-breakpoint
ALTER TABLE "categorySpans" ADD CONSTRAINT "categorySpans_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthlyFees" ADD CONSTRAINT "monthlyFees_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthlyFees" ADD CONSTRAINT "monthlyFees_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "categorySpans_by_person" ON "categorySpans" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categorySpans_one_open" ON "categorySpans" USING btree ("person_id") WHERE until is null;--> statement-breakpoint
CREATE UNIQUE INDEX "monthlyFees_payment" ON "monthlyFees" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "monthlyFees_by_person" ON "monthlyFees" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "monthlyFees_by_batch" ON "monthlyFees" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "pauses_by_person" ON "pauses" USING btree ("person_id","until");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_item" CHECK ("payments"."item" in ('drop-in ticket', 'course', 'membership', 'monthly fee'));