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
  /** Paid the cover members' price, though the person's category does not have it. */
  coverDoubtful: flag,
})

const registrant = object({
  userId: id,
  /** 'included': counted in by membership category, without a registration. */
  method: z.enum([...methods, 'included']),
  membershipName: z.nullable(z.string()),
  /** Payment of a drop-in; null for other methods. */
  payment: z.nullable(payment),
  /** The open payment of the pass that the place is paid with. */
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
  /** Number of people who come, including included users. */
  taken: count,
  marked: count,
})
export type EntryToday = z.infer<typeof entryToday>

const pastClass = z.extend(z.pick(heading, { id: true, className: true, startsAt: true, endsAt: true }), {
  attendance: z.nullable(z.enum(attendanceValues)),
})
export type PastClass = z.infer<typeof pastClass>

/** People are sent once, separately from entries, because an included person is in many entries. */
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
      /** True if counting stopped at a limit. */
      more: flag,
      page,
    }),
  }),
  /** The same for a file, with empty entries left out, and the total number of registrants. */
  registrantsForExport: query({
    may: 'seeDesk',
    input: object({ range: z.enum(entryRanges), part }),
    answer: object({ ...withPeople, total, parts: count }),
  }),
  /** One entry with everyone who comes; `entries` is empty if it does not exist. */
  classDetails: query({
    may: 'seeDesk',
    input: object({ scheduleId: id }),
    answer: object({
      ...withPeople,
      /** People who were registered when the class was cancelled; kept for some weeks. */
      registeredBefore: z.array(object({ id, displayName: z.string(), familyName: z.string() })),
    }),
  }),
  /** Contacts of a person who comes to an entry; null if the caller may not see them. */
  contacts: query({
    may: 'seeDesk',
    input: object({ scheduleId: id, userId: id }),
    answer: object({ contacts: contactsInList }),
  }),
  /** The entries that start today, earliest first, each with how many people come and how many of them are marked. */
  today: query({
    may: 'seeDesk',
    input: nothing,
    answer: object({
      entries: z.array(entryToday),
      /** Entries of the last days in which somebody is not marked, latest first. */
      unmarked: z.array(entryToday),
      /** The next entry on a later day. */
      next: z.nullable(object({ className: z.string(), startsAt: instant, endsAt: instant })),
    }),
  }),
  /** One page of a person's past classes, latest first: those with a place or a mark. */
  past: query({
    may: 'see',
    subject: 'personId',
    input: object({ page, ...forPerson }),
    answer: object({ rows: z.array(pastClass), total, page }),
  }),
  /** The same for staff, about any person. */
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
   * One or several taps at the door, which may arrive late: for each person the latest tap counts. `undoes` is the id
   * of a press to take back, for the people whose mark has not changed since.
   */
  tap: command({
    may: 'takeAttendance',
    input: object({
      scheduleId: id,
      userIds: someOfThem,
      value: z.nullable(z.enum(attendanceValues)),
      /** Studio time, as far as the device knows it. */
      tappedAt: instant,
      press: z.nullable(id),
      undoes: z.optional(id),
      onlyUnmarked: z.optional(flag),
    }),
    answer: object({ /** Of whom no later tap stands. */ counted: z.array(id) }),
    refuses: ['scheduleNotFound', 'registrationNotFound', 'entryCancelled'],
    feature: 'door',
  }),
  /**
   * 'All here': marks as attended the people whom the screen showed without a mark. Skips those who are marked or
   * gone.
   */
  takeAll: command({
    may: 'takeAttendance',
    input: object({ scheduleId: id, userIds: someOfThem }),
    answer: object({ userIds: z.array(id), markedAt: instant }),
    refuses: ['scheduleNotFound', 'tooEarlyForAll', 'entryCancelled'],
  }),
  /** Takes back the marks of one press by the caller, unless changed since. */
  takeAllBack: command({
    may: 'takeAttendance',
    input: object({ scheduleId: id, userIds: someOfThem, markedAt: instant }),
    answer: object({ takenBack: count }),
    refuses: ['scheduleNotFound'],
  }),
  /** Lets staff remove a registration, also after the class has started; its mark is deleted too. */
  removeRegistration: command({
    may: 'registerOthers',
    input: object({ scheduleId: id, userId: id }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound', 'paidRegistration'],
  }),
})
