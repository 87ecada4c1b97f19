import { eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { run } from '#server/procedures.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { placesOf } from './comers.ts'
import { giveBack } from './giveBack.ts'
import { readersOf, tell } from './tellOfCancellation.ts'

/**
 * An admin cancels an entry (READINGS R16): registrations end, passes get their class back, drop-in payments are
 * cancelled, and everyone who would have come gets a letter, included users as well.
 */
export const cancelEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const places = await placesOf(c.tx, scheduleId)
  const readers = await readersOf(c.tx, entry, places, c.now)
  const ended = places.map(({ registration }) => registration)
  await giveBack(c, scheduleId, ended, 'class cancelled by the studio')
  await c.tx.update(schedule).set({ cancelledAt: c.now, updatedAt: c.now }).where(eq(schedule.id, scheduleId))
  const told = tell(c, entry, readers)
  const message = `Class cancelled: ${entry.className}, ${places.length} registrations ended.`
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId } })
  return done({ ended: places.length, told })
})
