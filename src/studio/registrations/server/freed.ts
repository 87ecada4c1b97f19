import { and, arrayOverlaps, asc, count, eq, gt, isNull, notExists } from 'drizzle-orm'
import { isSame } from '#kernel/edits.ts'
import type { Tx } from '#server/db/database.ts'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { categoryChanged } from '#studio/accounts/events.ts'
import { people } from '#studio/accounts/tables.ts'
import { categoriesIncluding, isIncluded } from '#studio/classes/rules.ts'
import { entryChanged } from '#studio/schedule/events.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { inclusionChanged } from '#studio/settings/events.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { placeFreed, registrationEnded } from '../events.ts'
import { isOpen } from '../rules.ts'
import { registrations } from '../tables.ts'
import { notAbsent } from './notAbsent.ts'
import { isIncludedIn } from './registrants.ts'
import { forgetClasses } from './takeBack.ts'

/** Raises that a registration of a locked entry has ended, and whether a place became free. */
export async function raiseEnded(c: CommandContext, entry: ScheduleRow, userId: string): Promise<void> {
  // an included person keeps a place without a registration
  const [included] = await c.tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, userId), isIncludedIn(c.settings.classCategories, entry)))
  const stays = included !== undefined
  await c.raise(registrationEnded, { scheduleId: entry.id, userId, stays })
  if (isOpen(entry, c.now) && !stays) await c.raise(placeFreed, { scheduleId: entry.id })
}

/** Handlers that free places for other reasons than the end of a registration. */
export const freedByOthers: readonly EventHandler[] = [
  on(entryChanged, async (c, { before, after }) => {
    if (!isOpen(after, c.now)) return
    const sameRoom = before.maxParticipants === after.maxParticipants && isSame(before.categories, after.categories)
    if (sameRoom && isOpen(before, c.now)) return
    const all = c.settings.classCategories
    const [roomBefore, room] = await Promise.all([before, after].map((entry) => roomIn(c.tx, all, entry)))
    if ((room ?? 0) > (roomBefore ?? 0) || !isOpen(before, c.now)) await c.raise(placeFreed, { scheduleId: after.id })
  }),
  on(inclusionChanged, async (c, { before, after }) => {
    const narrower = before.filter(({ id, includes }) => {
      const now = after.find((category) => category.id === id)
      return includes.some((one) => !now?.includes.includes(one))
    })
    if (narrower.length === 0) return
    for (const entry of await comingIn(
      c,
      narrower.map(({ id }) => id),
    )) {
      const [roomBefore = 0, room = 0] = await Promise.all([before, after].map((all) => roomIn(c.tx, all, entry)))
      if (room > roomBefore) await c.raise(placeFreed, { scheduleId: entry.id })
    }
  }),
  on(categoryChanged, async (c, { userId, before, after }) => {
    const all = c.settings.classCategories
    const categories = categoriesIncluding(all, before)
    if (categories.length === 0) return
    const registered = c.tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, userId)))
    const includedBefore = await c.tx
      .select({ id: schedule.id, categories: schedule.categories })
      .from(schedule)
      .where(
        and(
          gt(schedule.startsAt, c.now),
          isNull(schedule.cancelledAt),
          arrayOverlaps(schedule.categories, categories),
          notExists(registered),
          // the place of an absent person is already free
          notAbsent(schedule.id, userId),
        ),
      )
      .orderBy(asc(schedule.startsAt), asc(schedule.id))
    const gone = includedBefore.filter((entry) => !isIncluded(all, after, entry.categories)).map(({ id }) => id)
    await forgetClasses(c, gone, { userId, stays: false })
    for (const scheduleId of gone) await c.raise(placeFreed, { scheduleId })
  }),
]

/** Open upcoming entries with any of these categories. */
const comingIn = (c: CommandContext, categories: string[]) =>
  c.tx
    .select()
    .from(schedule)
    .where(
      and(gt(schedule.startsAt, c.now), isNull(schedule.cancelledAt), arrayOverlaps(schedule.categories, categories)),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))

/** Number of free places with the given facts of an entry; below 0 if overfull. */
async function roomIn(tx: Tx, all: readonly ClassCategory[], entry: ScheduleRow): Promise<number> {
  const registered = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.scheduleId, entry.id), eq(registrations.userId, people.id)))
  const [included] = await tx
    .select({ count: count() })
    .from(people)
    .where(and(isIncludedIn(all, entry), notExists(registered)))
  return entry.maxParticipants - entry.registeredCount - (included?.count ?? 0)
}
