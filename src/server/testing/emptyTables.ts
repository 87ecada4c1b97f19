import { readFileSync } from 'node:fs'

const migration = new URL('../db/migrations/0021_categories.sql', import.meta.url)
/** Rows that every studio starts with. */
const FIRST_ROWS = readFileSync(migration, 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^INSERT INTO [^;]+ VALUES/m.test(statement))
  .join('')

/**
 * Deletes all rows except those inserted by migrations, and restarts all sequences at 1. Uses no TRUNCATE, which
 * creates new files for each table and index, and disables triggers, because some would fill tables that are being
 * emptied. That needs a superuser; other roles, such as that of TEST_DATABASE_URL, get TRUNCATE.
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
