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
  /** When the studio last moved it. */
  movedAt: z.nullable(instant),
  /** Users who are included by category and hold no registration of their own: a person counts once. */
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
  /** When the studio last moved it: for a day nobody cancels late. */
  movedAt: z.nullable(instant),
  method: z.enum(methods),
  membershipName: z.nullable(z.string()),
  /** Of a drop-in; null as well where another guardian pays. */
  paymentStatus: z.nullable(z.enum(paymentStatuses)),
  price: z.nullable(cents),
  moneyBack: z.nullable(moneyBack),
  /** What stands open for the pass that the place is paid with. */
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
  /** Of the pass whose class stays used. */
  membershipName: z.nullable(z.string()),
  /** Of the drop-in that stays due; without either a make-up class was lost. */
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
  /** The class to which they come, or came, instead: a make-up class is used for it. */
  instead: z.nullable(object({ ...named, endsAt: instant })),
})
const makeUp = object({
  id,
  /** The class that it is for. */
  ...named,
  categories: z.array(z.string()),
  validUntil: date,
})
export type OwnMakeUp = z.infer<typeof makeUp>
export type OwnAbsence = z.infer<typeof ownAbsence>

const absence = object({ userId: id, displayName: z.string(), familyName: z.string(), at: instant })
export type Absence = z.infer<typeof absence>

const person = object({ id, displayName: z.string(), familyName: z.string(), email: z.string() })

