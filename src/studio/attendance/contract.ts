import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, page, part, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { standing } from '#studio/payments/contract.ts'
import { paymentMethods } from '#studio/payments/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { entryRanges } from '#studio/schedule/rules.ts'
import { attendanceValues } from './rules.ts'

const person = object({ id, displayName: z.string(), familyName: z.string(), email: z.string() })

const payment = standing({
  id,
  price: cents,
  paymentMethod: z.enum(paymentMethods),
  deadline: instant,
  /** Paid as a cover member, whose category is another (READINGS R19). */
  coverDoubtful: flag,
})

const registrant = object({
  userId: id,
  /** 'included': counted in by membership category, without a registration (READINGS R11). */
  method: z.enum([...methods, 'included']),
  membershipName: z.nullable(z.string()),
  /** Of a drop-in. */
  payment: z.nullable(payment),
  /** What stands open for the pass that the place is paid with. */
  passPayment: z.nullable(payment),
  attendance: z.nullable(z.enum(attendanceValues)),
})
export type Registrant = z.infer<typeof registrant>

const heading = object({
  id,
  className: z.string(),
  startsAt: instant,
  endsAt: instant,
  maxParticipants: count,
  cancelledAt: z.nullable(instant),
})

/** The registrants by name. */
const entry = z.extend(heading, { registrants: z.array(registrant) })
export type EntryWithRegistrants = z.infer<typeof entry>

const entryToday = z.extend(heading, {
  /** Everyone who comes, included users as well. */
  taken: count,
  marked: count,
})
export type EntryToday = z.infer<typeof entryToday>

/** People apart from their places: an included person stands in many entries, and is sent once. */
const withPeople = { people: z.array(person), entries: z.array(entry) }

export const attendance = contract('attendance', {
  /** One page of the entries of a range with everyone who comes; past ones latest first, others soonest first. */
  registrants: query({
    may: 'seeDesk',
    input: object({ range: z.enum(entryRanges), page }),
    answer: object({ ...withPeople, total, /** Only so many were counted. */ more: flag, page }),
  }),
  /** The same for a file: entries from the first one on that anyone comes to, and how many registrants there are in all. */
  registrantsForExport: query({
    may: 'seeDesk',
    input: object({ range: z.enum(entryRanges), part }),
    answer: object({ ...withPeople, total, parts: count }),
  }),
  /** One entry with everyone who comes; no entry when there is none. */
  classDetails: query({ may: 'seeDesk', input: object({ scheduleId: id }), answer: object(withPeople) }),
  /** The entries that start today, soonest first, each with how many come and how many of them are marked. */
  today: query({
    may: 'seeDesk',
    input: nothing,
    answer: object({
      entries: z.array(entryToday),
      /** Of a later day. */
      next: z.nullable(object({ className: z.string(), startsAt: instant, endsAt: instant })),
    }),
  }),
  /** `value` null takes the mark back. */
  take: command({
    may: 'takeAttendance',
    input: object({ scheduleId: id, userId: id, value: z.nullable(z.enum(attendanceValues)) }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound'],
  }),
  /** Staff correct a registration, also after the class has started (READINGS R13); its mark goes with it. */
  removeRegistration: command({
    may: 'registerOthers',
    input: object({ scheduleId: id, userId: id }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound', 'paidRegistration'],
  }),
})
