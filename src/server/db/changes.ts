import { sql } from 'drizzle-orm'
import type { Tx } from './handle.ts'

/** Stands for all topics: after very many changes at once, or when something may have been missed. */
export const EVERYTHING = '*'

/**
 * Tables that no screen shows; the log, whose topics the program announces itself; and sums that triggers keep at the
 * commit: what they follow was announced when it changed.
 */
const UNTRACKED = new Set([
  'commands',
  'outbox',
  'rateLimits',
  'meta',
  'migrations',
  'logs',
  'counts',
  'confirmedByDay',
])

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
const BODY = `
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
end `

/** The topics (`payments`, `payments:<user id>`) that the transaction has changed so far; `*` alone means all. */
export async function takeChanges(tx: Tx): Promise<string[]> {
  const found = await tx.execute<{ changed: string | null }>(
    sql`select current_setting('studio.changed', true) as changed`,
  )
  return (found.rows[0]?.changed ?? '').split('\n').filter((topic) => topic !== '')
}

/** What a table lacks for its changes to be noted. */
interface Missing {
  readonly table: string
  readonly owner: '' | 'id' | 'user_id'
  /** The name of the trigger on rows, unless it is there; triggers of an older kind are then in its place. */
  readonly row: string | null
  readonly older: readonly string[]
  readonly truncate: boolean
}

async function missing(tx: Tx): Promise<Missing[]> {
  const found = await tx.execute<{ table: string; owned: boolean; triggers: string[] }>(sql`
    select c.relname as table,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped) as owned,
      array(select tgname::text from pg_trigger g where g.tgrelid = c.oid and not tgisinternal) as triggers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
    order by c.relname`)
  return found.rows
    .filter(({ table }) => !UNTRACKED.has(table))
    .map(({ table, owned, triggers }) => {
      const owner = table === 'users' ? ('id' as const) : owned ? ('user_id' as const) : ('' as const)
      const row = `note_change_of_row${owner && `_by_${owner}`}`
      return {
        table,
        owner,
        row: triggers.includes(row) ? null : row,
        older: triggers.filter((name) => name.startsWith('note_change_of_row')),
        truncate: !triggers.includes('note_truncate'),
      }
    })
    .filter(({ row, truncate }) => row !== null || truncate)
}

/** Whether all of that is there already, as this version makes it. */
export async function isTracked(tx: Tx): Promise<boolean> {
  const made = await tx.execute<{ body: string }>(sql`select prosrc as body from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and proname = 'note_change'`)
  return made.rows[0]?.body === BODY && (await missing(tx)).length === 0
}

/** Puts the triggers that note changes on all tables, so that no code that writes can forget it. */
export async function trackChanges(tx: Tx) {
  await tx.execute(
    sql.raw(`create or replace function note_change() returns trigger language plpgsql as $body$${BODY}$body$`),
  )
  // only what is missing is made: a trigger's making waits for everybody who writes to the table
  for (const { table, owner, row, older, truncate } of await missing(tx)) {
    if (row !== null) {
      for (const name of older) await tx.execute(sql`drop trigger ${sql.identifier(name)} on ${sql.identifier(table)}`)
      await tx.execute(sql`
        create trigger ${sql.identifier(row)} after insert or update or delete on ${sql.identifier(table)}
        for each row execute function note_change(${sql.raw(owner ? `'${owner}'` : '')})`)
    }
    if (truncate) {
      await tx.execute(sql`
        create trigger note_truncate after truncate on ${sql.identifier(table)}
        for each statement execute function note_change()`)
    }
  }
}
