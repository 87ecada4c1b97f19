-- Thousands of payments of a month are searched where they stand, without looking up whose each of them is.
ALTER TABLE "payments" ADD COLUMN "search" text;
--> statement-breakpoint
-- nobody depends on it yet, and what was confirmed stays what it was
ALTER TABLE "payments" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE payments SET search = users.search FROM users WHERE users.id = payments.user_id AND payments.status = 'confirmed';
--> statement-breakpoint
ALTER TABLE "payments" ENABLE TRIGGER USER;
--> statement-breakpoint
CREATE FUNCTION keep_payer() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  -- whoever changes the name at this moment would not find this payment yet: one waits for the other
  SELECT search INTO NEW.search FROM users WHERE id = NEW.user_id FOR SHARE;
  RETURN NEW;
END $body$;
--> statement-breakpoint
CREATE TRIGGER keep_payer BEFORE INSERT OR UPDATE ON payments
FOR EACH ROW WHEN (NEW.status = 'confirmed' AND NEW.search IS NULL) EXECUTE FUNCTION keep_payer();
--> statement-breakpoint
CREATE FUNCTION keep_payers() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  UPDATE payments SET search = NEW.search WHERE user_id = NEW.id AND search IS NOT NULL;
  RETURN NULL;
END $body$;
--> statement-breakpoint
CREATE TRIGGER keep_payers AFTER UPDATE ON users
FOR EACH ROW WHEN (OLD.search IS DISTINCT FROM NEW.search) EXECUTE FUNCTION keep_payers();
--> statement-breakpoint
-- Only what counts in a sum: another name of the one who paid does not.
DROP TRIGGER keep_confirmed_of_changed ON payments;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_confirmed_of_changed AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (
  (OLD.status = 'confirmed' OR NEW.status = 'confirmed')
  AND (OLD.status, OLD.payment_method, OLD.actual_amount, OLD.updated_at)
    IS DISTINCT FROM (NEW.status, NEW.payment_method, NEW.actual_amount, NEW.updated_at)
) EXECUTE FUNCTION keep_confirmed();
