import { eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { run } from '#server/procedures.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { includedIn, placesOf } from './comers.ts'
import { giveBack } from './giveBack.ts'
import { cancelledLetter, type PlaceBefore } from './letters.ts'

/**
 * An admin cancels an entry (READINGS R16): registrations end, passes get their class back, drop-in payments are
 * cancelled, and everyone who would have come gets a letter, included users as well.
 */
export const cancelEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const places = await placesOf(c, scheduleId)
  const included = await includedIn(c, entry)
  const ended = places.map(({ registration }) => registration)
  await giveBack(c, scheduleId, ended, 'class cancelled by the studio')
  await c.tx.update(schedule).set({ cancelledAt: c.now, updatedAt: c.now }).where(eq(schedule.id, scheduleId))

  const registered = new Set(places.map(({ user }) => user.id))
  const readers: [(typeof included)[number], PlaceBefore | null][] = [
    ...places.map(({ user, ...place }) => [user, place] as [typeof user, PlaceBefore]),
    ...included.filter((user) => !registered.has(user.id)).map((user) => [user, null] as [typeof user, null]),
  ]
  // nobody is told that a class which is over will not take place
  if (entry.endsAt > c.now) {
    const told = readers.filter(([{ deletedAt }]) => deletedAt === null)
    for (const [reader, place] of told) c.mail(cancelledLetter(c.settings, entry, reader, place))
  }
  const message = `Class cancelled: ${entry.className}, ${places.length} registrations ended.`
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId } })
  return done({ ended: places.length })
})
