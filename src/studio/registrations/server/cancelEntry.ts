import { done, refuse } from '#kernel/result.ts'
import { on } from '#server/events.ts'
import { run } from '#server/procedures.ts'
import { entryCancelled } from '#studio/schedule/events.ts'
import { cancel } from '#studio/schedule/server/change.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { giveAllBack } from './giveBack.ts'
import { placesOf } from './registrants.ts'
import { readersOf, tell } from './tellOfCancellation.ts'

export const cancelEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  await cancel(c, entry)
  const ended = entry.registeredCount
  const message = `Class cancelled: ${entry.className}, ${ended} registrations ended.`
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId } })
  return done({ ended, told: c.letters })
})

/**
 * An admin cancels an entry (READINGS R16): registrations end, passes get their class back, drop-in payments are
 * cancelled, and everyone who would have come gets a letter, included users as well.
 */
export const endCancelled = on(entryCancelled, async (c, { entry }) => {
  const places = await placesOf(c.tx, entry.id)
  const readers = await readersOf(c.tx, entry, places, c.now)
  const ended = places.map(({ registration }) => registration)
  await giveAllBack(c, entry.id, ended, 'class cancelled by the studio')
  tell(c, entry, readers)
})
