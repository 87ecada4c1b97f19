import { readFileSync } from 'node:fs'

const migration = new URL('../db/migrations/0021_categories.sql', import.meta.url)
/** What every studio begins with. */
const FIRST_ROWS = readFileSync(migration, 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^INSERT INTO [^;]+ VALUES/m.test(statement))
  .join('')

/**
 * Removes all rows but those of the migrations, and numbers begin at 1 again. Not by truncating, which makes new files
 * for each table and each index; and without triggers, for tables that triggers fill are emptied as well. That is left to
 * superusers, and TEST_DATABASE_URL may be somebody else's.
 */
export const EMPTY_ALL_TABLES = `do $$
  declare name text;
  begin
    if not current_setting('is_superuser')::boolean then
      select string_agg(format('%I', tablename), ', ') into name from pg_tables
        where schemaname = 'public' and tablename <> 'migrations';
      execute 'truncate ' || name || ' restart identity cascade';
      ${FIRST_ROWS}
      return;
    end if;
    set local session_replication_role = replica;
    for name in select format('%I', tablename) from pg_tables
      where schemaname = 'public' and tablename <> 'migrations' loop
      execute 'delete from ' || name;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
    ${FIRST_ROWS}
  end $$`
