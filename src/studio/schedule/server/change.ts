import { eq } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import type { EntryForm, schedule as contract } from '../contract.ts'
import { entryCancelled, entryChanged, entryDeleted } from '../events.ts'
import { checkEntry, entryFormOf } from '../rules/entry.ts'
import { schedule } from '../tables.ts'
import { lockEntry, type ScheduleRow } from './lock.ts'

/** Edit Schedule Item: changes this one entry, not its class and not the others of its series. */
export const update = run(async (c, input: InputOf<typeof contract.update>) => {
  const { scheduleId, before, ...typed } = input
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const saved = entryFormOf(entry, c.settings.timeZone)
  const check = (form: EntryForm) => checkEntry(form, entry, c.settings.classCategories)
  const edit = await decideEdit<EntryForm>(c, entry, { saved, before, typed, check })
  if (!edit.ok) return edit
  const changes = rowOf(edit.value, c.settings.timeZone)
  // a time that nobody touched stays, even in the hour that a clock change repeats
  const after = { ...entry, ...changes, ...(sameTimes(edit.value, saved) && timesOf(entry)) }
  await c.tx
    .update(schedule)
    .set({ ...changes, ...timesOf(after), updatedAt: c.now, editedBy: c.actorId })
    .where(eq(schedule.id, scheduleId))
  const message = `Schedule entry updated: ${after.className}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId } })
  await c.raise(entryChanged, { before: entry, after })
  return done({})
})

const timesOf = ({ startsAt, endsAt }: ScheduleRow) => ({ startsAt, endsAt })

const sameTimes = (one: EntryForm, other: EntryForm): boolean =>
  (['startDate', 'startTime', 'endDate', 'endTime'] as const).every((name) => one[name] === other[name])

/** A form that has passed its check, as columns. */
function rowOf(form: EntryForm, zone: string) {
  const { maxParticipants, categories, standardPrice, memberPrice } = form
  if (maxParticipants === null) throw new Error('The entry form was not checked.')
  const startsAt = instantIn(zone, form.startDate, form.startTime)
  return {
    className: form.className.trim(),
    classDescription: form.classDescription.trim(),
    maxParticipants,
    categories,
    standardPrice,
    memberPrice,
    startsAt,
    // later on the clock, yet not later: only within the hour that a clock change repeats or skips
    endsAt: Math.max(instantIn(zone, form.endDate, form.endTime), startsAt + MINUTE),
  }
}

/** Cancels a locked entry that is not cancelled yet. */
export async function cancel(c: CommandContext, entry: ScheduleRow): Promise<void> {
  await c.tx.update(schedule).set({ cancelledAt: c.now, updatedAt: c.now }).where(eq(schedule.id, entry.id))
  await c.raise(entryCancelled, { entry })
}

export const deleteEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.registeredCount > 0) return refuse('entryHasRegistrations', { registered: entry.registeredCount })
  await c.raise(entryDeleted, { entry })
  await c.tx.delete(schedule).where(eq(schedule.id, scheduleId))
  const message = `Schedule entry deleted: ${entry.className}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId } })
  return done({ told: c.letters })
})
