import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { addDays, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { classes } from '#studio/classes/tables.ts'
import { closedOn } from '#studio/closures/rules.ts'
import { closedFromToday } from '#studio/closures/server/closedDays.ts'
import { chosenOf, decideRoom, takeTimes, type TakenTime } from '#studio/rooms/server/take.ts'
import type { WeeklyPlan } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkPlan, MOST_ENTRIES } from '../rules/plan.ts'
import { planEntries } from '../rules/weekly.ts'
import { schedule } from '../tables.ts'

/** Adds a class to the schedule by weekdays: all entries of the plan or none. */
export const add = run(async (c, input: WeeklyPlan) => {
  const decided = await decidePlan(c, input)
  if (!decided.ok) return decided
  await savePlan(c, decided.value)
  const { entries, seriesId } = decided.value
  return done({ created: entries.length, seriesId })
})

export interface DecidedPlan {
  readonly input: WeeklyPlan
  readonly template: typeof classes.$inferSelect
  readonly seriesId: string
  readonly entries: readonly TakenTime[]
}

/** Decides what a plan would add; `beside`: entries that are decided but not saved yet. */
export async function decidePlan(c: CommandContext, input: WeeklyPlan, beside: readonly TakenTime[] = []) {
  const wrong = refuseWrong(checkPlan(input))
  if (wrong) return wrong
  const matching = planEntries(input, c.settings.timeZone)
  if (matching.length === 0) return refuseFields({ weekdays: 'noMatchingDate' })
  const closed = await closedFromToday(c.tx, c)
  const open = matching.filter(({ date }) => !closedOn(closed, date))
  if (open.length === 0) return refuseFields({ weekdays: 'allClosed' })
  const planned = open.filter(({ date }) => !input.leaveOut?.includes(date))
  if (planned.length === 0) return refuseFields({ weekdays: 'noMatchingDate' })
  if (planned.length > MOST_ENTRIES) return refuseFields({ endDate: 'planTooLong' })
  const [template] = await c.tx.select().from(classes).where(eq(classes.id, input.classId)).for('share')
  if (!template) return refuse('classNotFound')
  // room and teachers default to those of the class
  const decided = await decideRoom(c, chosenOf(c, input, template), { saved: template, times: planned, beside })
  if (!decided.ok) return decided
  const entries = planned.map(({ startsAt, endsAt }) => {
    return { ownerId: newId(), title: template.name, startsAt, endsAt, ...decided.value }
  })
  return done<DecidedPlan>({ input, template, seriesId: newId(), entries })
}

export async function savePlan(c: CommandContext, { input, template, seriesId, entries }: DecidedPlan): Promise<void> {
  await c.tx.insert(schedule).values(
    entries.map(({ ownerId, title, ...entry }) => ({
      ...entry,
      id: ownerId,
      classId: template.id,
      seriesId,
      className: title,
      classDescription: template.description,
      categories: template.categories,
      maxParticipants: template.defaultMaxParticipants,
      standardPrice: input.standardPrice,
      memberPrice: input.memberPrice,
      createdAt: c.now,
      updatedAt: c.now,
    })),
  )
  await takeTimes(c, entries)
  const message = logLines.added(entries.length, template.name)
  c.log({ channel: 'registrations', level: 'info', message, metadata: { seriesId } })
}

/** Most entries compared with a plan: enough for a term of a busy studio; beyond it only the earliest are marked. */
const MOST_COMPARED = 4 * MOST_ENTRIES

export const between = shared(
  [schedule],
  async (q, { startDate, endDate }: { startDate: LocalDate; endDate: LocalDate }) => {
    const zone = q.settings.timeZone
    const { id, classId, className, startsAt, endsAt } = schedule
    return await q.db
      .select({ id, classId, className, startsAt, endsAt })
      .from(schedule)
      .where(
        and(
          isNull(schedule.cancelledAt),
          gt(endsAt, startOfDay(zone, startDate)),
          lt(startsAt, startOfDay(zone, addDays(endDate, 1))),
        ),
      )
      .orderBy(asc(startsAt), asc(id))
      .limit(MOST_COMPARED)
  },
)
