import { inArray } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import type { Reason } from '#studio/payments/messages/reasons.ts'
import { logLines } from '../messages/log.ts'
import { registrations } from '../tables.ts'
import { forgetBooked } from './bookings.ts'
import { changeCount } from './count.ts'

type Registration = typeof registrations.$inferSelect

/** Ends registrations of a locked entry; the caller handles their passes and payments. */
export async function endRegistrations(
  c: CommandContext,
  scheduleId: string,
  ended: readonly Registration[],
  reason: Reason,
): Promise<void> {
  const ids = ended.map(({ id }) => id)
  await Promise.all([c.tx.delete(registrations).where(inArray(registrations.id, ids)), forgetBooked(c, ids)])
  await changeCount(c, scheduleId, -ended.length)
  const message = logLines.ended(reason)
  for (const { userId } of ended) {
    c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })
  }
}
