ALTER TABLE "payments" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "sibling_percent" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "runs_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_discount" CHECK ("payments"."discount" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sibling_percent" CHECK ("payments"."sibling_percent" is null or ("payments"."sibling_percent" between 1 and 100 and "payments"."discount_code" is null));--> statement-breakpoint
UPDATE payments p SET runs_until = u.valid_until FROM purchases u WHERE u.payment_id = p.id AND u.status = 'active';--> statement-breakpoint
UPDATE payments p SET runs_until =
  (c.end_date + 1)::timestamp AT TIME ZONE coalesce(nullif(current_setting('studio.time_zone', true), ''), 'Europe/Tallinn')
FROM "courseRegistrations" r JOIN courses c ON c.id = r.course_id
WHERE r.payment_id = p.id AND c.status = 'active';
--> statement-breakpoint
UPDATE payments p SET discount = d.amount FROM "discountCodes" d WHERE d.code = p.discount_code;