/** What staff need to know of a person to register them. */
const candidate = object({
  ...person.shape,
  membershipCategory: z.nullable(z.string()),
  /** Active ones, ending soonest first. */
  memberships: z.array(z.omit(purchase, { classesCorrected: true, validFrom: true })),
  /** Entries that have not ended where this person is registered already. */
  scheduleIds: z.array(id),
  /** Those that include this person, who said that they can't come. */
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
/** Until which day a make-up class lasts that was given; null where none was. */
const makeUpGiven = object({ makeUpUntil: z.nullable(date) })

const payFirstRefusals = ['tooManyOpenPayments', 'overduePayments'] as const

const saleRefusals = [...payFirstRefusals, 'methodNotOffered', 'discountInvalid', 'discountOtherCourse'] as const

const membershipRefusals = ['membershipNotFound', ...misfits] as const

const cancelling = { scheduleIds: z.array(id).check(z.maxLength(500)), extendBy: count }
const cancelledOnClosedDays = object({ cancelled: count, extended: count })

export const registrations = contract('registrations', {
  /** Entries that have not ended, from now to the end of that many weeks, soonest first. */
  upcoming: query({
    may: 'browse',
    input: object({ weeks: z.literal(SPANS) }),
    answer: object({ entries: z.array(entry), more: z.boolean() }),
  }),
  /** One entry for its own page; null when there is none, or it has ended. */
  entry: query({ may: 'browse', input: object({ id }), answer: z.nullable(entry) }),
  /** The places of a person in entries that have not ended, soonest first. */
  mine: query({ may: 'see', subject: 'personId', input: object(forPerson), answer: z.array(ownRegistration) }),
  /** The soonest class that has not started and takes the person in by category; null where there is none. */
  nextIncluded: query({
    may: 'see',
    subject: 'personId',
    input: object(forPerson),
    answer: z.nullable(object({ className: z.string(), startsAt: instant, endsAt: instant })),
  }),
  /** An entry in which the person has a place, or is included, for their calendar; empty for any other. */
  calendar: query({
    may: 'see',
    subject: 'personId',
    input: object({ id, ...forPerson }),
    answer: z.array(calendarEvent),
    live: false,
  }),
  /** One page of all entries that a user is registered for, latest first. */
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
  /** For several people at once, each by a pass of theirs or by the fee: all of them, or none. */
  registerSeveral: command({
    may: 'book',
    feature: 'families',
    needsTerms: true,
    subjects: 'people',
    input: object({
      scheduleId: id,
      /** Each by a pass, by a make-up class, or by the fee. */
      people: z
        .array(object({ personId: id, purchaseId: z.nullable(id), makeUpId: z.optional(z.nullable(id)) }))
        .check(z.minLength(1), z.maxLength(12)),
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    /** What is to be paid for all of them. */
    answer: object({ price: cents }),
    refuses: [...placeRefusals, ...membershipRefusals, ...makeUpRefusals, ...saleRefusals],
  }),
  cancel: command({
    may: 'book',
    subject: 'personId',
    /** Late, one pays for the place all the same: only who was told so may go on. */
    input: object({ scheduleId: id, acceptsLate: z.optional(flag), ...forPerson }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound', 'entryStarted', 'lateByNow'],
  }),
  /** Entries that have not ended, in which the person is included, and to which they said they can't come. */
  absentFrom: query({
    may: 'see',
    subject: 'personId',
    input: object(forPerson),
    answer: z.array(ownAbsence),
  }),
  /** For whoever is included: the place is free for others. */
  cantCome: command({
    may: 'book',
    subject: 'personId',
    /** Late, no make-up class is given: only who was told so may go on. */
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

  /** Make-up classes of a person that can still be used, the one that ends first before the others. */
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

  /** People by name or e-mail, by name: at most PEOPLE_FOUND of them; `more` says that there are others. */
  people: query({
    may: 'registerOthers',
    input: object({ search: searchText }),
    answer: object({ people: z.array(person), more: z.boolean() }),
  }),
  /** Null when there is no such user, or none who may come. */
  candidate: query({ may: 'registerOthers', input: object({ userId: id }), answer: z.nullable(candidate) }),
  /** Each rule that decides whether a person could take a place by themselves; null where either is gone. */
  check: query({
    may: 'registerOthers',
    input: object({ scheduleId: id, userId: id }),
    answer: z.nullable(
      object({
        rules: z.array(object({ rule: z.enum(checkedRules), kept: flag })),
        /** Places that are taken or held, of how many. */
        taken: count,
        /** Of these, those that are held for whoever waits. */
        held: count,
        places: count,
        /** Payments of the person, and how many may be open at most. */
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
    answer: object({ price: cents }),
    refuses: ['userNotFound', ...placeRefusals, ...saleRefusals],
  }),
  /** Who is included in a class and can't come, by name. */
  absentIn: query({ may: 'seeDesk', input: object({ scheduleId: id }), answer: z.array(absence) }),
  otherCantCome: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ scheduleId: id, userId: id }),
    answer: makeUpGiven,
    refuses: absenceRefusals,
  }),
  /** Also where the class has begun, for whoever came all the same. */
  otherComesAfterAll: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ scheduleId: id, userId: id }),
    answer: nothing,
    refuses: returnRefusals,
  }),
  /** Who has cancelled a class late, the earliest first. */
  lateOf: query({ may: 'registerOthers', input: object({ scheduleId: id }), answer: z.array(lateCancellation) }),
  /** As if the place had been cancelled in time. */
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
    /** `teachers` of the `people` only teach in it. */
    answer: object({ people: count, teachers: count }),
  }),
  /** How many people get a letter when some of its series are cancelled or moved together with an entry. */
  toldOfSeries: query({
    may: 'seeDesk',
    input: object({
      scheduleId: id,
      scope: z.enum(scopes),
      leaveOut: z.array(id).check(z.maxLength(MOST_AT_ONCE)),
    }),
    /** `teachers` of the `people` only teach in it. */
    answer: object({ people: count, teachers: count }),
  }),
  /** How many are included, and hold no registration of their own, in an entry and in each one to come of its series. */
  includedInSeries: query({
    may: 'seeDesk',
    input: object({ scheduleId: id }),
    answer: z.array(object({ id, included: count })),
  }),
  /** Cancels an entry. Registrations end, and everyone who would have come is told, once it can't be undone any more. */
  cancelEntry: command({
    may: 'manageSchedule',
    input: object({ scheduleId: id }),
    answer: object({ changeId: total }),
    refuses: ['scheduleNotFound', 'entryCancelled'],
  }),
  /** How many people a tick would include in how many classes to come, or in no more. */
  inclusionEffect: query({
    may: 'manageSettings',
    input: object({ classCategory: id, membershipCategory: id, included: flag }),
    answer: object({ people: total, classes: total }),
  }),
  /**
   * What stands on these days: classes and evenings of courses, who would come to them (a person counts once), and how
   * many passes are valid on any of the days.
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
   * Cancels those of these classes that stand on the closed days, lets courses leave their evenings out, and extends the
   * passes that are valid on any of the days: once for the same closed days.
   */
  cancelOnClosedDays: command({
    may: 'manageSchedule',
    input: object({ closedDaysId: id, ...cancelling }),
    answer: cancelledOnClosedDays,
    refuses: ['closedDaysNotFound', 'invalidFields'],
  }),
  /** Adds closed days on which something stands: that is cancelled with it, or takes place all the same. */
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
