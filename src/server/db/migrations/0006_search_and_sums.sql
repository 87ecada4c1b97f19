-- Every run of one, two or three letters in the words of a text: what a search looks up instead of reading everybody.
CREATE FUNCTION letters_of(searched text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $body$
DECLARE
  found text[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY string_to_array(searched, ' ') LOOP
    FOR at IN 1 .. length(word) LOOP
      found := found || ARRAY[substr(word, at, 1), substr(word, at, 2), substr(word, at, 3)];
    END LOOP;
  END LOOP;
  RETURN found;
END $body$;
--> statement-breakpoint
CREATE TABLE "counts" (
	"of" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "confirmedByDay" (
	"day" date NOT NULL,
	"payment_method" text NOT NULL,
	"count" integer NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "confirmedByDay_day_payment_method_pk" PRIMARY KEY("day","payment_method")
);
--> statement-breakpoint
DROP INDEX "users_by_name";--> statement-breakpoint
DROP INDEX "users_by_role";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(translate(display_name || ' ' || family_name || ' ' || email, 'ÕÄÖÜŠŽÅØÆÉ', 'õäöüšžåøæé'))) STORED;--> statement-breakpoint
CREATE INDEX "users_by_letters" ON "users" USING gin (letters_of("search"));--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("display_name","family_name","id");--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","display_name","id");
--> statement-breakpoint
-- A restore sets studio.loading, and counts once at its end.
CREATE FUNCTION keep_user_count() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  more integer := 0;
BEGIN
  IF current_setting('studio.loading', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN more := more - 1; END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN more := more + 1; END IF;
  INSERT INTO counts ("of", "count") VALUES ('users', more)
  ON CONFLICT ("of") DO UPDATE SET "count" = counts."count" + excluded."count";
  RETURN NULL;
END $body$;
--> statement-breakpoint
CREATE FUNCTION keep_confirmed() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF current_setting('studio.loading', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.status = 'confirmed' THEN
    INSERT INTO "confirmedByDay" AS kept ("day", payment_method, "count", "sum")
    VALUES ((OLD.updated_at AT TIME ZONE 'UTC')::date, OLD.payment_method, -1, -OLD.actual_amount)
    ON CONFLICT ("day", payment_method) DO UPDATE SET "count" = kept."count" + excluded."count", "sum" = kept."sum" + excluded."sum";
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'confirmed' THEN
    INSERT INTO "confirmedByDay" AS kept ("day", payment_method, "count", "sum")
    VALUES ((NEW.updated_at AT TIME ZONE 'UTC')::date, NEW.payment_method, 1, NEW.actual_amount)
    ON CONFLICT ("day", payment_method) DO UPDATE SET "count" = kept."count" + excluded."count", "sum" = kept."sum" + excluded."sum";
  END IF;
  RETURN NULL;
END $body$;
--> statement-breakpoint
-- All that the triggers keep, counted anew.
CREATE FUNCTION count_anew() RETURNS void LANGUAGE sql AS $body$
  DELETE FROM counts;
  INSERT INTO counts ("of", "count") SELECT 'users', count(*) FROM users WHERE deleted_at IS NULL;
  DELETE FROM "confirmedByDay";
  INSERT INTO "confirmedByDay" ("day", payment_method, "count", "sum")
  SELECT (updated_at AT TIME ZONE 'UTC')::date, payment_method, count(*), sum(actual_amount)
  FROM payments WHERE status = 'confirmed' GROUP BY 1, 2;
$body$;
--> statement-breakpoint
-- Deferred to the commit: the rows that everybody changes are locked for no longer than that.
CREATE CONSTRAINT TRIGGER keep_user_count AFTER INSERT OR DELETE ON users DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION keep_user_count();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_user_count_of_deleted AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION keep_user_count();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_confirmed_of_new AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.status = 'confirmed') EXECUTE FUNCTION keep_confirmed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_confirmed_of_changed AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD.status = 'confirmed' OR NEW.status = 'confirmed') EXECUTE FUNCTION keep_confirmed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_confirmed_of_removed AFTER DELETE ON payments DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD.status = 'confirmed') EXECUTE FUNCTION keep_confirmed();
--> statement-breakpoint
SELECT count_anew();
