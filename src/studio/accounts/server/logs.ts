import { and, count, desc, eq, like, lt, or, sql, type SQL } from 'drizzle-orm'
import { partOf } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf, linesOf } from '#server/db/topics.ts'
import { shared } from '#server/procedures.ts'
import { LOG_LINES_ON_A_PAGE, type Channel } from '#studio/logs/rules.ts'
import { logs as table } from '#studio/logs/tables.ts'
import { accounts, people } from '../tables.ts'
import { patternsOf } from './search.ts'

interface List {
  readonly channel: Channel
  readonly search: string
}

const whose = eq(accounts.id, table.userId)

const reads = ({ channel }: List) => [linesOf(channel), people, contentOf(accounts)]

/** Pages by key: what comes in at the head moves no line of a page that was asked for. */
export const logs = shared(reads, async ({ db }, list: List & { readonly before: number | null }) => {
  const { before } = list
  const wanted = and(await listed(db, list), before === null ? undefined : lt(table.id, before))
  const found = await linesOfPeople(db, wanted).limit(LOG_LINES_ON_A_PAGE + 1)
  return { lines: found.slice(0, LOG_LINES_ON_A_PAGE).map(shown), older: found.length > LOG_LINES_ON_A_PAGE }
})

export const logsForExport = shared(reads, async ({ db }, list: List & { readonly part: number }) => {
  const wanted = await listed(db, list)
  const [all] = await db
    .select({ lines: count() })
    .from(table)
    .leftJoin(accounts, whose)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(wanted)
  const { rows, ...file } = await partOf(list.part, all?.lines ?? 0, (limit, offset) =>
    linesOfPeople(db, wanted).limit(limit).offset(offset),
  )
  return { ...file, rows: rows.map(shown) }
})

async function listed(db: Tx, { channel, search }: List): Promise<SQL | undefined> {
  const patterns = await patternsOf(db, search)
  const has = (pattern: string) =>
    or(
      like(sql`fold(${table.message})`, pattern),
      like(sql`fold(${table.metadata}::text)`, pattern),
      like(people.search, pattern),
      like(accounts.search, pattern),
    )
  return and(eq(table.channel, channel), ...patterns.map(has))
}

const linesOfPeople = (db: Tx, wanted: SQL | undefined) =>
  db
    .select({ line: table, personId: accounts.personId, userName: people.displayName })
    .from(table)
    .leftJoin(accounts, whose)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(wanted)
    .orderBy(desc(table.id))
    .$dynamic()

/** Whose line it is: a person, a deleted account, which has no name left, or a visitor. */
const shown = ({ line, personId, userName }: Awaited<ReturnType<typeof linesOfPeople>>[number]) => ({
  ...line,
  userId: personId ?? line.userId,
  userName: line.userId === null ? null : (userName ?? ''),
})
