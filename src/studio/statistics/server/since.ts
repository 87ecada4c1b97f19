import { isNull, sql } from 'drizzle-orm'
import { shared } from '#server/procedures.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { monthOf, rest } from './classes.ts'

/** Month of the first class or the first receipt, whichever is earlier. */
export const since = shared(
  [schedule, payments],
  async ({ db, settings: { timeZone } }) => {
    const [first] = await db
      .select({ month: monthOf(timeZone) })
      .from(schedule)
      .where(isNull(schedule.cancelledAt))
      .orderBy(schedule.startsAt)
      .limit(1)
    const [paid] = await db
      .select({ month: sql<string>`to_char(${receipts.day}, 'YYYY-MM')` })
      .from(receipts)
      .where(isNull(receipts.undoneAt))
      .orderBy(receipts.day)
      .limit(1)
    return [first, paid].flatMap((one) => one?.month ?? []).toSorted()[0] ?? null
  },
  { rest },
)
