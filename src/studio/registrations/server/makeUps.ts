// Make-up classes: given to included people who say in time that they can't come, and used instead of a pass.
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { addDays, dateIn, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { rowsOf } from '#server/changes/topics.ts'
import type { Tx } from '#server/db/database.ts'
import { personal, shared, type CommandContext, type QueryContext } from '#server/procedures.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { makeUpUntil, usableFor, type MakeUp } from '../rules/makeUps.ts'
import { absences, makeUps, registrations } from '../tables.ts'

/**
 * Gives one for a locked entry, or the same one again to a person who came back and is absent again; returns its last
 * day, or null if it was lost.
 */
export async function giveMakeUp(c: CommandContext, entry: ScheduleRow, userId: string): Promise<LocalDate | null> {
  const { id: scheduleId, className, startsAt, categories } = entry
  const validUntil = makeUpUntil(entry, c.settings.sections.registration.makeUpDays, c.settings.timeZone)
  const fresh = { className, startsAt, categories, validUntil, takenBackAt: null }
  const [given] = await c.tx
    .insert(makeUps)
    .values({ id: newId(), userId, scheduleId, createdAt: c.now, ...fresh })
    .onConflictDoUpdate({ target: [makeUps.scheduleId, makeUps.userId], set: fresh })
    .returning({ usedFor: makeUps.usedFor })
  return given && given.usedFor !== null ? null : validUntil
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

/**
 * Takes back the make-up class given for an entry; refused while it pays for a place. One that was lost by cancelling
 * late stays lost.
 */
export async function takeMakeUpBack(
  c: CommandContext,
  scheduleId: string,
  userId: string,
): Promise<'none' | 'takenBack' | 'used' | 'lost'> {
  const [given] = await c.tx
    .select()
    .from(makeUps)
    .where(and(eq(makeUps.scheduleId, scheduleId), eq(makeUps.userId, userId)))
    .for('no key update')
  if (!given) return 'none'
  if (given.usedFor !== null) return (await paysFor(c.tx, { scheduleId, userId })) ? 'used' : 'lost'
  await c.tx.update(makeUps).set({ takenBackAt: c.now }).where(eq(makeUps.id, given.id))
  return 'takenBack'
}

/** Whether the make-up class that a person got for an entry pays for a place of theirs. */
export async function paysFor(tx: Tx, missed: { readonly scheduleId: string; readonly userId: string }) {
  const [place] = await tx
    .select({ id: registrations.id })
    .from(makeUps)
    .innerJoin(registrations, eq(registrations.makeUpId, makeUps.id))
    .where(and(eq(makeUps.scheduleId, missed.scheduleId), eq(makeUps.userId, missed.userId)))
  return place !== undefined
}

/** Makes these usable again: the places that they paid for were cancelled in time, or late and then forgiven. */
export async function giveMakeUpsBack(c: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const these = inArray(makeUps.id, [...ids])
  await c.tx.update(makeUps).set({ usedFor: null }).where(these)
  // after a lost one, its owner may have come to the missed class
  const absence = c.tx
    .select({ at: absences.at })
    .from(absences)
    .where(and(eq(absences.scheduleId, makeUps.scheduleId), eq(absences.userId, makeUps.userId)))
  await c.tx
    .update(makeUps)
    .set({ takenBackAt: c.now })
    .where(and(these, isNotNull(makeUps.scheduleId), notExists(absence)))
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
