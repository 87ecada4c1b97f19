import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { plural } from '#kernel/messages.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { addDays, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run, shared } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { classes } from '#studio/classes/tables.ts'
import { closedOn } from '#studio/closures/rules.ts'
import { closedFromToday } from '#studio/closures/server/standing.ts'
import type { WeeklyPlan } from '../contract.ts'
import { checkPlan, MOST_ENTRIES } from '../rules/plan.ts'
import { planEntries } from '../rules/weekly.ts'
import { schedule } from '../tables.ts'

/** Puts a class on the schedule, weekday by weekday: all entries of the plan or none. */
export const add = run(async (c, input: WeeklyPlan) => {
  const wrong = refuseWrong(checkPlan(input))
  if (wrong) return wrong
  const matching = planEntries(input, c.settings.timeZone)
  if (matching.length === 0) return refuseFields({ weekdays: 'noMatchingDate' })
  const closed = await closedFromToday(c.tx, c)
  const planned = matching.filter(({ date }) => !closedOn(closed, date))
  if (planned.length === 0) return refuseFields({ weekdays: 'allClosed' })
  if (planned.length > MOST_ENTRIES) return refuseFields({ endDate: 'planTooLong' })
  const [template] = await c.tx.select().from(classes).where(eq(classes.id, input.classId)).for('share')
  if (!template) return refuse('classNotFound')
  const seriesId = newId()
  await c.tx.insert(schedule).values(
    planned.map(({ startsAt, endsAt }) => ({
      id: newId(),
      classId: template.id,
      seriesId,
      className: template.name,
      classDescription: template.description,
      categories: template.categories,
      startsAt,
      endsAt,
      maxParticipants: template.defaultMaxParticipants,
      standardPrice: input.standardPrice,
      memberPrice: input.memberPrice,
      createdAt: c.now,
      updatedAt: c.now,
    })),
  )
  const message = `${planned.length} ${plural(planned.length, 'entry', 'entries')} of ${template.name} added to the schedule.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { seriesId } })
  return done({ created: planned.length, seriesId })
})

type Span = { classId: string; startDate: LocalDate; endDate: LocalDate }

/** Enough for the same plan made several times over; who needs more sees the earliest marked. */
const MOST_COMPARED = 4 * MOST_ENTRIES

export const timesOfClass = shared([schedule], async (q, { classId, startDate, endDate }: Span) => {
  const zone = q.settings.timeZone
  return await q.db
    .select({ startsAt: schedule.startsAt, endsAt: schedule.endsAt })
    .from(schedule)
    .where(
      and(
        eq(schedule.classId, classId),
        isNull(schedule.cancelledAt),
        gt(schedule.endsAt, startOfDay(zone, startDate)),
        lt(schedule.startsAt, startOfDay(zone, addDays(endDate, 1))),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
    .limit(MOST_COMPARED)
})
