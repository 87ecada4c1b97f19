// Lines of a month, open or closed.
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, max, min, or, sql, type SQL } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { firstDayAfter, firstDayOf, monthFrom, monthOf, type Month } from '#kernel/months.ts'
import { dateIn, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { withRegistrants } from '#studio/attendance/server/people.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { courseRegistrations } from '#studio/courses/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Sheet, SheetLine } from '../contract.ts'
import { linesOf, type Ended } from '../rules.ts'
import { payEntries, payLines, payMonths } from '../tables.ts'

type Row = typeof payEntries.$inferSelect

/** State of a month. Months are closed in order. */
export async function stateOfMonth(
  tx: Tx,
  { timeZone }: { readonly timeZone: string },
  month: Month,
  now: Instant,
): Promise<Pick<Sheet, 'closedAt' | 'whyOpen'>> {
  const [[closed], [last], [first]] = await Promise.all([
    tx.select().from(payMonths).where(eq(payMonths.month, month)),
    tx.select({ month: max(payMonths.month) }).from(payMonths),
    tx.select({ day: min(payEntries.day) }).from(payEntries),
  ])
  if (closed) return { closedAt: closed.closedAt, whyOpen: null }
  const next = last?.month ? monthFrom(last.month, 1) : first?.day ? monthOf(first.day) : null
  const whyOpen =
    next === null || month < next
      ? 'nothingYet'
      : month > next
        ? 'earlierMonthOpen'
        : month >= monthOf(dateIn(timeZone, now))
          ? 'monthNotOver'
          : null
  return { closedAt: null, whyOpen }
}

const attended = sql`(
  select count(*) from ${attendance}
  where ${attendance.scheduleId} = ${payEntries.ownerId} and ${attendance.value} = 'attended')`
/** Participants of a course; the count of a closed month from an earlier version is only in its line. */
const joined = sql`coalesce(
  (select ${payLines.heads} from ${payLines} where ${payLines.entryId} = ${payEntries.id} order by ${payLines.month} desc limit 1),
  (select count(*) from ${courseRegistrations} where ${courseRegistrations.courseId} = ${payEntries.ownerId}))`
/** Attendance: people marked as attended; for a course day, which has no list, all who joined the course. */
const counted = sql`coalesce(${payEntries.heads},
  case ${payEntries.kind} when 'class' then ${attended} else ${joined} end)::int`

/** Cents in lines of closed months; null if there are none. */
const paid = sql`(
  select sum(${payLines.cents}) from ${payLines} where ${payLines.entryId} = ${payEntries.id})::int`

/** The same formula as `payFor` in the rules. */
const worth = sql`least(${payEntries.base} + ${payEntries.perHead} * ${counted}, ${payEntries.most})`

/** Stores the current attendance count, which then changes no more. */
export async function keepHeads(tx: Tx, which: SQL | undefined): Promise<void> {
  await tx
    .update(payEntries)
    .set({ heads: counted })
    .where(and(isNull(payEntries.heads), which))
}

/** The lines that an open month would have if it were closed now; of earlier months only corrections are read. */
export async function openLines(tx: Tx, month: Month, { withLater = true } = {}) {
  const itsOwn = and(gte(payEntries.day, firstDayOf(month)), lt(payEntries.day, firstDayAfter(month)))
  const changed = and(
    lt(payEntries.day, firstDayOf(month)),
    isNotNull(payEntries.base),
    sql`${paid} is distinct from ${worth}`,
  )
  // nested, as drizzle omits table names in the outermost SQL of a field
  const found = await tx
    .select({
      row: payEntries,
      heads: sql<number>`${counted}`,
      paid: sql<Cents | null>`${paid}`,
    })
    .from(payEntries)
    .where(withLater ? or(itsOwn, changed) : itsOwn)
    .orderBy(asc(payEntries.startsAt), asc(payEntries.id))
  const byId = new Map(found.map((one) => [one.row.id, one]))
  const lines = linesOf(
    month,
    found.map(({ row, heads }) => endedOf(row, heads)),
    new Map(found.flatMap(({ row, paid: cents }) => (cents === null ? [] : [[row.id, cents]]))),
  )
  return {
    lines: lines.flatMap((line) => {
      const one = byId.get(line.entryId)
      return one ? [{ ...line, row: one.row }] : []
    }),
    withoutRate: found.flatMap(({ row }) => (row.base === null ? [row] : [])),
  }
}

const endedOf = ({ id, day, base, perHead, most }: Row, heads: number): Ended => ({
  id,
  month: monthOf(day),
  rate: base === null || perHead === null ? null : { base, perHead, most },
  heads,
})

/** Number of participants without an attendance mark, by class id. */
async function unmarkedIn(tx: Tx, settings: Settings, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await tx
    .select()
    .from(schedule)
    .where(inArray(schedule.id, [...ids]))
  const { entries } = await withRegistrants(tx, settings, found)
  return new Map(
    entries.map(({ id, registrants }) => [id, registrants.filter((one) => one.attendance === null).length]),
  )
}

export async function sheetOf(tx: Tx, settings: Settings, month: Month, now: Instant): Promise<Sheet> {
  const state = await stateOfMonth(tx, settings, month, now)
  const { lines, withoutRate } =
    state.closedAt === null
      ? // later changes belong to the month that is closed next
        await openLines(tx, month, { withLater: state.whyOpen !== 'earlierMonthOpen' })
      : { lines: await linesKept(tx, month), withoutRate: [] }
  const names = await namesOfAccounts(
    tx,
    [...lines.map(({ row }) => row), ...withoutRate].map(({ accountId }) => accountId),
  )
  const nameOf = (accountId: string) => names.get(accountId) ?? null
  const stillOpen = state.closedAt === null ? lines.filter(({ isLater }) => !isLater) : []
  const unmarked = await unmarkedIn(
    tx,
    settings,
    stillOpen.map(({ row }) => row.ownerId),
  )
  const counts = new Map<string, number>()
  for (const { accountId } of withoutRate) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
  return {
    ...state,
    lines: byTeacher(
      lines.map(({ row, heads, cents, isLater }) => {
        const { id, title, startsAt, endsAt, accountId } = row
        const missing = isLater ? 0 : (unmarked.get(row.ownerId) ?? 0)
        return {
          id,
          title,
          startsAt,
          endsAt,
          accountId,
          name: nameOf(accountId),
          heads,
          cents,
          isLater,
          unmarked: missing,
        }
      }),
    ),
    withoutRate: [...counts].map(([accountId, count]) => ({ accountId, name: nameOf(accountId), count })),
  }
}

async function linesKept(tx: Tx, month: Month) {
  const closed = await closedLines(tx, eq(payLines.month, month))
  return closed.map(({ row, line: { heads, cents } }) => {
    return { row, heads, cents, isLater: isLater(row, month) }
  })
}

export const isLater = ({ day }: Pick<Row, 'day'>, month: Month): boolean => monthOf(day) < month

/** Sorts by teacher name, then by time. */
const byTeacher = (lines: readonly SheetLine[]): SheetLine[] =>
  lines.toSorted(
    (a, b) =>
      (a.name ?? '').localeCompare(b.name ?? '', 'et') ||
      (a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : 0) ||
      a.startsAt - b.startsAt,
  )

export const closedLines = (tx: Tx, where: ReturnType<typeof eq>) =>
  tx
    .select({ row: payEntries, line: payLines, closedAt: payMonths.closedAt })
    .from(payLines)
    .innerJoin(payEntries, eq(payEntries.id, payLines.entryId))
    .innerJoin(payMonths, eq(payMonths.month, payLines.month))
    .where(where)
    .orderBy(desc(payLines.month), asc(payEntries.startsAt), asc(payEntries.id))
