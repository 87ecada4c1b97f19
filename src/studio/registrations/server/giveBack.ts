import { eq } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { giveClassBack } from '#studio/memberships/server/classesUsed.ts'
import { cancelPayment } from '#studio/payments/server/book.ts'
import { registrations } from '../tables.ts'
import { changeCount } from './take.ts'

/** Ends a registration of a locked entry: the pass gets its class back, a drop-in's payment is cancelled. */
export async function giveBack(
  c: CommandContext,
  registration: typeof registrations.$inferSelect,
  reason: string,
): Promise<void> {
  const { id, scheduleId, userId, userMembershipId, dropInPaymentId } = registration
  await c.tx.delete(registrations).where(eq(registrations.id, id))
  await changeCount(c, scheduleId, -1)
  if (userMembershipId !== null) await giveClassBack(c, userMembershipId)
  if (dropInPaymentId !== null) await cancelPayment(c, dropInPaymentId, reason)
  c.log({
    channel: 'registrations',
    level: 'info',
    message: `Registration ended: ${reason}.`,
    metadata: { scheduleId, user: userId },
  })
}
