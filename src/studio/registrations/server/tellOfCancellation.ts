import { eq } from 'drizzle-orm'
import { contentOf } from '#server/db/topics.ts'
import { on } from '#server/events.ts'
import type { Tx } from '#server/db/database.ts'
import { shared, type CommandContext } from '#server/procedures.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { pushTo } from '#studio/notices/server/push.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { entryDeleted } from '#studio/schedule/events.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'
import { includedIn, placesOf, readersFor } from './registrants.ts'
import { cancelledLetter, cancelledPush } from './letters.ts'

type Known = Pick<CommandContext, 'now' | 'settings'>
type Place = Awaited<ReturnType<typeof placesOf>>[number]

/**
 * Who is told when an entry is cancelled or deleted, with the place that they had: everyone who would come, also by
 * category. Nobody is told that a class which is over will not take place, or what they were told before.
 */
export async function readersOf(db: Tx, entry: ScheduleRow, places: readonly Place[], { now, settings }: Known) {
  if (entry.endsAt <= now || entry.cancelledAt !== null) return []
  const registered = new Set(places.map(({ person }) => person.id))
  const included = (await includedIn(db, settings.classCategories, entry)).filter(
    ({ person }) => !registered.has(person.id),
  )
  return [
    ...places.flatMap((place) => readersFor(place).map((reader) => ({ reader, place }))),
    ...included.flatMap((one) => readersFor(one).map((reader) => ({ reader, place: null }))),
  ]
}

export async function tell(c: CommandContext, entry: ScheduleRow, readers: Awaited<ReturnType<typeof readersOf>>) {
  for (const { reader, place } of readers) c.mail(cancelledLetter(c.settings, entry, reader, place))
  const pushes = readers.map(({ reader }) => cancelledPush(c.settings, entry, reader))
  await pushTo(c, 'cancelled', { id: entry.id, at: entry.startsAt }, pushes)
}

/** Tells those who are included in an entry without registrations that is deleted. */
export const tellOfDeletion = on(entryDeleted, async (c, { entry }) =>
  tell(c, entry, await readersOf(c.tx, entry, [], c)),
)

/** How many are told, for whoever is about to do it. */
export const toldOfCancellation = shared(
  [contentOf(schedule), registrations, purchases, payments, people, contentOf(accounts)],
  async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    q.changesAt(entry?.endsAt)
    if (!entry) return { people: 0 }
    const readers = await readersOf(q.db, entry, await placesOf(q.db, scheduleId), q)
    return { people: readers.length }
  },
)
