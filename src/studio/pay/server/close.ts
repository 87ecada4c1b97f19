import { and, eq, lt } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { firstDayAfter, type Month } from '#kernel/months.ts'
import { done, refuse } from '#kernel/result.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { sumOf } from '../rules.ts'
import { payClock, payEntries, payLines, payMonths } from '../tables.ts'
import { keepHeads, openLines, stateOfMonth } from './month.ts'

/** Closes one month at a time, under the lock on the clock; later changes become lines of the next month. */
export const close = run(async (c, { month, cents: shown }: { month: Month; cents: Cents }) => {
  const [clock] = await c.tx.select().from(payClock).for('update')
  const { closedAt, whyOpen } = await stateOfMonth(c.tx, c.settings, month, c.now)
  if (closedAt !== null) return refuse('monthClosed')
  if (whyOpen !== null) return refuse(whyOpen)
  const over = startOfDay(c.settings.timeZone, firstDayAfter(month))
  if ((clock?.fixedUntil ?? 0) < over) return refuse('countedSoon')
  const { lines } = await openLines(c.tx, month)
  const cents = sumOf(lines)
  if (cents !== shown) return refuse('sumChanged')
  await c.tx.insert(payMonths).values({ month, closedAt: c.now, closedBy: c.actorId })
  const rows = lines.map(({ entryId, heads, cents }) => ({ id: newId(), month, entryId, heads, cents }))
  if (rows.length > 0) await c.tx.insert(payLines).values(rows)
  // a course day has no attendance list: keep its count now, so that those who leave the course later still count
  await keepHeads(c.tx, and(eq(payEntries.kind, 'course'), lt(payEntries.day, firstDayAfter(month))))
  const message = logLines.closed(month)
  c.log({
    channel: 'payments',
    level: 'info',
    message,
    metadata: { month, lines: rows.length, sum: euros(cents, 'en') },
  })
  return done({ lines: rows.length, cents })
})
