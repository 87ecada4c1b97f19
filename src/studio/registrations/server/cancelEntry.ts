import { done, refuse, refuseFields } from '#kernel/result.ts'
import { on } from '#server/events.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { LONGEST_EXTENSION } from '#studio/closures/rules.ts'
import { lockClosedDays, noteExtension } from '#studio/closures/server/standing.ts'
import { extendPasses } from '#studio/memberships/server/extend.ts'
import { entryCancelled } from '#studio/schedule/events.ts'
import { cancel } from '#studio/schedule/server/change.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { standingOn } from '#studio/schedule/server/standing.ts'
import { placesCancelled } from '../events.ts'
import { giveAllBack } from './giveBack.ts'
import { forgive, standingIn } from './late.ts'
import { placesOf } from './registrants.ts'
import { readersOfEntry, tell } from './tellOfCancellation.ts'

export const cancelEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  await cancelAndLog(c, entry)
  return done({ ended: entry.registeredCount, told: c.letters })
})

async function cancelAndLog(c: CommandContext, entry: ScheduleRow) {
  await cancel(c, entry)
  const message = `Class cancelled: ${entry.className}, ${entry.registeredCount} registrations ended.`
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId: entry.id } })
}

type OnClosedDays = { closedDaysId: string; scheduleIds: readonly string[]; extendBy: number }

export const cancelOnClosedDays = run(async (c, { closedDaysId, scheduleIds, extendBy }: OnClosedDays) => {
  if (extendBy < 0 || extendBy > LONGEST_EXTENSION) return refuseFields({ extendBy: 'extensionOutOfRange' })
  const days = await lockClosedDays(c, closedDaysId)
  if (!days) return refuse('closedDaysNotFound')
  const standing = await standingOn(c.tx, [days], c)
  const chosen = standing.map(({ id }) => id).filter((id) => scheduleIds.includes(id))
  // all of them before what each one locks beside itself
  const locked: ScheduleRow[] = []
  for (const id of chosen.toSorted()) {
    const entry = await lockEntry(c.tx, id)
    if (entry && entry.cancelledAt === null) locked.push(entry)
  }
  for (const entry of locked) await cancelAndLog(c, entry)
  const told = c.letters
  const extended = extendBy > 0 && days.extendedBy === 0 ? await extendPasses(c, days, extendBy) : 0
  if (extended > 0) await noteExtension(c, days.id, extendBy)
  return done({ cancelled: locked.length, told, extended })
})

/**
 * An admin cancels an entry: registrations end, passes get their class back, drop-in payments are
 * cancelled, and everyone who would have come gets a letter, included users as well.
 */
export const endCancelled = on(entryCancelled, async (c, { entry, told }) => {
  const places = await placesOf(c.tx, entry.id)
  const readers = told === 'now' ? await readersOfEntry(c.tx, entry, places, c) : []
  const ended = places.map(({ registration }) => registration)
  await giveAllBack(c, entry.id, ended, 'classCancelled')
  await forgive(c, await standingIn(c.tx, entry.id))
  await tell(c, entry, readers)
  await c.raise(placesCancelled, { scheduleId: entry.id, userIds: ended.map(({ userId }) => userId) })
})
