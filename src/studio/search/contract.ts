import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, object, searchText } from '#kernel/fields.ts'
import { contract, query } from '#kernel/procedures.ts'
import { paymentStatuses } from '#studio/payments/rules.ts'

const person = object({
  id,
  displayName: z.string(),
  familyName: z.string(),
  email: z.string(),
  active: flag,
  /** Debt in cents. */
  owes: cents,
})
const entry = object({ id, className: z.string(), startsAt: instant, endsAt: instant })
const course = object({
  id,
  name: z.string(),
  startDate: date,
  endDate: date,
  weekday: count,
  startTime: z.string(),
  endTime: z.string(),
})
const payment = object({
  id,
  displayName: z.string(),
  familyName: z.string(),
  description: z.string(),
  /** Start of the class that was paid for; null for other payments. */
  startsAt: z.nullable(instant),
  price: cents,
  status: z.enum(paymentStatuses),
  deadline: instant,
})

const found = object({
  people: z.array(person),
  entries: z.array(entry),
  courses: z.array(course),
  payments: z.array(payment),
})
export type Found = z.infer<typeof found>

export const search = contract('search', {
  /** The first few matching people, classes from today on, courses until they end, and payments, open ones first. */
  everything: query({ may: 'seeDesk', input: object({ search: searchText }), answer: found }),
})
