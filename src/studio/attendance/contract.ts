import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, page, part, total } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { contactsInList, listedFacts } from '#studio/families/contract.ts'
import { standing } from '#studio/payments/contract.ts'
import { paymentMethods } from '#studio/payments/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { roomAndTeachers } from '#studio/rooms/contract.ts'
import { entryRanges } from '#studio/schedule/rules.ts'
import { attendanceValues, MOST_MARKED } from './rules.ts'

const person = object({ id, displayName: z.string(), familyName: z.string(), email: z.string(), ...listedFacts })

const payment = standing({
  id,
  price: cents,
  paymentMethod: z.enum(paymentMethods),
  deadline: instant,
  /** Paid as a cover member, whose category is another. */
  coverDoubtful: flag,
})

const registrant = object({
  userId: id,
  /** 'included': counted in by membership category, without a registration. */
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
  ...roomAndTeachers,
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

const pastClass = z.extend(z.pick(heading, { id: true, className: true, startsAt: true, endsAt: true }), {
  attendance: z.nullable(z.enum(attendanceValues)),
})
export type PastClass = z.infer<typeof pastClass>

/** People apart from their places: an included person stands in many entries, and is sent once. */
const withPeople = { people: z.array(person), entries: z.array(entry) }

const someOfThem = z.array(id).check(z.minLength(1), z.maxLength(MOST_MARKED))

export const attendance = contract('attendance', {
  /** One page of the entries of a range with everyone who comes; past ones latest first, others soonest first. */
  registrants: query({
    may: 'seeDesk',
    input: object({ range: z.enum(entryRanges), page }),
    answer: object({
      ...withPeople,
      entries: z.array(z.extend(entry, { /** How many wait for a place. */ waiting: count })),
      total,
      /** Only so many were counted. */
      more: flag,
      page,
    }),
  }),
  /** The same for a file: entries from the first one on that anyone comes to, and how many registrants there are in all. */
  registrantsForExport: query({
    may: 'seeDesk',
    input: object({ range: z.enum(entryRanges), part }),
    answer: object({ ...withPeople, total, parts: count }),
  }),
  /** One entry with everyone who comes; no entry when there is none. */
  classDetails: query({
    may: 'seeDesk',
    input: object({ scheduleId: id }),
    answer: object({
      ...withPeople,
      /** Who had a registration as it was cancelled, for some weeks: nobody comes any more. */
      registeredBefore: z.array(object({ id, displayName: z.string(), familyName: z.string() })),
    }),
  }),
  /** By whom somebody is reached who comes to an entry; null where the one who asks may not see it. */
  contacts: query({
    may: 'seeDesk',
    input: object({ scheduleId: id, userId: id }),
    answer: object({ contacts: contactsInList }),
  }),
  /** The entries that start today, soonest first, each with how many come and how many of them are marked. */
  today: query({
    may: 'seeDesk',
    input: nothing,
    answer: object({
      entries: z.array(entryToday),
      /** Those of the last days in which somebody is not marked, latest first. */
      unmarked: z.array(entryToday),
      /** Of a later day. */
      next: z.nullable(object({ className: z.string(), startsAt: instant, endsAt: instant })),
    }),
  }),
  /** One page of a person's past classes, latest first: where they had a place, or were marked. */
  past: query({
    may: 'see',
    subject: 'personId',
    input: object({ page, ...forPerson }),
    answer: object({ rows: z.array(pastClass), total, page }),
  }),
  /** The same for staff, of anybody. */
  ofUser: query({
    may: 'seeDesk',
    input: object({ userId: id, page }),
    answer: object({ rows: z.array(pastClass), total, page }),
  }),
  /** `value` null takes the mark back. */
  take: command({
    may: 'takeAttendance',
    input: object({ scheduleId: id, userId: id, value: z.nullable(z.enum(attendanceValues)) }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound'],
  }),
  /**
   * A tap at the door, one of them or several at once, which may arrive late: of all taps on a place the latest counts.
   * `undoes` takes back what a press set, of those whose mark nobody changed since.
   */
  tap: command({
    may: 'takeAttendance',
    input: object({
      scheduleId: id,
      userIds: someOfThem,
      value: z.nullable(z.enum(attendanceValues)),
      /** By the studio's clock, as far as the device knows it. */
      tappedAt: instant,
      press: z.nullable(id),
      undoes: z.optional(id),
      onlyUnmarked: z.optional(flag),
    }),
    answer: object({ /** Of whom no later tap stands. */ counted: z.array(id) }),
    refuses: ['scheduleNotFound', 'registrationNotFound', 'entryCancelled'],
    feature: 'door',
  }),
  /** 'All here': those whom the screen showed without a mark attended. Whoever is marked or gone by now is left as is. */
  takeAll: command({
    may: 'takeAttendance',
    input: object({ scheduleId: id, userIds: someOfThem }),
    answer: object({ userIds: z.array(id), markedAt: instant }),
    refuses: ['scheduleNotFound', 'tooEarlyForAll', 'entryCancelled'],
  }),
  /** Takes back what one press of the caller's set, of those whose mark nobody changed since. */
  takeAllBack: command({
    may: 'takeAttendance',
    input: object({ scheduleId: id, userIds: someOfThem, markedAt: instant }),
    answer: object({ takenBack: count }),
    refuses: ['scheduleNotFound'],
  }),
  /** Staff correct a registration, also after the class has started; its mark goes with it. */
  removeRegistration: command({
    may: 'registerOthers',
    input: object({ scheduleId: id, userId: id }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound', 'paidRegistration'],
  }),
})
