// Lines that can't be undone: by this the server refuses, and the screen says so before the press.
import { and, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { on } from '#server/events.ts'
import { paidBackEnds } from '#studio/payments/events.ts'
import { creditGone, sourcesOf } from '#studio/payments/server/transfers.ts'
import type { StayReason } from '../rules.ts'
import { bankLines } from '../tables.ts'

/** Which of these lines stay as they are, and why. */
export async function whyStays(tx: Tx, ids: readonly string[]): Promise<Map<string, StayReason>> {
  const stays = new Map<string, StayReason>(await creditGone(tx, ids))
  for (const id of (await takenBackOn(tx, ids)).keys()) stays.set(id, 'takenBack')
  return stays
}

/** What was paid back stays so where a transfer came back since and found it gone: else it would be credit that nobody paid. */
export const keepPaidBack = on(paidBackEnds, async (c, { payerId, at, keep }) => {
  const [missed] = await c.tx
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(
      and(
        // another payer's transfer may have paid for this one
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

/** Of lines that the bank took back, by a line that is settled, when it did. */
export async function takenBackOn(tx: Tx, ids: readonly string[]): Promise<Map<string, LocalDate>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ line: bankLines.takesBack, day: bankLines.day })
    .from(bankLines)
    .where(and(inArray(bankLines.takesBack, [...ids]), eq(bankLines.state, 'settled')))
  return new Map(found.map(({ line, day }) => [line ?? '', day]))
}
