CREATE TABLE "receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	"day" date NOT NULL,
	"way" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_user_id" text,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	CONSTRAINT "receipts_way" CHECK ("receipts"."way" in ('cash', 'bankTransfer', 'stebby')),
	CONSTRAINT "receipts_source" CHECK ("receipts"."source" in ('desk'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_confirmed_has_amount";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_cancelled_is_zero";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_price";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_user_marked_is_not_cash";
--> statement-breakpoint
DROP INDEX "payments_confirmed";
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "stated" integer;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "let_go" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The statuses have the names of the rules, and each amount stands where it belongs.
UPDATE payments SET
  status = CASE status WHEN 'userMarkedAsPaid' THEN 'markedByUser' WHEN 'teacherMarkedAsPaid' THEN 'markedByTeacher' ELSE status END,
  stated = CASE WHEN status = 'teacherMarkedAsPaid' THEN coalesce(actual_amount, price) END,
  let_go = CASE WHEN status = 'confirmed' THEN greatest(0, price - actual_amount) ELSE 0 END
WHERE status IN ('userMarkedAsPaid', 'teacherMarkedAsPaid') OR (status = 'confirmed' AND actual_amount < price);
--> statement-breakpoint
UPDATE "paymentHistory" SET
  from_status = CASE from_status WHEN 'userMarkedAsPaid' THEN 'markedByUser' WHEN 'teacherMarkedAsPaid' THEN 'markedByTeacher' ELSE from_status END,
  to_status = CASE to_status WHEN 'userMarkedAsPaid' THEN 'markedByUser' WHEN 'teacherMarkedAsPaid' THEN 'markedByTeacher' ELSE to_status END
WHERE from_status LIKE '%MarkedAsPaid' OR to_status LIKE '%MarkedAsPaid';
--> statement-breakpoint
-- Each confirmed payment gets its receipt. Its day is that of the confirmation on the studio's clock, by which it has
-- counted for its month so far: see timeZone in migrate.ts.
INSERT INTO receipts (payment_id, cents, day, way, source, at, by_user_id)
SELECT id, actual_amount,
  (updated_at AT TIME ZONE coalesce(nullif(current_setting('studio.time_zone', true), ''), 'Europe/Tallinn'))::date,
  payment_method, 'desk', updated_at, updated_by
FROM payments WHERE status = 'confirmed' ORDER BY updated_at, id;
--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "actual_amount";
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "receipts_by_payment" ON "receipts" USING btree ("payment_id","cents") WHERE undone_at is null;
--> statement-breakpoint
CREATE INDEX "receipts_by_day" ON "receipts" USING btree ("day","way","cents","payment_id","at") WHERE undone_at is null;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_stated_by_teacher" CHECK (("payments"."status" = 'markedByTeacher') = ("payments"."stated" is not null));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_stated" CHECK ("payments"."stated" >= 0);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_let_go" CHECK ("payments"."let_go" = 0 or ("payments"."status" = 'confirmed' and "payments"."let_go" between 0 and "payments"."price"));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status" CHECK ("payments"."status" in ('due', 'partlyPaid', 'markedByUser', 'markedByTeacher', 'confirmed', 'cancelled'));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_price" CHECK ("payments"."price" >= 0);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_marked_is_not_cash" CHECK ("payments"."status" <> 'markedByUser' or "payments"."payment_method" <> 'cash');
--> statement-breakpoint
ANALYZE receipts;
