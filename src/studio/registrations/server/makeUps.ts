// Make-up classes: given to included people who say in time that they can't come, and used instead of a pass.
import { and, asc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { addDays, dateIn, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { rowsOf } from '#server/changes/topics.ts'
import { personal, shared, type CommandContext, type QueryContext } from '#server/procedures.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { makeUpUntil, usableFor, type MakeUp } from '../rules/makeUps.ts'
import { makeUps } from '../tables.ts'

/**
 * Gives one for a locked entry, or the same one again to a person who came back and is absent again; returns its last
 * day.
 */
export async function giveMakeUp(c: CommandContext, entry: ScheduleRow, userId: string): Promise<LocalDate> {
  const { id: scheduleId, className, startsAt, categories } = entry
  const validUntil = makeUpUntil(entry, c.settings.sections.registration.makeUpDays, c.settings.timeZone)
  const fresh = { className, startsAt, categories, validUntil, takenBackAt: null }
  await c.tx
    .insert(makeUps)
    .values({ id: newId(), userId, scheduleId, createdAt: c.now, ...fresh })
    .onConflictDoUpdate({ target: [makeUps.scheduleId, makeUps.userId], set: fresh })
  return validUntil
}

/** Whether any class that it could be used for is planned. */
export async function isAnyPlanned(
  c: CommandContext,
  makeUp: MakeUp,
  membershipCategory: string | null,
): Promise<boolean> {
  const { timeZone, classCategories: all } = c.settings
  const { startsAt, categories, cancelledAt } = schedule
  const planned = await c.tx
    .select({ startsAt, categories, cancelledAt })
    .from(schedule)
    .where(and(gt(startsAt, c.now), lt(startsAt, startOfDay(timeZone, addDays(makeUp.validUntil, 1)))))
  return usableFor(makeUp, { all, membershipCategory }, planned, c.now, timeZone).length > 0
}

/** Takes back the make-up class given for an entry; refused if it is used, or was lost. */
export async function takeMakeUpBack(
  c: CommandContext,
  scheduleId: string,
  userId: string,
): Promise<'none' | 'takenBack' | 'used'> {
  const [given] = await c.tx
    .select()
    .from(makeUps)
    .where(and(eq(makeUps.scheduleId, scheduleId), eq(makeUps.userId, userId)))
    .for('no key update')
  if (!given) return 'none'
  if (given.usedFor !== null) return 'used'
  await c.tx.update(makeUps).set({ takenBackAt: c.now }).where(eq(makeUps.id, given.id))
  return 'takenBack'
}

/** Makes these usable again: the places that they paid for were cancelled in time. */
export async function giveMakeUpsBack(c: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await c.tx
    .update(makeUps)
    .set({ usedFor: null })
    .where(inArray(makeUps.id, [...ids]))
}

/** A person's usable make-up classes, ending soonest first. */
async function usableOf(q: QueryContext, userId: string) {
  const zone = q.settings.timeZone
  const { id, className, startsAt, categories, validUntil } = makeUps
  const found = await q.db
    .select({ id, className, startsAt, categories, validUntil })
    .from(makeUps)
    .where(
      and(
        eq(makeUps.userId, userId),
        isNull(makeUps.usedFor),
        isNull(makeUps.takenBackAt),
        gte(makeUps.validUntil, sql`${dateIn(zone, q.now)}::date`),
      ),
    )
    .orderBy(asc(validUntil), asc(startsAt), asc(id))
  for (const one of found) q.changesAt(startOfDay(zone, addDays(one.validUntil, 1)))
  return found
}

export const ownMakeUps = personal({ on: [], ownOn: [makeUps.userId] }, (q) => usableOf(q, q.subjectId))

export const makeUpsOf = shared(
  ({ userId }: { userId: string }) => [rowsOf(makeUps.userId, userId)],
  (q, { userId }) => usableOf(q, userId),
)
