import { eq } from 'drizzle-orm'
import { groupedBy } from '#kernel/grouped.ts'
import type { Month } from '#kernel/months.ts'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { personal, shared } from '#server/procedures.ts'
import { registrantReads } from '#studio/attendance/server/people.ts'
import { courseRegistrations } from '#studio/courses/tables.ts'
import { payEntries, payLines, payMonths } from '../tables.ts'
import { closedLines, isLater, sheetOf } from './month.ts'

export const sheet = shared(
  [payEntries, payLines, payMonths, courseRegistrations, ...registrantReads],
  async (q, { month }: { month: Month }) => {
    const zone = q.settings.timeZone
    q.changesAt(startOfDay(zone, addDays(dateIn(zone, q.now), 1)))
    return await sheetOf(q.db, q.settings, month, q.now)
  },
  // at most every 2 seconds (ms): each attendance mark changes it
  { rest: () => 2_000 },
)

export const mine = personal({ on: [payLines, payMonths, payEntries] }, async (q) => {
  const found = await closedLines(q.db, eq(payEntries.accountId, q.accountId ?? ''))
  return [...groupedBy(found, ({ line }) => line.month)].map(([month, lines]) => ({
    month,
    closedAt: lines[0].closedAt,
    lines: lines.map(({ row: { id, title, startsAt, endsAt, day }, line: { heads, cents } }) => {
      return { id, title, startsAt, endsAt, heads, cents, isLater: isLater({ day }, month) }
    }),
  }))
})
