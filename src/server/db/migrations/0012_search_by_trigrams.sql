CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- A text as a search compares it: small letters without accents. The typed words go through it as users.search does.
-- The locale of the database may know no letters but a to z, so that a collation that knows all is named.
DO $migration$
BEGIN
  EXECUTE (
    SELECT format(
      'CREATE FUNCTION fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS '
        '$body$ SELECT lower(%1$I.unaccent(%2$L, given) COLLATE %3$s) $body$',
      nspname,
      format('%I.unaccent', nspname),
      -- of PostgreSQL 17 and newer; of ICU before
      coalesce(to_regcollation('pg_c_utf8')::text, to_regcollation('"und-x-icu"')::text, '"default"')
    )
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'unaccent'
  );
END $migration$;
--> statement-breakpoint
-- The start makes it again, without the column that it depends on here.
DROP TRIGGER IF EXISTS note_change_of_content ON users;
--> statement-breakpoint
DROP INDEX "users_by_letters";--> statement-breakpoint
DROP INDEX "users_by_id";--> statement-breakpoint
DROP TRIGGER keep_payers ON users;--> statement-breakpoint
DROP FUNCTION keep_payers();--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "search";--> statement-breakpoint
DROP FUNCTION letters_of(text);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(display_name || ' ' || family_name || ' ' || email)) STORED;--> statement-breakpoint
CREATE INDEX "users_by_search" ON "users" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
DROP TRIGGER keep_payer ON payments;--> statement-breakpoint
DROP FUNCTION keep_payer();--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "search";
--> statement-breakpoint
DROP TRIGGER keep_user_count ON users;--> statement-breakpoint
DROP TRIGGER keep_user_count_of_deleted ON users;--> statement-breakpoint
DROP FUNCTION keep_user_count();--> statement-breakpoint
DROP TRIGGER keep_confirmed_of_new ON payments;--> statement-breakpoint
DROP TRIGGER keep_confirmed_of_changed ON payments;--> statement-breakpoint
DROP TRIGGER keep_confirmed_of_removed ON payments;--> statement-breakpoint
DROP FUNCTION keep_confirmed();--> statement-breakpoint
DROP FUNCTION count_anew();--> statement-breakpoint
DROP TABLE "counts";--> statement-breakpoint
DROP TABLE "confirmedByDay";
--> statement-breakpoint
DROP INDEX "payments_by_update";--> statement-breakpoint
CREATE INDEX "payments_confirmed" ON "payments" USING btree ("updated_at","id","payment_method","actual_amount") WHERE status = 'confirmed';
--> statement-breakpoint
ANALYZE users;
