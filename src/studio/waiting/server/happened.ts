// Reacts to changes of classes and courses that have waiting lists.
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Span } from '#kernel/clock.ts'
import type { Instant } from '#kernel/time.ts'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import {
  courseChanged,
  courseDeleted,
  placeFreed as coursePlaceFreed,
  placeTaken as courseTaken,
} from '#studio/courses/events.ts'
import { changesTold, placeFreed, placeTaken } from '#studio/registrations/events.ts'
import { entryCancelled, entryChanged, entryDeleted, timeChanged } from '#studio/schedule/events.ts'
import { hasNewTime } from '#studio/schedule/rules.ts'
import { featureEnds } from '#studio/settings/events.ts'
import type { Target } from '../rules.ts'
import { activeStates } from '../rules/states.ts'
import { waiting } from '../tables.ts'
import { offerExpires, offerFreed, offerIn, withdraw } from './offer.ts'
import { tellClosed, tellNewTime } from './letters.ts'
import { lockBookable, readBookable } from './bookable.ts'
import { activeOf, isActive, isFor, move } from './rows.ts'

const inClass = (scheduleId: string): Target => ({ kind: 'class', id: scheduleId })
const inCourse = (courseId: string): Target => ({ kind: 'course', id: courseId })

/**
 * Ends the wait of a person who has a place. If it is full now, the others may be told again about the next free place.
 */
async function noteTaken(c: CommandContext, target: Target, userId: string, full: boolean): Promise<void> {
  const theirs = await c.tx
    .select()
    .from(waiting)
    .where(and(isFor(target), inArray(waiting.state, [...activeStates, 'expired']), eq(waiting.userId, userId)))
    .for('update')
  for (const row of theirs) {
    await move(c, row, 'taken', { skipped: null })
    await c.cancelQueued(offerExpires, row.id)
  }
  if (full) await noneIsFree(c, target)
}

/** The people who were told that a place is free for everybody are told again about the next one. */
async function noneIsFree(c: CommandContext, target: Target): Promise<void> {
  await c.tx
    .update(waiting)
    .set({ toldAt: null })
    .where(and(isFor(target), isNotNull(waiting.toldAt)))
}

/** Closes the waits for what does not take place, and tells the people if waiting lists are on. */
async function close(c: CommandContext, target: Target): Promise<void> {
  const rows = await activeOf(c.tx, target)
  const bookable = rows.length > 0 ? await readBookable(c.tx, c, target) : null
  for (const row of rows) {
    await withdraw(c, row, 'closed')
    if (bookable && c.settings.sections.features.waitingLists) await tellClosed(c, bookable, row)
  }
}

/** 'Take it for me' was said for the former time: at another one people are asked first. */
async function askFirst(c: CommandContext, target: Target): Promise<void> {
  await c.tx
    .update(waiting)
    .set({ takeWith: null })
    .where(and(isFor(target), isActive, isNotNull(waiting.takeWith)))
}

/** Tells those who joined before the change, and so know another time. */
async function tellOfTime(
  c: CommandContext,
  { scheduleId, history }: { readonly scheduleId: string; readonly history: readonly (Span & { at: Instant })[] },
): Promise<void> {
  const target = inClass(scheduleId)
  const rows = c.settings.sections.features.waitingLists ? await activeOf(c.tx, target) : []
  const bookable = rows.length > 0 ? await readBookable(c.tx, c, target) : null
  if (!bookable?.entry || bookable.closed !== null) return
  for (const row of rows) {
    const known = history.find(({ at }) => at >= row.joinedAt)
    if (known && hasNewTime(known, bookable.entry)) await tellNewTime(c, bookable.entry, row)
  }
}

/** After a change of time or availability: people without time left to reply wait again. */
async function review(c: CommandContext, target: Target): Promise<void> {
  // check for rows first, as most changes concern nobody; the change has locked it already
  const rows = await activeOf(c.tx, target)
  const bookable = rows.length > 0 ? await lockBookable(c, target) : null
  if (!bookable) return
  const tooLate = rows.filter(({ offeredUntil }) => (offeredUntil ?? 0) > bookable.cutOff)
  const offered = rows.filter(({ state }) => state === 'offered')
  const back = bookable.closed === null ? tooLate : offered
  for (const row of back) await withdraw(c, row, 'waiting')
  const after = back.length > 0 ? await lockBookable(c, target) : null
  if (after) await offerIn(c, after)
  else if (bookable.free <= 0) await noneIsFree(c, target)
}

export const happened: readonly EventHandler[] = [
  on(placeFreed, (c, { scheduleId }) => offerFreed(c, inClass(scheduleId))),
  on(coursePlaceFreed, (c, { courseId }) => offerFreed(c, inCourse(courseId))),
  on(placeTaken, (c, { scheduleId, userId, full }) => noteTaken(c, inClass(scheduleId), userId, full)),
  on(courseTaken, (c, { courseId, userId, full }) => noteTaken(c, inCourse(courseId), userId, full)),
  on(timeChanged, (c, { scheduleId }) => askFirst(c, inClass(scheduleId))),
  on(changesTold, tellOfTime),
  on(entryChanged, (c, { after }) => review(c.byStudio(), inClass(after.id))),
  on(courseChanged, (c, { courseId }) => review(c.byStudio(), inCourse(courseId))),
  on(entryCancelled, (c, { entry }) => close(c.byStudio(), inClass(entry.id))),
  on(entryDeleted, (c, { entry }) => close(c.byStudio(), inClass(entry.id))),
  on(courseDeleted, (c, { courseId }) => close(c.byStudio(), inCourse(courseId))),
  on(featureEnds, async (c, { feature, keep }) => {
    if (feature !== 'waitingLists') return
    const [offered] = await c.tx.select({ id: waiting.id }).from(waiting).where(eq(waiting.state, 'offered')).limit(1)
    if (offered) keep('offersPending')
  }),
]
