// Included people who can't come: their place is free until they come after all.
import { and, asc, eq, gt, inArray, isNull, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InBoth } from '#kernel/messages.ts'
import { done, refuse } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, run, shared, type CommandContext } from '#server/procedures.ts'
import { stillHere } from '#studio/accounts/server/locks.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { freePlaces, hasStarted } from '#studio/schedule/rules.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { placeFreed, placeTaken, registrationEnded } from '../events.ts'
import { switchedOn, type ClassCategory } from '#studio/settings/rules.ts'
import { logLines } from '../messages/log.ts'
import { isLate } from '../rules/lateness.ts'
import { cannotReturn, cannotSayAbsent } from '../rules.ts'
import { absences, heldPlaces, makeUps, registrations } from '../tables.ts'
import { releasePlace } from './hold.ts'
import { giveMakeUp, isAnyPlanned, paysFor, takeMakeUpBack } from './makeUps.ts'
import { includedAtMost } from './places.ts'
import { refuseAndLog } from './take.ts'
import { findRegistration } from './registrants.ts'
import { takeAbsentBack, tellAbsent, tellBack } from './tellOfAbsence.ts'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

const theirs = ({ scheduleId, userId }: Place) => and(eq(absences.scheduleId, scheduleId), eq(absences.userId, userId))

export async function isAbsent(tx: Tx, place: Place): Promise<boolean> {
  const [found] = await tx.select({ at: absences.at }).from(absences).where(theirs(place))
  return found !== undefined
}

/** Where an included person is: here, away (said that they can't come), or elsewhere (by the make-up class). */
export async function whereTheyAre(tx: Tx, place: Place): Promise<'here' | 'away' | 'elsewhere'> {
  if (!(await isAbsent(tx, place))) return 'here'
  return (await paysFor(tx, place)) ? 'elsewhere' : 'away'
}

/** The facts that the rules need about a person; null if there is no active person. */
async function personOf(tx: Tx, place: Place) {
  const person = await stillHere(tx, place.userId)
  if (!person?.active) return null
  const registered = (await findRegistration(tx, place.scheduleId, place.userId)) !== null
  return { membershipCategory: person.membershipCategory, registered, absent: await isAbsent(tx, place) }
}

interface Leaving {
  /** The user was told that no make-up class is given any more. */
  readonly acceptsLate: boolean
  /** Staff act for the person, who gets a letter about it. */
  readonly byStaff?: boolean
}

async function leave(c: CommandContext, place: Place, { acceptsLate, byStaff = false }: Leaving) {
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  const person = await personOf(c.tx, place)
  if (!person) return refuse('notIncluded')
  const refusal = cannotSayAbsent(c.settings.classCategories, entry, person, c.now)
  if (refusal) return refuseAndLog(c, place, refusal, 'cancellation')
  const { lateHours } = c.settings.sections.registration
  const gives = switchedOn(c.settings.sections).includes('makeUpClasses')
  const late = isLate(entry, lateHours, c.now)
  if (gives && late && !acceptsLate) return refuseAndLog(c, place, 'noMakeUpByNow', 'cancellation')
  await c.tx.insert(absences).values({ ...place, at: c.now })
  await c.raise(registrationEnded, { ...place, stays: false })
  await c.raise(placeFreed, { scheduleId: entry.id })
  note(c, place, logLines.cantCome(entry.className))
  const makeUpUntil = gives && !late ? await giveMakeUp(c, entry, place.userId) : null
  const lost = gives && !late && makeUpUntil === null
  if (byStaff) {
    const given = makeUpUntil === null ? null : { categories: entry.categories, validUntil: makeUpUntil }
    const usable = given !== null && (await isAnyPlanned(c, given, person.membershipCategory))
    await tellAbsent(c, entry, place.userId, { makeUpUntil, gives, lost, usable })
  }
  return done({ makeUpUntil })
}

/**
 * `byStaff`: the person gets a letter. After the start staff may skip the check for a free place, as the person is
 * present and no one else can take it.
 */
