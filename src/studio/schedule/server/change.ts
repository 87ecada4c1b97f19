import { eq } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { chosenOf, decideRoom, freeTimes, takeTimes, withRoom, type TakenTime } from '#studio/rooms/server/take.ts'
import type { EntryForm, schedule as contract } from '../contract.ts'
import { entryDeleted } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { isMoved } from '../rules.ts'
import { factsOf } from '../rules/changes.ts'
import { checkEntry, entryFormOf } from '../rules/entry.ts'
import { timesAfter } from '../rules/times.ts'
import { schedule } from '../tables.ts'
import { noteChange, raiseChanged, waitsToBeTold } from './changes.ts'
import { lockEntry, type ScheduleRow } from './lock.ts'

/** Edit Schedule Item: changes only this entry, not its class or its series. */
export const update = run(async (c, input: InputOf<typeof contract.update>) => {
  const { scheduleId, before, ...form } = input
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const saved = entryFormOf(entry, c.settings.timeZone)
  const [typed, begun] = [withRoom(form, entry), withRoom(before, entry)]
  const check = (form: EntryForm) => checkEntry(form, entry, c.settings.classCategories)
  const edit = await decideEdit<EntryForm>(c, entry, { saved, before: begun, typed, check })
  if (!edit.ok) return edit
  const decided = await decideEntry(c, entry, edit.value, { ownerIds: [scheduleId] })
  if (!decided.ok) return decided
  const after = decided.value
  await saveEntry(c, after)
  await takeTimes(c, [takenBy(after)])
  const message = logLines.updated(after.className)
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId } })
  const waits = await noteIfOthersWait(c, { before: entry, after })
  await raiseChanged(c, { before: entry, after }, waits ? 'later' : 'now')
  return done({})
})

/**
 * If earlier changes of the entry are not told yet, notes this one to be told with them; returns whether it was noted.
 */
async function noteIfOthersWait(
  c: CommandContext,
  changed: { before: ScheduleRow; after: ScheduleRow },
  toldApart: readonly string[] = [],
) {
  const waits = await waitsToBeTold(c.tx, changed.before.id)
  if (waits) await noteChange(c, 'edited', [changed], { undoableUntil: c.now, toldApart })
  return waits
}

/** Decides the row of a locked entry after a validated form, and its room. */
export async function decideEntry(
  c: CommandContext,
  entry: ScheduleRow,
  form: EntryForm,
  others: { readonly ownerIds: string[]; readonly beside?: readonly TakenTime[] },
): Promise<Result<ScheduleRow, 'roomTaken' | 'roomNotFound' | 'invalidFields'>> {
  const zone = c.settings.timeZone
  const times = timesAfter(entry, entryFormOf(entry, zone), form, zone)
  const chosen = chosenOf(c, form, entry)
  const decided = await decideRoom(c, chosen, { saved: entry, times: [times], ...others })
  if (!decided.ok) return decided
  const after = { ...entry, ...rowOf(form), ...times, ...decided.value, updatedAt: c.now, editedBy: c.actorId }
  return done({ ...after, movedAt: isMoved(entry, after) ? c.now : entry.movedAt })
}

export async function saveEntry(c: CommandContext, after: ScheduleRow): Promise<void> {
  const { updatedAt, editedBy } = after
  await c.tx
    .update(schedule)
    .set({ ...factsOf(after), updatedAt, editedBy })
    .where(eq(schedule.id, after.id))
}

export const takenBy = ({ id, className, roomId, teacherIds, startsAt, endsAt }: ScheduleRow): TakenTime => {
  return { ownerId: id, title: className, roomId, teacherIds, startsAt, endsAt }
}

/** Columns of a validated form, except the times, which are in rules/times.ts. */
function rowOf({ className, classDescription, maxParticipants, categories, standardPrice, memberPrice }: EntryForm) {
  if (maxParticipants === null) throw new Error('The entry form was not checked.')
  const texts = { className: className.trim(), classDescription: classDescription.trim() }
  return { ...texts, maxParticipants, categories, standardPrice, memberPrice }
}

/**
 * Replaces a teacher of a locked entry. The caller tells both teachers, and the participants unless `toldLater`: then
 * they are told together with a change that can still be undone.
 */
export async function replaceTeacher(
  c: CommandContext,
  entry: ScheduleRow,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly after: ScheduleRow; readonly toldLater: boolean }> {
  const teacherIds = [...new Set(entry.teacherIds.map((id) => (id === from ? to : id)))]
  const after = { ...entry, teacherIds, movedAt: c.now, updatedAt: c.now, editedBy: c.actorId }
  await saveEntry(c, after)
  await takeTimes(c, [takenBy(after)])
  const toldLater = await noteIfOthersWait(c, { before: entry, after }, [from, to])
  await raiseChanged(c, { before: entry, after }, toldLater ? 'later' : 'apart')
  return { after, toldLater }
}

export const deleteEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.registeredCount > 0) return refuse('entryHasRegistrations', { registered: entry.registeredCount })
  // participants are not told about the cancellation yet
  if (entry.cancelledAt !== null && (await waitsToBeTold(c.tx, scheduleId))) return refuse('changedJustNow')
  await c.raise(entryDeleted, { entry })
  await freeTimes(c, [scheduleId])
  await c.tx.delete(schedule).where(eq(schedule.id, scheduleId))
  const message = logLines.deleted(entry.className)
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId } })
  return done({ told: c.letters })
})
