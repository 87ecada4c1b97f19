import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { contentOf } from '#server/db/topics.ts'
import { on } from '#server/events.ts'
import type { Tx } from '#server/db/database.ts'
import { shared, type CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { letterKind, tell as tellOf } from '#studio/notices/server/tell.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { entryDeleted } from '#studio/schedule/events.ts'
import { untoldOf } from '#studio/schedule/server/changes.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { inScope, type Scope } from '#studio/schedule/rules/series.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences, registrations } from '../tables.ts'
import { forgive, standingIn } from './late.ts'
import { includedIn, placesOf } from './registrants.ts'
import { cancelledText } from './letters.ts'

type Known = Pick<CommandContext, 'now' | 'settings'>
type Place = Awaited<ReturnType<typeof placesOf>>[number]

/**
 * Who is told when an entry is cancelled or deleted, with the place that they had: everyone who would come, also by
 * category. Nobody is told that a class which is over will not take place, or what they were told before.
 */
export async function readersOfEntry(db: Tx, entry: ScheduleRow, places: readonly Place[], { now, settings }: Known) {
  if (entry.endsAt <= now || entry.cancelledAt !== null) return []
  const of = new Map(places.map((place) => [place.person.id, place]))
  const ids = [...of.keys(), ...(await includedIn(db, settings.classCategories, entry))]
  const readers = await readersOf(db, ids)
  return readers.map((reader) => ({ reader, place: of.get(reader.personId) ?? null }))
}

const cancelled = letterKind('registrations.cancelled', 'cancelled')

export async function tell(c: CommandContext, entry: ScheduleRow, found: Awaited<ReturnType<typeof readersOfEntry>>) {
  const places = new Map(found.map(({ reader, place }) => [reader.personId, place]))
  const readers = found.map(({ reader }) => reader)
  // who has not heard of its new time yet knows it by the one before
  const untold = await untoldOf(c.tx, entry.id)
  const knownTo = (personId: string) => {
    const since = places.get(personId)?.registration.createdAt ?? -Infinity
    return { ...entry, ...timesOf(untold.find(({ at }) => at >= since)?.before ?? entry) }
  }
  // one that runs is cancelled for whoever is on the way
  const starts = readers.map(({ personId }) => knownTo(personId).startsAt).filter((startsAt) => startsAt > c.now)
  const at = Math.min(entry.startsAt > c.now ? entry.startsAt : entry.endsAt, ...starts)
  await tellOf(c, cancelled, { subject: entry.id, version: c.now, at }, readers, (reader) =>
    cancelledText(c.settings, knownTo(reader.personId), reader, places.get(reader.personId) ?? null),
  )
}

const timesOf = ({ startsAt, endsAt }: Pick<ScheduleRow, 'startsAt' | 'endsAt'>) => ({ startsAt, endsAt })

/** Tells those who are included in an entry without registrations that is deleted. */
export const tellOfDeletion = on(entryDeleted, async (c, { entry }) => {
  await forgive(c, await standingIn(c.tx, entry.id))
  await tell(c, entry, await readersOfEntry(c.tx, entry, [], c))
})

/** How many are told of entries of a series, each of them once, for whoever is about to cancel or move them. */
export const toldOfSeries = shared(
  [contentOf(schedule), registrations, absences, people, guardians, contentOf(accounts)],
  async (q, { scheduleId, scope, leaveOut }: { scheduleId: string; scope: Scope; leaveOut: readonly string[] }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    if (!entry) return { people: 0 }
    const together = and(eq(schedule.seriesId, entry.seriesId ?? ''), isNull(schedule.cancelledAt))
    const all = await q.db
      .select()
      .from(schedule)
      .where(or(eq(schedule.id, scheduleId), and(together, gt(schedule.startsAt, q.now))))
      .orderBy(asc(schedule.startsAt), asc(schedule.id))
    const meant = inScope(entry, all, scope).filter(({ id }) => !leaveOut.includes(id))
    const ids = meant.map(({ id }) => id)
    const registered = await q.db
      .selectDistinct({ userId: registrations.userId })
      .from(registrations)
      .where(inArray(registrations.scheduleId, ids))
    const coming = new Set(registered.map(({ userId }) => userId))
    const byCategories = new Map(meant.map((one) => [one.categories.join(' '), one]))
    for (const one of byCategories.values()) {
      for (const id of await includedIn(q.db, q.settings.classCategories, one)) coming.add(id)
    }
    const readers = await readersOf(q.db, [...coming])
    q.changesAt(all[0]?.startsAt)
    return { people: new Set(readers.map(({ accountId }) => accountId)).size }
  },
)

/** How many are told, for whoever is about to do it. */
export const toldOfCancellation = shared(
  [contentOf(schedule), registrations, absences, purchases, payments, people, guardians, contentOf(accounts)],
  async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    q.changesAt(entry?.endsAt)
    if (!entry) return { people: 0 }
    const readers = await readersOfEntry(q.db, entry, await placesOf(q.db, scheduleId), q)
    return { people: readers.length }
  },
)
