import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import type { InBoth } from '#kernel/messages.ts'
import { dateIn, timeIn } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { closedOn } from '#studio/closures/rules.ts'
import { closedFromToday } from '#studio/closures/server/closedDays.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { decideRoom, freeTimes, takeTimes, withRoom, type TakenTime } from '#studio/rooms/server/take.ts'
import type { EntryForm, schedule as contract } from '../contract.ts'
import { changeUndone, entriesCancelling } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { factsUndone, isUndoable } from '../rules/changes.ts'
import { checkEntry, entryFormOf } from '../rules/entry.ts'
import { formAfter, onSaved } from '../rules/series.ts'
import { schedule, scheduleChangedEntries, scheduleChanges } from '../tables.ts'
import { decideEntry, saveEntry, takenBy } from './change.ts'
import { isChangedAgain, lockChange, noteChange, raiseChanged, type ChangedEntry } from './changes.ts'
import { lockEntries, type ScheduleRow } from './lock.ts'

/** Upcoming entries of the same series, including the entry itself. */
export const series = shared([schedule], async (q, { scheduleId }: { scheduleId: string }) => {
  const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
  if (!entry || entry.seriesId === null) return []
  const found = await q.db
    .select()
    .from(schedule)
    .where(and(eq(schedule.seriesId, entry.seriesId), isNull(schedule.cancelledAt), gt(schedule.startsAt, q.now)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  q.changesAt(found[0]?.startsAt)
  return found
})

/** Locks an entry and others of its series; refuses if one of them can't be changed any more. */
async function lockSeries(c: CommandContext, scheduleId: string, scheduleIds: readonly string[]) {
  const ids = new Set([scheduleId, ...scheduleIds])
  const locked = await lockEntries(c.tx, [...ids])
  const entry = locked.find(({ id }) => id === scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const stands = (one: ScheduleRow) =>
    one.cancelledAt === null && one.startsAt > c.now && (one === entry || one.seriesId === entry.seriesId)
  const all = locked.length === ids.size && entry.seriesId !== null && locked.every(stands)
  return all ? done({ entry, locked }) : refuse('seriesChanged')
}

/** Edits an entry and others of its series in the same way: all of them or none. */
export const editSeries = run(async (c, input: InputOf<typeof contract.editSeries>) => {
  const { scheduleId, scheduleIds, before, ...form } = input
  const found = await lockSeries(c, scheduleId, scheduleIds)
  if (!found.ok) return found
  const { entry, locked } = found.value
  const { timeZone, classCategories } = c.settings
  const [typed, begun] = [withRoom(form, entry), withRoom(before, entry)]
  const saved = entryFormOf(entry, timeZone)
  const check = (form: EntryForm) => checkEntry(form, entry, classCategories)
  const edit = await decideEdit<EntryForm>(c, entry, { saved, before: begun, typed, check })
  if (!edit.ok) return edit
  const now = onSaved(saved, { before: begun, typed })
  const forms = locked.map((one) => ({
    before: one,
    form: one === entry ? edit.value : formAfter(entryFormOf(one, timeZone), now.before, now.typed),
  }))
  const roomOf = ({ before, form }: (typeof forms)[number]) => ({ ...before, roomId: form.roomId ?? null })
  for (const { before: one, form } of forms) {
    const wrong = checkEntry(form, one, classCategories)
    if (wrong.maxParticipants) return refuse('fewerThanRegistered', { when: whenOf(c, one), places: placesIn(one) })
    const refused = refuseWrong(wrong)
    if (refused) return refused
  }
  const ownerIds = locked.map(({ id }) => id)
  const changed: { before: ScheduleRow; after: ScheduleRow }[] = []
  for (const { before: one, form } of forms.toSorted((a, b) => inOrder(roomOf(a), roomOf(b)))) {
    const beside = changed.map(({ after }) => takenBy(after))
    const decided = await decideEntry(c, one, form, { ownerIds, beside })
    if (!decided.ok) return decided
    changed.push({ before: one, after: decided.value })
  }
  const changeId = await noteChange(c, 'edited', changed, { undoableUntil: c.now + UNDO_WITHIN })
  for (const { after } of changed) await saveEntry(c, after)
  await takeTimes(
    c,
    changed.map(({ after }) => takenBy(after)),
  )
  for (const one of changed) await raiseChanged(c, one, 'later')
  logOf(c, logLines.editedTogether(changed.length, entry.className), locked, 'info')
  return done({ changeId, changed: changed.length })
})

/** Lock order of rooms; also makes the refusal name the earliest clash. */
const inOrder = (a: ScheduleRow, b: ScheduleRow): number => {
  const [one, other] = [a.roomId ?? '', b.roomId ?? '']
  return one === other ? a.startsAt - b.startsAt : one < other ? -1 : 1
}

const placesIn = (entry: ScheduleRow): number => entry.registeredCount + entry.heldCount

function whenOf({ settings: { timeZone } }: CommandContext, { startsAt }: ScheduleRow): string {
  return `${dateIn(timeZone, startsAt)} ${timeIn(timeZone, startsAt)}`
}

const logOf = (c: CommandContext, message: InBoth, entries: readonly ScheduleRow[], level: 'info' | 'warning') =>
  c.log({ channel: 'registrations', level, message, metadata: { scheduleIds: entries.map(({ id }) => id) } })

/**
 * Cancels locked entries, visible at once; registrations end and people are told after the time for undoing. Returns
 * the change's id.
 */
export async function cancelTogether(c: CommandContext, locked: readonly ScheduleRow[]): Promise<number> {
  const changed = locked.map((before) => ({ before, after: { ...before, cancelledAt: c.now } }))
  const changeId = await noteChange(c, 'cancelled', changed, { undoableUntil: c.now + UNDO_WITHIN })
  await setCancelled(c, locked, true)
  await c.raise(entriesCancelling, { scheduleIds: locked.map(({ id }) => id) })
  return changeId
}

/** Cancels an entry and others of its series. */
export const cancelSeries = run(async (c, { scheduleId, scheduleIds }: InputOf<typeof contract.cancelSeries>) => {
  const found = await lockSeries(c, scheduleId, scheduleIds)
  if (!found.ok) return found
  const { entry, locked } = found.value
  const changeId = await cancelTogether(c, locked)
  logOf(c, logLines.cancelledTogether(locked.length, entry.className), locked, 'warning')
  return done({ changeId, changed: locked.length })
})

async function setCancelled(c: CommandContext, entries: readonly ScheduleRow[], cancelled: boolean): Promise<void> {
  const cancelledAt = cancelled ? c.now : null
  for (const { id } of entries) {
    await c.tx.update(schedule).set({ cancelledAt, updatedAt: c.now }).where(eq(schedule.id, id))
  }
  if (cancelled)
    await freeTimes(
      c,
      entries.map(({ id }) => id),
    )
  else await takeTimes(c, entries.map(takenBy))
}

/** Changes that can still be undone, the newest first. */
export const undoable = shared([scheduleChanges, scheduleChangedEntries, schedule, closedDays], async (q) => {
  const changes = await q.db
    .select({ change: scheduleChanges, className: schedule.className, startsAt: schedule.startsAt })
    .from(scheduleChanges)
    .innerJoin(scheduleChangedEntries, eq(scheduleChangedEntries.changeId, scheduleChanges.id))
    .innerJoin(schedule, eq(schedule.id, scheduleChangedEntries.scheduleId))
    .where(and(isNull(scheduleChanges.undoneAt), gt(scheduleChanges.undoableUntil, q.now)))
    .orderBy(asc(scheduleChanges.id), asc(schedule.startsAt))
  const closed = changes.length > 0 ? await closedFromToday(q.db, q) : []
  const found = new Map<number, typeof changes>()
  for (const one of changes) {
    q.changesAt(one.change.undoableUntil)
    found.set(one.change.id, [...(found.get(one.change.id) ?? []), one])
  }
  return [...found.values()].toReversed().flatMap((entries) => {
    const [first] = entries
    if (!first) return []
    const { id: changeId, at, kind } = first.change
    const className = [...new Set(entries.map((entry) => entry.className))].join(', ')
    const isClosed = entries.some(({ startsAt }) => closedOn(closed, dateIn(q.settings.timeZone, startsAt)))
    return [{ changeId, at, kind, className, changed: entries.length, onClosedDays: kind === 'cancelled' && isClosed }]
  })
})

/** Undoes a change within two minutes; keeps what others have changed since. */
export const undoChange = run(async (c, { changeId }: { changeId: number }) => {
  const { change, entries, changed } = await lockChange(c, changeId)
  if (!change || !isUndoable(change, c.now)) return refuse('changeStands')
  if (await isChangedAgain(c.tx, change, c.now)) return refuse('undoLaterFirst')
  const facts = new Map(changed.map((one) => [one.scheduleId, one]))
  const isCancelled = change.kind === 'cancelled'
  const restored: { before: ScheduleRow; after: ScheduleRow }[] = []
  const taken: TakenTime[] = []
  const steps = entries.map((entry) => ({ entry, after: restoredFrom(c, entry, facts.get(entry.id), isCancelled) }))
  for (const { entry, after } of steps.toSorted((a, b) => inOrder(a.after, b.after))) {
    const { roomId, teacherIds } = after
    const decided = await decideRoom(
      c,
      { roomId, teacherIds },
      { saved: after, times: [after], ownerIds: entries.map(({ id }) => id), beside: taken },
    )
    if (!decided.ok) return decided
    const one = { ...after, ...decided.value }
    taken.push(takenBy(one))
    restored.push({ before: entry, after: one })
  }
  for (const { after } of restored) {
    await saveEntry(c, after)
    if (isCancelled) await c.tx.update(schedule).set({ cancelledAt: null }).where(eq(schedule.id, after.id))
  }
  await takeTimes(c, taken)
  await c.tx.update(scheduleChanges).set({ undoneAt: c.now }).where(eq(scheduleChanges.id, changeId))
  // note the undo as a change: people who booked meanwhile know the undone time, and a teacher may know of no class
  if (restored.length > 0) await noteChange(c, 'edited', restored, { undoableUntil: c.now })
  for (const one of restored) await raiseChanged(c, one, 'later')
  await c.raise(changeUndone, { changeId })
  const undone = isCancelled ? logLines.cancellationUndone : logLines.changeUndone
  logOf(c, undone(restored.length), entries, 'info')
  return done({ undone: restored.length })
})

function restoredFrom(c: CommandContext, entry: ScheduleRow, change: ChangedEntry | undefined, isCancelled: boolean) {
  const now = { ...entry, updatedAt: c.now }
  return isCancelled || !change ? { ...now, cancelledAt: null } : { ...now, ...factsUndone(entry, change) }
}