async function comeBack(c: CommandContext, place: Place, { byStaff = false } = {}) {
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  const person = await personOf(c.tx, place)
  if (!person) return refuse('notAbsent')
  const all = c.settings.classCategories
  const [row] = await c.tx
    .select({ included: includedAtMost(all, entry.id, 2), heldUntil: heldPlaces.until })
    .from(schedule)
    .leftJoin(heldPlaces, and(eq(heldPlaces.scheduleId, schedule.id), eq(heldPlaces.userId, place.userId)))
    .where(eq(schedule.id, entry.id))
  const heldUntil = row?.heldUntil ?? null
  // a place held for this person is free for them
  const heldCount = entry.heldCount - (heldUntil !== null && heldUntil > c.now ? 1 : 0)
  const places = { ...entry, heldCount, includedCount: row?.included ?? 0 }
  const refusal =
    byStaff && hasStarted(entry, c.now)
      ? cannotReturn(all, { ...places, maxParticipants: Infinity }, person, entry.startsAt - 1)
      : cannotReturn(all, places, person, c.now)
  if (refusal) {
    return refuseAndLog(c, place, refusal === 'classFull' && heldUntil !== null ? ('offerEnded' as const) : refusal)
  }
  const makeUp = await takeMakeUpBack(c, place.scheduleId, place.userId)
  if (makeUp === 'used') return refuseAndLog(c, place, 'comesInstead')
  const [said] = await c.tx.delete(absences).where(theirs(place)).returning()
  if (heldUntil !== null) await releasePlace(c, place)
  await c.raise(placeTaken, { ...place, full: freePlaces(places) <= 1 })
  note(c, place, logLines.comesAfterAll(entry.className))
  const wasRead = await takeAbsentBack(c, entry, place.userId, said?.at ?? c.now)
  if (byStaff && wasRead) await tellBack(c, entry, place.userId, makeUp === 'takenBack')
  return done({})
}

const note = (c: CommandContext, { scheduleId, userId }: Place, message: InBoth) =>
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })

export const cantCome = run(
  (c, { scheduleId, acceptsLate }: { scheduleId: string; acceptsLate?: boolean | undefined }) =>
    leave(c, { scheduleId, userId: c.subjectId }, { acceptsLate: acceptsLate === true }),
)
export const comeAfterAll = run((c, { scheduleId }: { scheduleId: string }) =>
  comeBack(c, { scheduleId, userId: c.subjectId }),
)
export const otherCantCome = run((c, { scheduleId, userId }: Place) =>
  leave(c, { scheduleId, userId }, { acceptsLate: true, byStaff: true }),
)
export const otherComesAfterAll = run((c, { scheduleId, userId }: Place) =>
  comeBack(c, { scheduleId, userId }, { byStaff: true }),
)

/** The person's absences in entries that have not ended. */
export const absentFrom = personal(
  { on: [contentOf(schedule)], ownOn: [absences.userId, makeUps.userId, registrations.userId] },
  async (q) => {
    const instead = alias(schedule, 'instead')
    const found = await q.db
      .select({
        scheduleId: absences.scheduleId,
        className: schedule.className,
        startsAt: schedule.startsAt,
        endsAt: schedule.endsAt,
        instead: { className: instead.className, startsAt: instead.startsAt, endsAt: instead.endsAt },
      })
      .from(absences)
      .innerJoin(schedule, eq(schedule.id, absences.scheduleId))
      .leftJoin(makeUps, and(eq(makeUps.scheduleId, absences.scheduleId), eq(makeUps.userId, absences.userId)))
      // not what it was used for: it may have been lost there
      .leftJoin(registrations, eq(registrations.makeUpId, makeUps.id))
      .leftJoin(instead, eq(instead.id, registrations.scheduleId))
      .where(and(eq(absences.userId, q.subjectId), gt(schedule.endsAt, q.now), isNull(schedule.cancelledAt)))
      .orderBy(asc(schedule.startsAt), asc(schedule.id))
    for (const { endsAt } of found) q.changesAt(endsAt)
    return found
  },
)

/** Included people who can't come to one of these entries, by name. */
export async function absentPeople(db: Tx, all: readonly ClassCategory[], scheduleIds: readonly string[]) {
  if (scheduleIds.length === 0) return []
  const registered = db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.scheduleId, absences.scheduleId), eq(registrations.userId, absences.userId)))
  const found = await db
    .select({
      scheduleId: absences.scheduleId,
      userId: people.id,
      displayName: people.displayName,
      familyName: people.familyName,
      at: absences.at,
      category: people.membershipCategory,
      categories: schedule.categories,
    })
    .from(absences)
    .innerJoin(schedule, eq(schedule.id, absences.scheduleId))
    .innerJoin(people, eq(people.id, absences.userId))
    .where(
      and(
        inArray(absences.scheduleId, [...scheduleIds]),
        isNull(schedule.cancelledAt),
        eq(people.active, true),
        notExists(registered),
      ),
    )
    .orderBy(asc(people.displayName), asc(people.familyName), asc(people.id))
  return found
    .filter(({ category, categories }) => isIncluded(all, category, categories))
    .map(({ category: _category, categories: _categories, ...person }) => person)
}

export const absentReads = [absences, people, registrations, contentOf(schedule)]

/** The same for one entry, for staff. */
export const absentIn = shared(absentReads, (q, { scheduleId }: { scheduleId: string }) =>
  absentPeople(q.db, q.settings.classCategories, [scheduleId]),
)
