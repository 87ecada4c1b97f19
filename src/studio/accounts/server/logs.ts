import { and, count, desc, eq, gt, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm'
import { partOf } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf, linesOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { LOG_LINES_LOOKED_THROUGH, LOG_LINES_ON_A_PAGE, peopleFacts, type Channel } from '#studio/logs/rules.ts'
import { logs as table } from '#studio/logs/tables.ts'
import { fullName } from '../rules.ts'
import { accounts, people } from '../tables.ts'
import { patternsOf } from './search.ts'

interface List {
  readonly channel: Channel
  readonly search: string
}

interface Before extends List {
  readonly before: number | null
}

const whose = eq(accounts.id, table.userId)

const reads = ({ channel }: List) => [linesOf(channel), people, contentOf(accounts)]

/** Pages by id, so that new lines do not shift a page that was already read. */
export const logs = shared(reads, async ({ db }, list: Before) => {
  const { wanted, end } = await looked(db, list)
  const found = await linesOfPeople(db, wanted).limit(LOG_LINES_ON_A_PAGE + 1)
  const lines = found.slice(0, LOG_LINES_ON_A_PAGE).map(shown)
  const isCut = found.length > LOG_LINES_ON_A_PAGE
  return { lines, people: await peopleIn(db, lines), older: isCut ? (lines.at(-1)?.id ?? null) : end }
})

/** The people whom the metadata of these lines names. */
async function peopleIn(db: Tx, lines: readonly { readonly metadata: Record<string, unknown> | null }[]) {
  const ids = lines.flatMap(({ metadata }) =>
    Object.entries(metadata ?? {}).flatMap(([fact, value]) =>
      peopleFacts.has(fact) && typeof value === 'string' ? [value] : [],
    ),
  )
  if (ids.length === 0) return []
  const { displayName, familyName } = people
  const name = { displayName, familyName }
  const byPerson = await db
    .select({ id: people.id, personId: people.id, ...name })
    .from(people)
    .where(inArray(people.id, ids))
  const byAccount = await db
    .select({ id: accounts.id, personId: people.id, ...name })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(inArray(accounts.id, ids))
  // an account that moved to another person in a merge counts as that person
  const found = new Map([...byPerson, ...byAccount].map((one) => [one.id, one]))
  return [...found.values()].map((one) => ({ id: one.id, personId: one.personId, name: fullName(one) }))
}

/**
 * Lines for the file, as far as the screen scans. Search results come in one part, since the scan moves with each new
 * line.
 */
export const logsForExport = shared(reads, async ({ db }, list: Before & { readonly part: number }) => {
  const { wanted, end, searches } = await looked(db, list)
  if (searches) {
    const rows = (await linesOfPeople(db, wanted)).map(shown)
    return { rows, total: rows.length, parts: 1, older: end }
  }
  const [all] = await db.select({ lines: count() }).from(table).where(wanted)
  const { rows, ...file } = await partOf(list.part, all?.lines ?? 0, (limit, offset) =>
    linesOfPeople(db, wanted).limit(limit).offset(offset),
  )
  return { ...file, rows: rows.map(shown), older: null }
})

/** The matching lines; a search scans a limited number of lines, and continues before `end`. */
async function looked(db: Tx, list: Before) {
  const unread = list.before === null ? undefined : lt(table.id, list.before)
  const searches = list.search.trim() !== ''
  const last = searches ? await endOfLook(db, and(eq(table.channel, list.channel), unread)) : null
  const wanted = and(await listed(db, list), unread, last === null ? undefined : gt(table.id, last))
  return { wanted, searches, end: last === null ? null : last + 1 }
}

/** The first line not scanned yet; null if all were scanned. */
async function endOfLook(db: Tx, unread: SQL | undefined): Promise<number | null> {
  const lines = db.select({ id: table.id }).from(table).where(unread).orderBy(desc(table.id))
  const [first] = await lines.offset(LOG_LINES_LOOKED_THROUGH).limit(1)
  return first?.id ?? null
}

async function listed(db: Tx, { channel, search }: List): Promise<SQL | undefined> {
  const patterns = await patternsOf(db, search)
  const has = (pattern: string) =>
    or(
      like(people.search, pattern),
      like(accounts.search, pattern),
      // words contain no spaces
      like(sql`fold(concat_ws(' ', ${table.message}, ${table.messageEt}, ${table.metadata}::text))`, pattern),
    )
  return and(eq(table.channel, channel), ...patterns.map(has))
}

const linesOfPeople = (db: Tx, wanted: SQL | undefined) =>
  db
    .select({
      line: table,
      personId: accounts.personId,
      person: { displayName: people.displayName, familyName: people.familyName },
    })
    .from(table)
    .leftJoin(accounts, whose)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(wanted)
    .orderBy(desc(table.id))
    .$dynamic()

/** The name shown for a line: a person, a deleted account, which has no name, or a visitor. */
const shown = ({ line, personId, person }: Awaited<ReturnType<typeof linesOfPeople>>[number]) => ({
  ...line,
  userId: personId ?? line.userId,
  userName: line.userId === null ? null : person === null ? '' : fullName(person),
})
