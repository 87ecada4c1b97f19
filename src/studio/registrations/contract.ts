import * as z from 'zod/mini'
import { calendarEvent } from '#kernel/calendar.ts'
import { cents, count, date, flag, id, instant, object, page, searchText, text, total } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { closedDaysForm } from '#studio/closures/contract.ts'
import { misfits } from '#studio/memberships/rules.ts'
import { purchase } from '#studio/memberships/contract.ts'
import { moneyBack } from '#studio/payments/contract.ts'
import { paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'
import { roomAndTeachers } from '#studio/rooms/contract.ts'
import { scheduleEntry } from '#studio/schedule/contract.ts'
import { MOST_AT_ONCE, scopes } from '#studio/schedule/rules/series.ts'
import { SPANS } from './rules.ts'
import { checkedRules } from './rules/check.ts'

const entry = z.extend(scheduleEntry, {
  /** When the studio last changed its time, room or teacher. */
  movedAt: z.nullable(instant),
  /** People included by category without a registration of their own; each counts once. */
  includedCount: count,
})
export type UpcomingEntry = z.infer<typeof entry>

export const methods = ['membership', 'dropIn', 'makeUp'] as const

const ownRegistration = object({
  scheduleId: id,
  className: z.string(),
  categories: z.array(z.string()),
  startsAt: instant,
  endsAt: instant,
  /** When the studio last changed it: for a day after that, no cancellation is late. */
  movedAt: z.nullable(instant),
  method: z.enum(methods),
  membershipName: z.nullable(z.string()),
  /** Of a drop-in; also null if another guardian pays. */
  paymentStatus: z.nullable(z.enum(paymentStatuses)),
  price: z.nullable(cents),
  moneyBack: z.nullable(moneyBack),
  /** The open payment of the pass that paid for the place. */
  passPayment: z.nullable(object({ status: z.enum(paymentStatuses), price: cents, deadline: instant })),
  ...roomAndTeachers,
})
export type OwnRegistration = z.infer<typeof ownRegistration>

const registrationOfUser = z.extend(ownRegistration, { paymentDeadline: z.nullable(instant) })
export type RegistrationOfUser = z.infer<typeof registrationOfUser>

const lateCancellation = object({
  id,
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  at: instant,
  /** Name of the pass whose class stays used. */
  membershipName: z.nullable(z.string()),
  /** Price of the drop-in that stays due, in cents; without a pass or price, a make-up class was lost. */
  price: z.nullable(cents),
  forgivenAt: z.nullable(instant),
  reason: z.string(),
})
export type LateCancellation = z.infer<typeof lateCancellation>

const named = { className: z.string(), startsAt: instant }
const ownAbsence = object({
  scheduleId: id,
  ...named,
  endsAt: instant,
  /** The class that they attend instead, with a make-up class. */
  instead: z.nullable(object({ ...named, endsAt: instant })),
})
const makeUp = object({
  id,
  /** The missed class. */
  ...named,
  categories: z.array(z.string()),
  validUntil: date,
})
export type OwnMakeUp = z.infer<typeof makeUp>
export type OwnAbsence = z.infer<typeof ownAbsence>

const absence = object({ userId: id, displayName: z.string(), familyName: z.string(), at: instant })
export type Absence = z.infer<typeof absence>

const person = object({ id, displayName: z.string(), familyName: z.string(), email: z.string() })

/** What staff need to know about a person to register them. */
const candidate = object({
  ...person.shape,
  membershipCategory: z.nullable(z.string()),
  /** Active passes, ending soonest first. */
  memberships: z.array(z.omit(purchase, { classesCorrected: true, validFrom: true })),
  /** Entries that have not ended for which this person is registered. */
  scheduleIds: z.array(id),
  /** Entries that include this person and to which they said they can't come. */
  absentFrom: z.array(id),
})
export type Candidate = z.infer<typeof candidate>

const placeRefusals = [
  'scheduleNotFound',
  'entryCancelled',
  'entryStarted',
  'includedAlready',
  'saidAbsent',
  'alreadyRegistered',
  'classFull',
  'offerEnded',
] as const

const absenceRefusals = [
  'scheduleNotFound',
  'entryCancelled',
  'entryStarted',
  'alreadyRegistered',
  'notIncluded',
  'saidAlready',
  'noMakeUpByNow',
] as const
const returnRefusals = [
  'offerEnded',
  'scheduleNotFound',
  'entryCancelled',
  'entryStarted',
  'notAbsent',
  'classFull',
  'comesInstead',
] as const

const makeUpRefusals = ['makeUpNotFound', 'makeUpUsed', 'makeUpEnded', 'makeUpCategory', 'makeUpExpiresBefore'] as const
/** Last day on which the given make-up class can be used; null if none was given. */
const makeUpGiven = object({ makeUpUntil: z.nullable(date) })

const payFirstRefusals = ['tooManyOpenPayments', 'overduePayments'] as const

const saleRefusals = [...payFirstRefusals, 'methodNotOffered', 'discountInvalid', 'discountOtherCourse'] as const

const membershipRefusals = ['membershipNotFound', ...misfits] as const

const cancelling = { scheduleIds: z.array(id).check(z.maxLength(500)), extendBy: count }
const cancelledOnClosedDays = object({
  /** Classes. */
  cancelled: count,
  /** Of courses. */
  evenings: count,
  extended: count,
})

export const registrations = contract('registrations', {
  /** Entries that have not ended, from now on for that many weeks, soonest first. */
  upcoming: query({
    may: 'browse',
    input: object({ weeks: z.literal(SPANS) }),
    answer: object({ entries: z.array(entry), more: z.boolean() }),
  }),
  /** One entry for its own page; null if there is none, or it has ended. */
  entry: query({ may: 'browse', input: object({ id }), answer: z.nullable(entry) }),
  /** A person's places in entries that have not ended, soonest first. */
  mine: query({ may: 'see', subject: 'personId', input: object(forPerson), answer: z.array(ownRegistration) }),
  /** The next class that includes the person by category; null if there is none. */
  nextIncluded: query({
    may: 'see',
    subject: 'personId',
    input: object(forPerson),
    answer: z.nullable(object({ className: z.string(), startsAt: instant, endsAt: instant })),
  }),
  /** An entry in which the person has a place or is included, for their calendar; empty for any other. */
  calendar: query({
    may: 'see',
    subject: 'personId',
    input: object({ id, ...forPerson }),
    answer: z.array(calendarEvent),
    live: false,
  }),
  /** One page of a user's registrations, latest first. */
  ofUser: query({
    may: 'seeDesk',
    input: object({ userId: id, page }),
    answer: object({ rows: z.array(registrationOfUser), total, page }),
  }),
  registerWithMembership: command({
    may: 'book',
    needsTerms: true,
    subject: 'personId',
    input: object({ scheduleId: id, purchaseId: id, ...forPerson }),
    answer: object({ membershipName: z.string() }),
    refuses: [...placeRefusals, ...membershipRefusals, ...payFirstRefusals],
  }),
  registerWithDropIn: command({
    may: 'book',
    needsTerms: true,
    subject: 'personId',
    input: object({
      ...forPerson,
      scheduleId: id,
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    answer: object({ price: cents }),
    refuses: [...placeRefusals, ...saleRefusals],
  }),
  /** Registers several people at once, all or none, each with a pass or by paying the fee. */
  registerSeveral: command({
    may: 'book',
    feature: 'families',
    needsTerms: true,
    subjects: 'people',
    input: object({
      scheduleId: id,
      /** Each with a pass, a make-up class, or neither for the fee. */
      people: z
        .array(object({ personId: id, purchaseId: z.nullable(id), makeUpId: z.optional(z.nullable(id)) }))
        .check(z.minLength(1), z.maxLength(12)),
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    /** Total to pay for all of them, in cents. */
    answer: object({ price: cents }),
    refuses: [...placeRefusals, ...membershipRefusals, ...makeUpRefusals, ...saleRefusals],
  }),
  cancel: command({
    may: 'book',
    subject: 'personId',
    /** A late cancellation is still charged; true if the caller was told so. */
    input: object({ scheduleId: id, acceptsLate: z.optional(flag), ...forPerson }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound', 'entryStarted', 'lateByNow'],
  }),
  /** Entries that have not ended and include the person, to which they said they can't come. */
  absentFrom: query({
    may: 'see',
    subject: 'personId',
    input: object(forPerson),
    answer: z.array(ownAbsence),
  }),
  /** For an included person: frees their place. */
  cantCome: command({
    may: 'book',
    subject: 'personId',
    /** A late message gives no make-up class; true if the caller was told so. */
    input: object({ scheduleId: id, acceptsLate: z.optional(flag), ...forPerson }),
    answer: makeUpGiven,
    refuses: absenceRefusals,
  }),
  comeAfterAll: command({
    may: 'book',
    needsTerms: true,
    subject: 'personId',
    input: object({ scheduleId: id, ...forPerson }),
    answer: nothing,
    refuses: returnRefusals,
  }),

  /** A person's usable make-up classes, ending soonest first. */
  makeUps: query({
    may: 'see',
    feature: 'makeUpClasses',
    subject: 'personId',
    input: object(forPerson),
    answer: z.array(makeUp),
  }),
  registerWithMakeUp: command({
    may: 'book',
    feature: 'makeUpClasses',
    needsTerms: true,
    subject: 'personId',
    input: object({ scheduleId: id, makeUpId: id, ...forPerson }),
    answer: nothing,
    refuses: [...placeRefusals, ...makeUpRefusals, ...payFirstRefusals],
  }),
  makeUpsOf: query({
    may: 'registerOthers',
    feature: 'makeUpClasses',
    input: object({ userId: id }),
    answer: z.array(makeUp),
  }),
  registerOtherWithMakeUp: command({
    may: 'registerOthers',
    feature: 'makeUpClasses',
    subject: 'userId',
    input: object({ scheduleId: id, userId: id, makeUpId: id }),
    answer: nothing,
    refuses: ['userNotFound', ...placeRefusals, ...makeUpRefusals, ...payFirstRefusals],
  }),

  /** People matching by name or e-mail, sorted by name: at most PEOPLE_FOUND; `more` says whether there are others. */
  people: query({
    may: 'registerOthers',
    input: object({ search: searchText }),
    answer: object({ people: z.array(person), more: z.boolean() }),
  }),
  /** Null if there is no such user, or they are deactivated. */
  candidate: query({ may: 'registerOthers', input: object({ userId: id }), answer: z.nullable(candidate) }),
  /** Entries with places held for people on the waiting list: how many, and when the first of them may be free. */
  held: query({
    may: 'seeDesk',
    input: nothing,
    answer: z.array(object({ scheduleId: id, count, until: instant })),
  }),
  /**
   * Every rule that decides whether a person could register by themselves; null if the person or entry does not exist.
   */
  check: query({
    may: 'registerOthers',
    input: object({ scheduleId: id, userId: id }),
    answer: z.nullable(
      object({
        rules: z.array(object({ rule: z.enum(checkedRules), kept: flag })),
        /** Number of taken and held places, and of all places. */
        taken: count,
        /** Number of places held for people on the waiting list, included in `taken`. */
        held: count,
        places: count,
        /** The person's open and overdue payments, and how many may be open. */
        open: count,
        overdue: count,
        most: count,
        passes: z.array(object({ id, name: z.string(), why: z.nullable(z.enum(misfits)) })),
      }),
    ),
  }),
  registerOtherWithMembership: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ scheduleId: id, userId: id, purchaseId: id }),
    answer: object({ membershipName: z.string() }),
    refuses: ['userNotFound', ...placeRefusals, ...membershipRefusals, ...payFirstRefusals],
  }),
  registerOtherWithDropIn: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({
      scheduleId: id,
      userId: id,
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    answer: object({ paymentId: id, price: cents }),
    refuses: ['userNotFound', ...placeRefusals, ...saleRefusals],
  }),
  /** Included people who can't come, by name. */
  absentIn: query({ may: 'seeDesk', input: object({ scheduleId: id }), answer: z.array(absence) }),
  otherCantCome: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ scheduleId: id, userId: id }),
    answer: makeUpGiven,
    refuses: absenceRefusals,
  }),
  /** Also allowed after the class has begun, for a person who came in spite of it. */
  otherComesAfterAll: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ scheduleId: id, userId: id }),
    answer: nothing,
    refuses: returnRefusals,
  }),
  /** Late cancellations, the earliest first. */
  lateOf: query({ may: 'registerOthers', input: object({ scheduleId: id }), answer: z.array(lateCancellation) }),
  /** Treats the place as cancelled in time. */
  forgiveLate: command({
    may: 'registerOthers',
    input: object({ lateId: id, reason: text }),
    answer: nothing,
    refuses: ['lateNotFound', 'forgivenAlready', 'invalidFields'],
  }),
  /** How many people get a letter when the entry is cancelled or deleted. */
  toldOfCancellation: query({
    may: 'seeDesk',
    input: object({ scheduleId: id }),
    /** `teachers`: those of `people` who only teach it; `paid`: places for which money came, and how much. */
    answer: object({ people: count, teachers: count, paid: object({ places: count, cents }) }),
  }),
  /** How many people get a letter when several entries of a series are cancelled or moved together. */
  toldOfSeries: query({
    may: 'seeDesk',
    input: object({
      scheduleId: id,
      scope: z.enum(scopes),
      leaveOut: z.array(id).check(z.maxLength(MOST_AT_ONCE)),
    }),
    /** `teachers`: those of `people` who only teach it. */
    answer: object({ people: count, teachers: count }),
  }),
  /** Number of people included without a registration, for an entry and each later one of its series. */
  includedInSeries: query({
    may: 'seeDesk',
    input: object({ scheduleId: id }),
    answer: z.array(object({ id, included: count })),
  }),
  /** Cancels an entry. After the time for undoing, its registrations end and everyone who would have come is told. */
  cancelEntry: command({
    may: 'manageSchedule',
    input: object({ scheduleId: id }),
    answer: object({ changeId: total }),
    refuses: ['scheduleNotFound', 'entryCancelled'],
  }),
  /** How many people a changed inclusion would add to, or remove from, how many upcoming classes. */
  inclusionEffect: query({
    may: 'manageSettings',
    input: object({ classCategory: id, membershipCategory: id, included: flag }),
    answer: object({ people: total, classes: total }),
  }),
  /**
   * Classes and course days on these days, the number of people who would come (each once), and of passes valid on any
   * of the days.
   */
  concernedByClosing: query({
    may: 'manageSchedule',
    input: object({ days: z.array(object({ firstDay: date, lastDay: date })).check(z.minLength(1), z.maxLength(50)) }),
    answer: object({
      people: total,
      classes: z.array(object({ id, className: z.string(), startsAt: instant, endsAt: instant, people: total })),
      evenings: z.array(object({ id, name: z.string(), day: z.string(), startsAt: instant, people: total })),
      passes: total,
    }),
  }),
  /**
   * Cancels the chosen classes on the closed days, skips course days, and extends passes valid on any of the days; once
   * for the same closed days.
   */
  cancelOnClosedDays: command({
    may: 'manageSchedule',
    input: object({ closedDaysId: id, ...cancelling }),
    answer: cancelledOnClosedDays,
    refuses: ['closedDaysNotFound', 'invalidFields'],
  }),
  /** Adds closed days on which there are classes; these are cancelled with it, or still take place. */
  closeDays: command({
    may: 'manageSettings',
    input: object({
      days: z.array(closedDaysForm).check(z.minLength(1), z.maxLength(50)),
      cancel: flag,
      ...cancelling,
    }),
    answer: cancelledOnClosedDays,
    refuses: ['invalidFields', 'tooManyClosedDays'],
  }),
})
