import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/handle.ts'
import { bookkeepingOf, EVERYTHING, isUntracked, owners, ownersOf } from './topics.ts'

/** Kinds of topic per changed row: the table, the table with one owner column, or the table's content. */
const KINDS = ['', ...owners, 'content']

const functionOf = (kind: string) => `note_change${kind && `_by_${kind}`}`

// Changed topics are collected in a transaction-local setting, one per line; when there are too many, "everything" is
// cheaper. The topic of an owner implies the table's. The database announces edits from outside, such as with psql,
// itself. This runs for every written row and its cost is the number of steps, so there is one function per kind.
const bodyOf = (kind: string) => `
declare
  noted text := coalesce(nullif(current_setting('studio.changed', true), ''), E'\\n');
  fresh text := TG_TABLE_NAME${partOf(kind)} || E'\\n';
begin${ownerBefore(kind)}
  if position(E'\\n' || fresh in noted) > 0 or noted = '${EVERYTHING}' then return null; end if;
  noted := set_config('studio.changed',
    case when octet_length(noted) > 8000 then '${EVERYTHING}' else noted || fresh end, true);
  if coalesce(current_setting('studio.process', true), '') = '' then
    perform pg_notify('changed', case noted when '${EVERYTHING}' then noted else fresh || TG_TABLE_NAME end);
  end if;
  return null;
end `

function partOf(kind: string): string {
  if (kind === 'content') return ` || ':content'`
  // NEW is null for a deleted row
  return kind && ` || coalesce(':' || coalesce(NEW.${kind}, OLD.${kind}), '')`
}

const ownerBefore = (kind: string) =>
  kind !== '' && kind !== 'content'
    ? `
  if TG_OP = 'UPDATE' and OLD.${kind} is distinct from NEW.${kind} then
    fresh := fresh || TG_TABLE_NAME || coalesce(':' || OLD.${kind}, '') || E'\\n';
  end if;`
    : ''

/** Parses the setting into topics (`payments`, `payments:<person id>`); `*` alone means all. */
export function topicsIn(noted: string | null | undefined): string[] {
  const topics = new Set<string>()
  for (const topic of (noted ?? '').split('\n')) {
    const end = topic.indexOf(':')
    if (end >= 0) topics.add(topic.slice(0, end))
    if (topic) topics.add(topic)
  }
  return [...topics]
}

/** Returns the topics that the transaction has changed so far. */
export async function takeChanges(tx: Tx): Promise<string[]> {
  const found = await tx.execute<{ changed: string | null }>(
    sql`select current_setting('studio.changed', true) as changed`,
  )
  return topicsIn(found.rows[0]?.changed)
}

/** A trigger that notes changes of a table, and the arguments it is created with. */
interface Wanted {
  readonly name: string
  readonly when: SQL
  readonly kind: string
  /** Columns it watches; empty means all. */
  readonly columns: readonly string[]
}

/** Triggers that a table lacks, and those of an earlier version to drop. */
interface Missing {
  readonly table: string
  readonly wanted: readonly Wanted[]
  readonly older: readonly string[]
}

async function missing(tx: Tx): Promise<Missing[]> {
  const found = await tx.execute<{
    table: string
    columns: string[]
    triggers: { name: string; calls: string; columns: string[] }[]
  }>(
    sql`
    select c.relname as table,
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by attnum) as columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', tgname, 'calls', p.proname, 'columns',
          array(select attname::text from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any(g.tgattr) order by attnum)))
        from pg_trigger g join pg_proc p on p.oid = g.tgfoid where g.tgrelid = c.oid and not tgisinternal), '[]') as triggers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
    order by c.relname`,
  )
  return found.rows
    .map(({ table, columns, triggers }) => {
      const all = wantedOn(table, columns)
      const isMade = (one: Wanted) =>
        triggers.some(
          ({ name, calls, columns: looked }) =>
            name === one.name && calls === functionOf(one.kind) && String(looked) === String(one.columns),
        )
      const wanted = all.filter((one) => !isMade(one))
      const kept = new Set(all.filter(isMade).map(({ name }) => name))
      const ours = triggers.map(({ name }) => name).filter((name) => name.startsWith('note_'))
      return { table, wanted, older: ours.filter((name) => !kept.has(name)) }
    })
    .filter(({ wanted, older }) => wanted.length + older.length > 0)
}

function wantedOn(table: string, columns: readonly string[]): Wanted[] {
  if (isUntracked(table)) return []
  const whose = ownersOf(table, columns)
  const rows = (whose.length > 0 ? whose : ['']).map((kind): Wanted => ({
    name: `note_change_of_row${kind && `_by_${kind}`}`,
    when: sql`insert or update or delete`,
    kind,
    columns: [],
  }))
  const truncated: Wanted = { name: 'note_truncate', when: sql`truncate`, kind: '', columns: [] }
  const bookkeeping = bookkeepingOf(table)
  if (bookkeeping.length === 0) return [...rows, truncated]
  const content = columns.filter((column) => !bookkeeping.includes(column))
  const names = sql.join(
    content.map((column) => sql.identifier(column)),
    sql`, `,
  )
  const when = sql`insert or delete or update of ${names}`
  return [...rows, { name: 'note_change_of_content', when, kind: 'content', columns: content }, truncated]
}

/** Whether all triggers exist in this version's form. */
export async function isTracked(tx: Tx): Promise<boolean> {
  const made = await tx.execute<{
    name: string
    body: string
  }>(sql`select proname as name, prosrc as body from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and proname like 'note_change%'`)
  const bodies = new Map(made.rows.map(({ name, body }) => [name, body]))
  const isThere = KINDS.every((kind) => bodies.get(functionOf(kind)) === bodyOf(kind))
  return isThere && (await missing(tx)).length === 0
}

/** Adds the change-noting triggers to all tables, so that code that writes cannot forget to announce. */
export async function trackChanges(tx: Tx) {
  for (const kind of KINDS) {
    await tx.execute(
      sql.raw(`create or replace function ${functionOf(kind)}() returns trigger
        language plpgsql as $body$${bodyOf(kind)}$body$`),
    )
  }
  // create only missing triggers: creating one waits for all writers of the table
  for (const { table, wanted, older } of await missing(tx)) {
    const on = sql.identifier(table)
    for (const name of older) await tx.execute(sql`drop trigger ${sql.identifier(name)} on ${on}`)
    for (const { name, when, kind } of wanted) {
      const each = name === 'note_truncate' ? sql`statement` : sql`row`
      await tx.execute(sql`create trigger ${sql.identifier(name)} after ${when} on ${on}
        for each ${each} execute function ${sql.identifier(functionOf(kind))}()`)
    }
  }
}
