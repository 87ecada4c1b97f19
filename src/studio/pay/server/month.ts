// What a month has, as it stands or as it was closed.
import { and, asc, count, desc, eq, inArray, isNull, lt, max, min, sum } from 'drizzle-orm'
import { firstDayAfter, monthFrom, monthOf, type Month } from '#kernel/months.ts'
import { dateIn, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { courseRegistrations } from '#studio/courses/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import type { Sheet, SheetLine } from '../contract.ts'
import { linesOf, type Ended } from '../rules.ts'
import { payEntries, payLines, payMonths } from '../tables.ts'

type Row = typeof payEntries.$inferSelect

/** Where a month stands. Months are closed one after the other. */
export async function standingOf(
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

/** How many were there: those who are marked as attended; of an evening of a course, which has no list, all who joined it. */
async function headsOf(tx: Tx, rows: readonly Row[]) {
  const idsOf = (kind: Row['kind']) => [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.ownerId))]
  const [classes, courses] = [idsOf('class'), idsOf('course')]
  const [attended, joined, unmarked] = await Promise.all([
    classes.length === 0
      ? []
      : tx
          .select({ id: attendance.scheduleId, heads: count() })
          .from(attendance)
          .where(and(inArray(attendance.scheduleId, classes), eq(attendance.value, 'attended')))
          .groupBy(attendance.scheduleId),
    courses.length === 0
      ? []
      : tx
          .select({ id: courseRegistrations.courseId, heads: count() })
          .from(courseRegistrations)
          .where(inArray(courseRegistrations.courseId, courses))
          .groupBy(courseRegistrations.courseId),
    classes.length === 0
      ? []
      : tx
          .select({ id: registrations.scheduleId, heads: count() })
          .from(registrations)
          .leftJoin(
            attendance,
            and(eq(attendance.scheduleId, registrations.scheduleId), eq(attendance.userId, registrations.userId)),
          )
          .where(and(inArray(registrations.scheduleId, classes), isNull(attendance.userId)))
          .groupBy(registrations.scheduleId),
  ])
  const byId = (found: readonly { id: string; heads: number }[]) => new Map(found.map(({ id, heads }) => [id, heads]))
  const [there, missing] = [byId([...attended, ...joined]), byId(unmarked)]
  return {
    heads: ({ ownerId, heads }: Row): number => heads ?? there.get(ownerId) ?? 0,
    unmarked: ({ ownerId }: Row): number => missing.get(ownerId) ?? 0,
  }
}

/** How many are counted for these now, by the rows' ids. */
export async function countedNow(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<string, number>> {
  const { heads } = await headsOf(tx, rows)
  return new Map(rows.map((row) => [row.id, heads(row)]))
}

/** The lines that an open month would have if it were closed now. */
export async function openLines(tx: Tx, month: Month) {
  const rows = await tx
    .select()
    .from(payEntries)
    .where(lt(payEntries.day, firstDayAfter(month)))
    .orderBy(asc(payEntries.startsAt), asc(payEntries.id))
  const [{ heads, unmarked }, before] = await Promise.all([
    headsOf(tx, rows),
    tx
      .select({ id: payLines.entryId, cents: sum(payLines.cents).mapWith(Number) })
      .from(payLines)
      .groupBy(payLines.entryId),
  ])
  const paid = new Map(before.map(({ id, cents }) => [id, cents]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = linesOf(
    month,
    rows.map((row) => endedOf(row, heads(row))),
    paid,
  )
  return {
    lines: lines.flatMap((line) => {
      const row = byId.get(line.entryId)
      return row ? [{ ...line, row, unmarked: line.isLater ? 0 : unmarked(row) }] : []
    }),
    withoutRate: rows.filter(({ base, day }) => base === null && monthOf(day) === month),
  }
}

const endedOf = ({ id, day, base, perHead, most }: Row, heads: number): Ended => ({
  id,
  month: monthOf(day),
  rate: base === null || perHead === null ? null : { base, perHead, most },
  heads,
})

export async function sheetOf(tx: Tx, zone: { readonly timeZone: string }, month: Month, now: Instant): Promise<Sheet> {
  const standing = await standingOf(tx, zone, month, now)
  const names = new Map(
    (
      await tx
        .select({ id: accounts.id, displayName: people.displayName, familyName: people.familyName })
        .from(accounts)
        .innerJoin(people, eq(people.id, accounts.personId))
        .where(inArray(accounts.id, tx.select({ id: payEntries.accountId }).from(payEntries)))
    ).map(({ id, ...person }) => [id, fullName(person)]),
  )
  const nameOf = (accountId: string) => names.get(accountId) ?? null
  const shown = (
    row: Row,
    { heads, cents, isLater, unmarked }: Pick<SheetLine, 'heads' | 'cents' | 'isLater' | 'unmarked'>,
  ): SheetLine => {
    const { id, title, startsAt, endsAt, accountId } = row
    return { id, title, startsAt, endsAt, accountId, name: nameOf(accountId), heads, cents, isLater, unmarked }
  }
  if (standing.closedAt !== null) {
    const closed = await closedLines(tx, eq(payLines.month, month))
    const lines = closed.map(({ row, line }) => shown(row, { ...line, isLater: isLater(row, month), unmarked: 0 }))
    return { ...standing, lines: byTeacher(lines), withoutRate: [] }
  }
  const { lines, withoutRate } = await openLines(tx, month)
  const counts = new Map<string, number>()
  for (const { accountId } of withoutRate) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
  return {
    ...standing,
    // what has changed since belongs to the month that is closed next
    lines: byTeacher(
      lines
        .filter((line) => !line.isLater || standing.whyOpen !== 'earlierMonthOpen')
        .map(({ row, ...line }) => shown(row, line)),
    ),
    withoutRate: [...counts].map(([accountId, count]) => ({ accountId, name: nameOf(accountId), count })),
  }
}

export const isLater = ({ day }: Pick<Row, 'day'>, month: Month): boolean => monthOf(day) < month

/** By name, each one's soonest first. */
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
