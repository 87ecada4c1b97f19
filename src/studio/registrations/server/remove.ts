import type { CommandContext } from '#server/procedures.ts'
import { readersOf } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { registrations } from '../tables.ts'
import { giveBack } from './giveBack.ts'
import { removedText } from './letters.ts'
import { comingTo, placesOf } from './registrants.ts'

const removed = letterKind('registrations.removed', 'cancelled')

/** Staff end a registration of a locked entry. Who had the place is told, unless they still come by category. */
export async function removePlace(
  c: CommandContext,
  entry: ScheduleRow,
  registration: typeof registrations.$inferSelect,
): Promise<void> {
  const { id, userId } = registration
  const place = (await placesOf(c.tx, entry.id)).find((one) => one.registration.id === id)
  await giveBack(c, entry, registration, 'removed')
  const { included } = await comingTo(c.tx, c.settings.classCategories, entry)
  if (!place || included.includes(userId)) return
  // nobody is told of what they have just done themselves, such as staff for a child of theirs
  const readers = (await readersOf(c.tx, [userId])).filter(({ accountId }) => accountId !== c.actorId)
  const about = { subject: id, version: 1, at: entry.startsAt }
  await tell(c, removed, about, readers, (reader) => removedText(c.settings, eventOf(entry), reader, place))
}
