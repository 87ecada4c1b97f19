import * as z from 'zod/mini'
import { cents, count, date, id, time } from '#kernel/fields.ts'
import { command, contract } from '#kernel/procedures.ts'

export const weeklyPlan = z.object({
  classId: id,
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  startDate: date,
  endDate: date,
  startTime: time,
  endTime: time,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
})
export type WeeklyPlan = z.infer<typeof weeklyPlan>

export const schedule = contract('schedule', {
  /** One entry per matching weekday between the two dates: all or none. */
  add: command({
    may: 'manageSchedule',
    input: weeklyPlan,
    answer: z.object({ created: count, seriesId: id }),
    refuses: ['invalidFields', 'classNotFound'],
  }),
})
