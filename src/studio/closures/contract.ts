import * as z from 'zod/mini'
import { count, date, id, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'

const closedDays = object({ id, firstDay: date, lastDay: date, reason: z.string(), /** Days. */ extendedBy: count })
export type ListedClosedDays = z.infer<typeof closedDays>

const holiday = object({ day: date, en: z.string(), et: z.string() })
export type Holiday = z.infer<typeof holiday>

/** An empty last day is the first one. */
const form = object({ firstDay: text, lastDay: text, reason: text })

export const closures = contract('closures', {
  /** Those that are not over, soonest first. */
  list: query({ may: 'seeDesk', input: nothing, answer: z.array(closedDays) }),
  /** Estonia's public holidays of the next twelve months. */
  holidays: query({ may: 'seeDesk', input: nothing, answer: z.array(holiday) }),
  add: command({
    may: 'manageSettings',
    input: form,
    answer: object({ id }),
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
  /** Several at once, such as the holidays of a year: all or none. */
  addAll: command({
    may: 'manageSettings',
    input: object({ days: z.array(form).check(z.minLength(1), z.maxLength(50)) }),
    answer: nothing,
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
  /** What was cancelled for it stays so. */
  remove: command({ may: 'manageSettings', input: object({ id }), answer: nothing }),
})
