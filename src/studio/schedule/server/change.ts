import { eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { run } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { checkEntry, type EntryForm } from '../rules/entry.ts'
import { schedule } from '../tables.ts'
import { lockEntry } from './lock.ts'

/** Edit Schedule Item: changes this one entry, not its class and not the others of its series. */
export const update = run(async (c, { scheduleId, ...form }: EntryForm & { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const wrong = refuseWrong(checkEntry(form, entry.registeredCount))
  if (wrong) return wrong
  const { maxParticipants, categories, standardPrice, memberPrice } = form
  if (maxParticipants === null) throw new Error('The entry form was not checked.')
  const startsAt = instantIn(c.settings.timeZone, form.startDate, form.startTime)
  // later on the clock, yet not later: only within the hour that a clock change repeats or skips
  const endsAt = Math.max(instantIn(c.settings.timeZone, form.endDate, form.endTime), startsAt + MINUTE)
  await c.tx
    .update(schedule)
    .set({
      className: form.className.trim(),
      classDescription: form.classDescription.trim(),
      maxParticipants,
      categories: [...categories],
      standardPrice,
      memberPrice,
      startsAt,
      endsAt,
      updatedAt: c.now,
    })
    .where(eq(schedule.id, scheduleId))
  const message = `Schedule entry updated: ${form.className.trim()}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId } })
  return done({})
})

export const deleteEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.registeredCount > 0) return refuse('entryHasRegistrations', { registered: entry.registeredCount })
  await c.tx.delete(schedule).where(eq(schedule.id, scheduleId))
  const message = `Schedule entry deleted: ${entry.className}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId } })
  return done({})
})
