// Withdraws waiting letters about a class from people whom it does not concern any more.
import type { Span } from '#kernel/clock.ts'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { forgetWaiting, sayAnew, type WaitingNotice } from '#studio/notices/server/takeBack.ts'
import { letterKind } from '#studio/notices/server/tell.ts'
import { entriesCancelling, entryChanged } from '#studio/schedule/events.ts'
import { isMoved } from '#studio/schedule/rules.ts'
import { registrationEnded } from '../events.ts'
import { reminder } from './bookings.ts'
import { changedText, toldAgain, type KeptClass } from './letters.ts'

export const moved = letterKind('registrations.moved', 'moved')
export const cancelled = letterKind('registrations.cancelled', 'cancelled')
export const absent = letterKind('registrations.absent', 'cancelled')

/** The classes in a letter about changes. */
const classesOf = ({ content: { parts = [] } }: WaitingNotice) => parts as readonly KeptClass[]

/**
 * Rewrites waiting letters about changes without a class that takes place, or with `instead`; cancellations stay in
 * them.
 */
async function leaveOut(
  c: CommandContext,
  scheduleIds: readonly string[],
  personId?: string,
  instead: (one: KeptClass) => KeptClass[] = () => [],
): Promise<readonly { readonly notice: WaitingNotice; readonly one: KeptClass }[]> {
  const left: { notice: WaitingNotice; one: KeptClass }[] = []
  await sayAnew(c, { kinds: [moved, cancelled], personId }, (notice, reader): NoticeText | null => {
    const all = classesOf(notice)
    const gone = all.filter(({ event, now }) => now !== null && scheduleIds.includes(event.id))
    if (gone.length === 0) return notice.content
    left.push(...gone.map((one) => ({ notice, one })))
    const rest = all.flatMap((one) => (gone.includes(one) ? instead(one) : [one]))
    if (rest.length === 0) return null
    return changedText(c.settings, rest.map(toldAgain), reader)
  })
  return left
}

/**
 * A person has left classes: no more letters about them. A person who `stays` by category comes without the kept place.
 */
export async function forgetClasses(
  c: CommandContext,
  scheduleIds: readonly string[],
  { userId, stays }: { readonly userId: string; readonly stays: boolean },
): Promise<void> {
  if (scheduleIds.length === 0) return
  await leaveOut(c, scheduleIds, userId, (one) => (stays ? [{ ...one, place: null }] : []))
  if (!stays) await forgetWaiting(c, { subjects: scheduleIds, personId: userId })
}

export type KnownTo = (reader: Reader, entry: { readonly id: string }) => Span | undefined

/** Withdraws waiting letters about classes that are now cancelled; returns the time that each reader knew before. */
export async function takeBackOf(c: CommandContext, scheduleIds: readonly string[]): Promise<KnownTo> {
  const gone = await leaveOut(c, scheduleIds)
  // a person whom staff marked as absent still reads that, as they get no other letter about the class
  await forgetWaiting(c, { subjects: scheduleIds, not: [absent] })
  return ({ accountId, personId }, { id }) => {
    const first = gone.find(
      ({ notice, one }) => notice.accountId === accountId && notice.personId === personId && one.event.id === id,
    )
    return first && { startsAt: first.one.before.startsAt, endsAt: first.one.before.endsAt }
  }
}

export const takesBack: readonly EventHandler[] = [
  on(registrationEnded, (c, { scheduleId, ...who }) => forgetClasses(c, [scheduleId], who)),
  // a moved class is reminded of again, at its new time
  on(entryChanged, async (c, { before, after }) => {
    if (!isMoved(before, after)) return
    await forgetWaiting(c, { subjects: [after.id], kinds: [reminder] })
  }),
  on(entriesCancelling, async (c, { scheduleIds }) => {
    await forgetWaiting(c, { subjects: scheduleIds, kinds: [reminder] })
  }),
]
