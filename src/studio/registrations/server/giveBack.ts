import { inArray } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { giveClassesBack } from '#studio/memberships/server/classesUsed.ts'
import { cancelPayments } from '#studio/payments/server/book.ts'
import { registrations } from '../tables.ts'
import { changeCount } from './take.ts'

type Registration = typeof registrations.$inferSelect

/** Ends registrations of a locked entry: passes get their class back, drop-ins' payments are cancelled. */
export async function giveBack(c: CommandContext, scheduleId: string, ended: readonly Registration[], reason: string) {
  await endPlaces(c, scheduleId, ended, reason)
  await cancelPayments(c, known(ended.map(({ dropInPaymentId }) => dropInPaymentId)), reason)
}

/** Ends registrations of a locked entry, and leaves their payments to the caller. */
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
