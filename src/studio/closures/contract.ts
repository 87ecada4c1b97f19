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
  /** The public holiday by which it is called. */
  holiday: z.nullable(holiday),
  /** Courses take place all the same. */
  coursesGoOn: flag,
  /** Days. */
  extendedBy: count,
})
export type ListedClosedDays = z.infer<typeof closedDays>

/** An empty last day is the first one. */
export const closedDaysForm = object({ firstDay: text, lastDay: text, reason: text })

export const closures = contract('closures', {
  /** Those that are not over, soonest first. */
  list: query({ may: 'seeDesk', input: nothing, answer: z.array(closedDays) }),
  /** Estonia's public holidays of the next twelve months. */
  holidays: query({ may: 'seeDesk', input: nothing, answer: z.array(holiday) }),
  add: command({
    may: 'manageSettings',
    input: closedDaysForm,
    answer: object({ id }),
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
  /** Several at once, such as the holidays of a year: all or none. */
  addAll: command({
    may: 'manageSettings',
    input: object({ days: z.array(closedDaysForm).check(z.minLength(1), z.maxLength(50)) }),
    answer: nothing,
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
  /** What was cancelled for it stays so. */
  remove: command({ may: 'manageSettings', input: object({ id }), answer: nothing }),
  /** Undoes that courses leave their evenings on these days out. */
  letCoursesGoOn: command({
    may: 'manageSettings',
    input: object({ ids: z.array(id).check(z.minLength(1), z.maxLength(50)) }),
    answer: nothing,
  }),
})
