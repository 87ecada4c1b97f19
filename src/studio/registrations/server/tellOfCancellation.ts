import { eq } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { on } from '#server/events.ts'
import { shared, type CommandContext } from '#server/procedures.ts'
import { entryDeleted } from '#studio/schedule/events.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { includedIn, placesOf, readersFor } from './registrants.ts'
import { cancelledLetter } from './letters.ts'

type Place = Awaited<ReturnType<typeof placesOf>>[number]

/**
 * Who is told when an entry is cancelled or deleted, with the place that they had: everyone who would come, also by
 * category. Nobody is told that a class which is over will not take place, or what they were told before.
 */
export async function readersOf(tx: Tx, entry: ScheduleRow, places: readonly Place[], now: Instant) {
  if (entry.endsAt <= now || entry.cancelledAt !== null) return []
  const registered = new Set(places.map(({ person }) => person.id))
  const included = (await includedIn(tx, entry)).filter(({ person }) => !registered.has(person.id))
  return [
    ...places.flatMap((place) => readersFor(place).map((reader) => ({ reader, place }))),
    ...included.flatMap((one) => readersFor(one).map((reader) => ({ reader, place: null }))),
  ]
}

export function tell(c: CommandContext, entry: ScheduleRow, readers: Awaited<ReturnType<typeof readersOf>>): void {
  for (const { reader, place } of readers) c.mail(cancelledLetter(c.settings, entry, reader, place))
}

/** Tells those who are included in an entry without registrations that is deleted. */
export const tellOfDeletion = on(entryDeleted, async (c, { entry }) =>
  tell(c, entry, await readersOf(c.tx, entry, [], c.now)),
)

/** How many are told, for whoever is about to do it. */
export const toldOfCancellation = shared(
  ['schedule:content', 'registrations', 'purchases', 'payments', 'people', 'accounts:content'],
  async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    q.changesAt(entry?.endsAt)
    if (!entry) return { people: 0 }
    const readers = await readersOf(q.db, entry, await placesOf(q.db, scheduleId), q.now)
    return { people: readers.length }
  },
)
