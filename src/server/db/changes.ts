import { sql } from 'drizzle-orm'
import type { Tx } from './handle.ts'

/** Stands for all topics: after very many changes at once, or when something may have been missed. */
export const EVERYTHING = '*'

/** Tables that no screen shows, and the log, whose topics the program announces itself. */
const UNTRACKED = new Set(['commands', 'outbox', 'rateLimits', 'meta', 'migrations', 'logs'])

// What bookkeeping writes at every visit and every registration. A screen that shows none of these columns depends on
// `schedule:content` instead of `schedule`, and stays as it is when nothing else has changed.
const BOOKKEEPING: Readonly<Record<string, readonly string[]>> = {
  schedule: ['registered_count', 'updated_at'],
  courses: ['registered_count', 'updated_at'],
  users: ['last_login'],
}

const columnsByTable = Object.entries(BOOKKEEPING)
  .map(([table, columns]) => `when '${table}' then '{${columns.join(',')}}'::text[]`)
  .join(' ')

// The topics of a transaction wait in a setting of that transaction, one a line; when they are too many, "everything"
// is cheaper. An edit from outside, for instance with psql, is announced by the database itself.
const FUNCTION = `
create or replace function note_change() returns trigger language plpgsql as $body$
declare
  noted text := coalesce(nullif(current_setting('studio.changed', true), ''), E'\\n');
  fresh text := '';
  topics text[] := array[TG_TABLE_NAME::text];
  topic text;
  bookkeeping text[] := case TG_TABLE_NAME ${columnsByTable} end;
begin
  if noted = '${EVERYTHING}' then return null; end if;
  if bookkeeping is not null then
    if TG_OP <> 'UPDATE' then
      topics := topics || (TG_TABLE_NAME || ':content');
    elsif to_jsonb(NEW) - bookkeeping <> to_jsonb(OLD) - bookkeeping then
      topics := topics || (TG_TABLE_NAME || ':content');
    end if;
  end if;
  if TG_LEVEL = 'ROW' then
    if TG_ARGV[0] = 'user_id' then
      if TG_OP <> 'DELETE' then topics := topics || (TG_TABLE_NAME || ':' || NEW.user_id); end if;
      if TG_OP <> 'INSERT' then topics := topics || (TG_TABLE_NAME || ':' || OLD.user_id); end if;
    elsif TG_ARGV[0] = 'id' then
      if TG_OP <> 'DELETE' then topics := topics || (TG_TABLE_NAME || ':' || NEW.id); end if;
      if TG_OP <> 'INSERT' then topics := topics || (TG_TABLE_NAME || ':' || OLD.id); end if;
    end if;
  end if;
  foreach topic in array topics loop
    if topic is not null and position(E'\\n' || topic || E'\\n' in noted || fresh) = 0 then
      fresh := fresh || topic || E'\\n';
    end if;
  end loop;
  if fresh = '' then return null; end if;
  noted := noted || fresh;
  if length(noted) > 8000 then noted := '${EVERYTHING}'; fresh := '${EVERYTHING}'; end if;
  perform set_config('studio.changed', noted, true);
  if coalesce(current_setting('studio.process', true), '') = '' then
    perform pg_notify('changed', trim(trailing E'\\n' from fresh));
  end if;
  return null;
end $body$`

/** The topics (`payments`, `payments:<user id>`) that the transaction has changed so far; `*` alone means all. */
export async function takeChanges(tx: Tx): Promise<string[]> {
  const found = await tx.execute<{ changed: string | null }>(
    sql`select current_setting('studio.changed', true) as changed`,
  )
  return (found.rows[0]?.changed ?? '').split('\n').filter((topic) => topic !== '')
}

/** Puts the triggers that note changes on all tables, so that no code that writes can forget it. */
export async function trackChanges(tx: Tx) {
  await tx.execute(sql.raw(FUNCTION))
  const found = await tx.execute<{ table: string; owned: boolean; triggers: string[] }>(sql`
    select t.table_name as table,
      exists (select from information_schema.columns c where c.table_schema = t.table_schema
        and c.table_name = t.table_name and c.column_name = 'user_id') as owned,
      array(select tgname::text from pg_trigger g
        where g.tgrelid = format('%I.%I', t.table_schema, t.table_name)::regclass and not tgisinternal) as triggers
    from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by t.table_name`)
  for (const { table, owned, triggers } of found.rows) {
    if (UNTRACKED.has(table)) continue
    const owner = table === 'users' ? 'id' : owned ? 'user_id' : ''
    // only what is missing is made: a trigger's making waits for everybody who writes to the table
    const row = `note_change_of_row${owner && `_by_${owner}`}`
    if (!triggers.includes(row)) {
      for (const old of triggers.filter((name) => name.startsWith('note_change_of_row'))) {
        await tx.execute(sql`drop trigger ${sql.identifier(old)} on ${sql.identifier(table)}`)
      }
      await tx.execute(sql`
        create trigger ${sql.identifier(row)} after insert or update or delete on ${sql.identifier(table)}
        for each row execute function note_change(${sql.raw(owner ? `'${owner}'` : '')})`)
    }
    if (!triggers.includes('note_truncate')) {
      await tx.execute(sql`
        create trigger note_truncate after truncate on ${sql.identifier(table)}
        for each statement execute function note_change()`)
    }
  }
}
