import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { payments } from '#studio/payments/tables.ts'
import { purchases } from '../tables.ts'

/** Updates until when the payments of locked passes run: see payments.runsUntil. */
export async function followPasses(c: CommandContext, which: SQL | undefined): Promise<void> {
  await c.tx
    .update(payments)
    .set({ runsUntil: sql`case when ${purchases.status} = 'active' then ${purchases.validUntil} end` })
    .from(purchases)
    .where(and(eq(purchases.paymentId, payments.id), which))
}
