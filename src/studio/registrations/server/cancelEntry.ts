import { done, refuse, refuseFields } from '#kernel/result.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { on } from '#server/events.ts'
import { does, job } from '#server/jobs/jobs.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { LONGEST_EXTENSION, spanOf, type ClosedDays } from '#studio/closures/rules.ts'
import { addClosedDays } from '#studio/closures/server/add.ts'
import {
  leaveCoursesOut,
  lockClosedDays,
  noteExtension,
  type ClosedDaysRow,
} from '#studio/closures/server/closedDays.ts'
import { eveningsOnClosedDays } from '#studio/courses/server/daysOff.ts'
import { countToExtend, extendPasses } from '#studio/memberships/server/extend.ts'
import { changeUndone, entryCancelled } from '#studio/schedule/events.ts'
import { lockEntries, lockEntry } from '#studio/schedule/server/lock.ts'
import { cancelTogether } from '#studio/schedule/server/series.ts'
import { entriesOnClosedDays } from '#studio/schedule/server/onClosedDays.ts'
import { placesCancelled } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { cancelPlaces } from './cancelPlaces.ts'
import { forgive, unforgivenIn } from './late.ts'
import { placesOf } from './registrants.ts'

export const cancelEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const changeId = await cancelTogether(c, [entry])
  const { className, registeredCount: places } = entry
  const message = logLines.classCancelled(className, places)
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId: entry.id } })
  return done({ changeId })
})

interface Cancelling {
  readonly scheduleIds: readonly string[]
  readonly extendBy: number
}

const refuseExtension = ({ extendBy }: Cancelling) =>
  extendBy < 0 || extendBy > LONGEST_EXTENSION ? refuseFields({ extendBy: 'extensionOutOfRange' }) : null

export const cancelOnClosedDays = run(async (c, input: Cancelling & { closedDaysId: string }) => {
  const wrong = refuseExtension(input)
  if (wrong) return wrong
  // lock classes before courses, as everywhere
  await lockEntries(c.tx, input.scheduleIds)
  const days = await lockClosedDays(c, input.closedDaysId)
  if (!days) return refuse('closedDaysNotFound')
  const evenings = await eveningsOnClosedDays(c.tx, [days], c)
  await leaveCoursesOut(c, [days.id])
  return done({ ...(await cancelOn(c, [days], input)), evenings: evenings.length })
})

type Closing = Cancelling & { readonly days: readonly ClosedDays[]; readonly cancel: boolean }

export const closeDays = run(async (c, { days, cancel, ...cancelling }: Closing) => {
  const wrong = refuseExtension(cancelling)
  if (wrong) return wrong
  if (cancel) await lockEntries(c.tx, cancelling.scheduleIds)
  const evenings = await eveningsOnClosedDays(c.tx, days.map(spanOf), c)
  const goOn = cancel ? [] : evenings.map(({ day }) => day)
  const added = await addClosedDays(c, days, goOn)
  if (!added.ok) return added
  if (!cancel) return done({ cancelled: 0, evenings: 0, extended: 0 })
  return done({ ...(await cancelOn(c, added.value, cancelling)), evenings: evenings.length })
})

/** Cancels classes on closed days together. Places end and passes are extended when the time for undoing is over. */
async function cancelOn(c: CommandContext, closed: readonly ClosedDaysRow[], { scheduleIds, extendBy }: Cancelling) {
  const concerned = await entriesOnClosedDays(c.tx, closed, c)
  const chosen = concerned.map(({ id }) => id).filter((id) => scheduleIds.includes(id))
  const locked = (await lockEntries(c.tx, chosen)).filter(({ cancelledAt }) => cancelledAt === null)
  const [days, ...more] = closed
  const toExtend = extendBy > 0 && more.length === 0 && days?.extendedBy === 0 ? days : null
  // nothing is cancelled, so extend at once
  if (locked.length === 0) return { cancelled: 0, extended: toExtend ? await extend(c, toExtend, extendBy) : 0 }
  const changeId = await cancelTogether(c, locked)
  const reasons = closed.map(({ reason }) => reason).join(', ')
  const message = logLines.cancelledOnClosedDays(locked.length, reasons)
  const metadata = { scheduleIds: locked.map(({ id }) => id), extendBy }
  c.log({ channel: 'registrations', level: 'warning', message, metadata })
  if (!toExtend) return { cancelled: locked.length, extended: 0 }
  await c.queueOrReplace(extendLater, c.now + UNDO_WITHIN, { changeId, closedDaysId: toExtend.id, extendBy })
  return { cancelled: locked.length, extended: await countToExtend(c.tx, c, toExtend) }
}

const extendLater = job<{ changeId: number; closedDaysId: string; extendBy: number }>(
  'registrations.extendPasses',
  ({ changeId }) => String(changeId),
)

export const extendsPasses = does(extendLater, async (c, { closedDaysId, extendBy }) => {
  const days = await lockClosedDays(c, closedDaysId)
  if (days?.extendedBy === 0) await extend(c, days, extendBy)
})

/** Cancels the extension of passes when the cancellation is undone. */
export const keepPasses = on(changeUndone, (c, { changeId }) => c.cancelQueued(extendLater, String(changeId)))

/** Extends some passes now and the others right after; returns how many in all. */
async function extend(c: CommandContext, days: ClosedDaysRow, extendBy: number): Promise<number> {
  const extended = await countToExtend(c.tx, c, days)
  if (extended === 0) return 0
  await noteExtension(c, days.id, extendBy)
  const { id: closedDaysId, firstDay, lastDay, reason } = days
  await extendSome(c, { closedDaysId, closed: { firstDay, lastDay, reason }, extendBy, after: '' })
  return extended
}

/** Passes after this one are still to be extended. The closed days are repeated, as they may be removed meanwhile. */
interface StillToExtend {
  readonly closedDaysId: string
  readonly closed: ClosedDays
  readonly extendBy: number
  readonly after: string
}

async function extendSome(c: CommandContext, part: StillToExtend): Promise<void> {
  const last = await extendPasses(c, part.closed, { days: part.extendBy, after: part.after })
  if (last !== null) await c.queueOrReplace(extendMore, c.now, { ...part, after: last })
}

const extendMore = job<StillToExtend>('registrations.extendMorePasses', ({ closedDaysId }) => closedDaysId)

export const extendsMorePasses = does(extendMore, extendSome)

/** Ends registrations, returns classes to passes, and cancels drop-in payments; tellOfChanges.ts writes the letters. */
export const endCancelled = on(entryCancelled, async (c, { entry }) => {
  const ended = (await placesOf(c.tx, entry.id)).map(({ registration }) => registration)
  await cancelPlaces(c, entry.id, ended, 'classCancelled')
  await forgive(c, await unforgivenIn(c.tx, entry.id))
  await c.raise(placesCancelled, { scheduleId: entry.id, userIds: ended.map(({ userId }) => userId) })
})
