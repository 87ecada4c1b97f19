import * as z from 'zod/mini'
import { count, date, flag, id, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'

const holiday = object({ day: date, en: z.string(), et: z.string() })
export type Holiday = z.infer<typeof holiday>

const closedDays = object({
  id,
  firstDay: date,
  lastDay: date,
  reason: z.string(),
  /** The public holiday that gives it its name. */
  holiday: z.nullable(holiday),
  /** Courses take place on these days. */
  coursesGoOn: flag,
  /** By how many days passes were extended. */
  extendedBy: count,
})
export type ListedClosedDays = z.infer<typeof closedDays>

/** An empty last day means the first day. */
export const closedDaysForm = object({ firstDay: text, lastDay: text, reason: text })

export const closures = contract('closures', {
  /** Closed days that are not over, soonest first. */
  list: query({ may: 'seeDesk', input: nothing, answer: z.array(closedDays) }),
  /** Estonia's public holidays of the next twelve months. */
  holidays: query({ may: 'seeDesk', input: nothing, answer: z.array(holiday) }),
  add: command({
    may: 'manageSettings',
    input: closedDaysForm,
    answer: object({ id }),
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
  /** Adds several at once, such as the holidays of a year: all or none. */
  addAll: command({
    may: 'manageSettings',
    input: object({ days: z.array(closedDaysForm).check(z.minLength(1), z.maxLength(50)) }),
    answer: nothing,
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
  /** Classes that were cancelled for it stay cancelled. */
  remove: command({ may: 'manageSettings', input: object({ id }), answer: nothing }),
  /** Courses take place on these days again. */
  letCoursesGoOn: command({
    may: 'manageSettings',
    input: object({ ids: z.array(id).check(z.minLength(1), z.maxLength(50)) }),
    answer: nothing,
  }),
})
