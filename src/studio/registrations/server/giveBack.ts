import { eq } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { giveClassBack } from '#studio/memberships/server/classesUsed.ts'
import { cancelPayment } from '#studio/payments/server/book.ts'
import { registrations } from '../tables.ts'
import { changeCount } from './take.ts'

type Registration = typeof registrations.$inferSelect

/** Ends a registration of a locked entry: the pass gets its class back, a drop-in's payment is cancelled. */
export async function giveBack(c: CommandContext, registration: Registration, reason: string): Promise<void> {
  await endPlace(c, registration, reason)
  if (registration.dropInPaymentId !== null) await cancelPayment(c, registration.dropInPaymentId, reason)
}

/** Ends a registration of a locked entry, and leaves its payment to the caller. */
export async function endPlace(c: CommandContext, registration: Registration, reason: string): Promise<void> {
  const { id, scheduleId, userId, userMembershipId } = registration
  await c.tx.delete(registrations).where(eq(registrations.id, id))
  await changeCount(c, scheduleId, -1)
  if (userMembershipId !== null) await giveClassBack(c, userMembershipId)
  c.log({
    channel: 'registrations',
    level: 'info',
    message: `Registration ended: ${reason}.`,
    metadata: { scheduleId, user: userId },
  })
}
