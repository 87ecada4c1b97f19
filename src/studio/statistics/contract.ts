import * as z from 'zod/mini'
import { cents, count, date, object } from '#kernel/fields.ts'
import { contract, nothing, query } from '#kernel/procedures.ts'
import { moneyWays, paidItems } from '#studio/payments/rules.ts'

const span = object({ from: date, until: date })
/** '2026-03' */
const month = z.string()

const filled = { classes: count, places: count, taken: count }
const byClass = object({ name: z.string(), ...filled })
export type OfClass = z.infer<typeof byClass>
/** `weekday` from 1 (Monday); `hour` of the start in the studio's time zone. */
const byHour = object({ weekday: count, hour: count, ...filled })
export type OfHour = z.infer<typeof byHour>

const received = object({ month, way: z.enum(moneyWays), kind: z.enum(paidItems), cents })
export type Received = z.infer<typeof received>

const active = object({ month, active: count, fresh: count })
export type Active = z.infer<typeof active>
/** People who came for the first time in a month: their number, and how many of them came in each later month. */
const cohort = object({ month, size: count, stayed: z.array(count) })
export type Cohort = z.infer<typeof cohort>

const missed = object({
  month,
  expected: count,
  /** Of registered people: who comes by category takes no place. */
  noShows: count,
  late: count,
  waited: count,
  placed: count,
})
export type Missed = z.infer<typeof missed>

/** Statistics of the studio; the screen explains the definition of each figure. */
export const statistics = contract('statistics', {
  fill: query({
    may: 'manageSettings',
    input: span,
    answer: object({ byClass: z.array(byClass), byHour: z.array(byHour) }),
  }),
  money: query({ may: 'manageSettings', input: span, answer: z.array(received) }),
  /** Credit that payers still hold, in cents; receipts don't show it. */
  credit: query({ may: 'manageSettings', input: nothing, answer: object({ held: cents }) }),
  people: query({
    may: 'manageSettings',
    input: span,
    answer: object({ byMonth: z.array(active), cohorts: z.array(cohort) }),
  }),
  missed: query({ may: 'manageSettings', input: span, answer: z.array(missed) }),
  /** First month with data; null if there is none. */
  since: query({ may: 'manageSettings', input: nothing, answer: z.nullable(month) }),
})
