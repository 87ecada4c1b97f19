import { inArray } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { giveClassesBack } from '#studio/memberships/server/classesUsed.ts'
import { cancelPayments } from '#studio/payments/server/settle.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { registrations } from '../tables.ts'
import { raiseEnded } from './freed.ts'
import { changeCount } from './take.ts'

type Registration = typeof registrations.$inferSelect

/** Ends a registration of a locked entry: a pass gets its class back, a drop-in's payment is cancelled. */
export async function giveBack(c: CommandContext, entry: ScheduleRow, place: Registration, reason: string) {
  await endPlaces(c, entry.id, [place], reason)
  await cancelPayments(c, known([place.dropInPaymentId]), reason)
  await raiseEnded(c, entry, place.userId)
}

/** Ends the registrations of a locked entry that does not take place. */
export async function giveAllBack(
  c: CommandContext,
  scheduleId: string,
  ended: readonly Registration[],
  reason: string,
) {
  await endPlaces(c, scheduleId, ended, reason)
  await cancelPayments(c, known(ended.map(({ dropInPaymentId }) => dropInPaymentId)), reason)
}

/** Ends registrations of a locked entry, and leaves their payments and who is told to the caller. */
export async function endPlaces(c: CommandContext, scheduleId: string, ended: readonly Registration[], reason: string) {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await c.tx.delete(registrations).where(inArray(registrations.id, ids))
  await changeCount(c, scheduleId, -ended.length)
  await giveClassesBack(c, known(ended.map(({ userMembershipId }) => userMembershipId)))
  const message = `Registration ended: ${reason}.`
  for (const { userId } of ended) {
    c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })
  }
}

const known = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null)
