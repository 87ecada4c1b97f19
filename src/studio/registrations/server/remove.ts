import type { CommandContext } from '#server/procedures.ts'
import { otherReadersOf } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { eventOf } from '#studio/schedule/server/calendar.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { registrations } from '../tables.ts'
import { cancelPlace } from './cancelPlaces.ts'
import { removedText } from './letters.ts'
import { accountsComing, comingTo, placeOf } from './registrants.ts'

const removed = letterKind('registrations.removed', 'cancelled')

/** Ends a registration of a locked entry for staff. Tells the person, unless they still come by category. */
export async function removePlace(
  c: CommandContext,
  entry: ScheduleRow,
  registration: typeof registrations.$inferSelect,
): Promise<void> {
  const { id, userId } = registration
  const place = await placeOf(c.tx, id)
  await cancelPlace(c, entry, registration, 'removed')
  const { included } = await comingTo(c.tx, c.settings.classCategories, entry)
  if (!place || included.includes(userId)) return
  const readers = await otherReadersOf(c, [userId])
  const coming = await accountsComing(c.tx, c.settings.classCategories, entry)
  const about = { subject: id, version: 1, at: entry.startsAt }
  await tell(c, removed, about, readers, (reader) => {
    const text = removedText(c.settings, eventOf(entry), reader, place)
    return coming.has(reader.accountId) ? text : { ...text, calendar: [{ ...eventOf(entry), cancelled: true }] }
  })
}
