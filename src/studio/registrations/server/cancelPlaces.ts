import type { CommandContext } from '#server/procedures.ts'
import type { BookCause } from '#studio/memberships/rules/book.ts'
import { giveClassesBack } from '#studio/memberships/server/classesUsed.ts'
import { ACCOUNT_DELETED } from '#studio/payments/rules.ts'
import { cancelPayments } from '#studio/payments/server/cancel.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { registrations } from '../tables.ts'
import { endRegistrations } from './endRegistrations.ts'
import { raiseEnded } from './freed.ts'
import { giveMakeUpsBack } from './makeUps.ts'

type Registration = typeof registrations.$inferSelect

/** Why a place ended, for the log and the book of its pass. */
const endings = {
  byOwner: 'cancelled by the user',
  classCancelled: 'class cancelled by the studio',
  removed: 'registration removed by staff',
  frozen: 'membership frozen',
  afterEnd: 'membership ends before it',
  accountDeleted: ACCOUNT_DELETED,
} as const satisfies Partial<Record<BookCause, string>>
export type Ending = keyof typeof endings

/** Ends a registration of a locked entry: returns the class to the pass, or cancels the drop-in payment. */
export async function cancelPlace(c: CommandContext, entry: ScheduleRow, place: Registration, ending: Ending) {
  await endPlaces(c, entry.id, [place], ending)
  await cancelPayments(c, known([place.dropInPaymentId]), endings[ending])
  await raiseEnded(c, entry, place.userId)
}

/** Ends the registrations of a locked entry that does not take place. */
export async function cancelPlaces(
  c: CommandContext,
  scheduleId: string,
  ended: readonly Registration[],
  ending: Ending,
) {
  await endPlaces(c, scheduleId, ended, ending)
  await cancelPayments(c, known(ended.map(({ dropInPaymentId }) => dropInPaymentId)), endings[ending])
}

/** Ends registrations of a locked entry; the caller handles payments and letters. */
export async function endPlaces(c: CommandContext, scheduleId: string, ended: readonly Registration[], ending: Ending) {
  if (ended.length === 0) return
  await endRegistrations(c, scheduleId, ended, endings[ending])
  const passes = known(ended.map(({ userMembershipId }) => userMembershipId))
  await giveMakeUpsBack(c, known(ended.map(({ makeUpId }) => makeUpId)))
  await giveClassesBack(c, passes, { scheduleId, cause: ending })
}

const known = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null)
