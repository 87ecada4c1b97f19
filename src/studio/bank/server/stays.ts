// Lines that cannot be undone: the server refuses with these reasons, and the screen shows them in advance.
import { and, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { on } from '#server/events.ts'
import { paidBackEnds } from '#studio/payments/events.ts'
import { creditGone, sourcesOf } from '#studio/payments/server/transfers.ts'
import type { StayReason } from '../rules.ts'
import { bankLines } from '../tables.ts'

/** Which of these lines cannot be undone, and why. */
export async function whyStays(tx: Tx, ids: readonly string[]): Promise<Map<string, StayReason>> {
  const stays = new Map<string, StayReason>(await creditGone(tx, ids))
  for (const id of (await takenBackOn(tx, ids)).keys()) stays.set(id, 'takenBack')
  return stays
}

/**
 * Prevents undoing a "paid back" entry if a return since then found the credit gone: otherwise nobody would have paid
 * for that credit.
 */
export const keepPaidBack = on(paidBackEnds, async (c, { payerId, at, keep }) => {
  const [missed] = await c.tx
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(
      and(
        // a transfer of another payer may have paid for this payer
        or(eq(bankLines.payerId, payerId), inArray(bankLines.takesBack, await sourcesOf(c.tx, payerId))),
        eq(bankLines.kind, 'returned'),
        eq(bankLines.state, 'settled'),
        gte(bankLines.decidedAt, at),
        sql`(${bankLines.outcome} ->> 'missing')::int > 0`,
      ),
    )
    .limit(1)
  if (missed) keep()
})

/** For lines that the bank took back, the day of the settled return. */
export async function takenBackOn(tx: Tx, ids: readonly string[]): Promise<Map<string, LocalDate>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ line: bankLines.takesBack, day: bankLines.day })
    .from(bankLines)
    .where(and(inArray(bankLines.takesBack, [...ids]), eq(bankLines.state, 'settled')))
  return new Map(found.map(({ line, day }) => [line ?? '', day]))
}
