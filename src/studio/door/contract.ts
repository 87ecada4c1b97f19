import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, month, object, part, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { attendanceValues } from '#studio/attendance/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { roomAndTeachers } from '#studio/rooms/contract.ts'
import { doorWays } from './rules.ts'

const owed = object({ paymentId: id, cents, other: z.nullable(z.string()) })

const row = object({
  userId: id,
  name: z.string(),
  /** Age if under 18, else null. */
  age: z.nullable(count),
  /** Whether photos and videos are allowed; null if the studio does not ask. */
  photos: z.nullable(flag),
  method: z.enum([...methods, 'included']),
  membershipName: z.nullable(z.string()),
  /**
   * The unpaid rest of the drop-in or pass, else of the person's oldest overdue payment, whose name is then `other`;
   * null if nothing is owed.
   */
  owes: z.nullable(owed),
  /** The person's other overdue payments, oldest first. */
  alsoOwes: z.array(owed),
  attendance: z.nullable(z.enum(attendanceValues)),
})
export type DoorRow = z.infer<typeof row>

const entry = object({
  id,
  className: z.string(),
  startsAt: instant,
  endsAt: instant,
  maxParticipants: count,
  /** Places held for people on the waiting list. */
  heldCount: count,
  cancelledAt: z.nullable(instant),
  categories: z.array(z.string()),
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  ...roomAndTeachers,
  rows: z.array(row),
  /** Names of included people who said that they can't come. */
  absent: z.array(object({ userId: id, name: z.string() })),
})
export type DoorEntry = z.infer<typeof entry>

const taking = object({
  id,
  cents,
  takenAt: instant,
  handOverId: z.nullable(id),
  description: z.string(),
  /** Full name of the person whose payment it is. */
  name: z.string(),
  /** The payment was cancelled: the cash is to be given back. */
  cancelled: flag,
})
export type Taking = z.infer<typeof taking>

const handedOver = object({
  id,
  boxOf: id,
  boxName: z.string(),
  cents,
  handedAt: instant,
  counted: z.nullable(cents),
  reason: z.string(),
  confirmedAt: z.nullable(instant),
})

const difference = object({
  id,
  /** On which it was counted. */
  day: date,
  boxName: z.string(),
  /** Negative if less was counted than was handed over. */
  cents: z.int(),
  reason: z.string(),
})
export type Difference = z.infer<typeof difference>

const by = z.discriminatedUnion('kind', [
  object({ kind: z.literal('dropIn'), coverMember: flag }),
  object({ kind: z.literal('pass'), purchaseId: id }),
  object({ kind: z.literal('makeUp'), makeUpId: id }),
  object({ kind: z.literal('newPass'), membershipId: id, coverMember: flag }),
])
/** How a walk-in is paid for. */
export type WalkInBy = z.infer<typeof by>
export type DoorWay = (typeof doorWays)[number]

const walkInRefusals = [
  'userNotFound',
  'scheduleNotFound',
  'entryEnded',
  'entryCancelled',
  'entryStarted',
  'includedAlready',
  'saidAbsent',
  'alreadyRegistered',
  'classFull',
  'offerEnded',
  'membershipNotFound',
  'membershipPriceMissing',
  'membershipEnded',
  'membershipUsedUp',
  'membershipExpiresBefore',
  'membershipFrozen',
  'membershipCategory',
  'makeUpNotFound',
  'makeUpUsed',
  'makeUpEnded',
  'makeUpCategory',
  'makeUpExpiresBefore',
  'tooManyOpenPayments',
  'overduePayments',
  'methodNotOffered',
  'discountInvalid',
  'discountOtherCourse',
  'anotherSum',
] as const

export const door = contract('door', {
  /** The classes of today and tomorrow with everyone who comes: all that a phone needs at the door. */
  days: query({ may: 'seeDesk', input: nothing, answer: object({ entries: z.array(entry) }), feature: 'door' }),
  /**
   * Takes money for a due payment and marks it as paid; cash goes into the caller's cash box. `cents` is the sum
   * shown, `tappedAt` when it was pressed (studio time as the device knows it).
   */
  take: command({
    may: 'registerOthers',
    input: object({ paymentId: id, cents, way: z.enum(doorWays), tappedAt: z.optional(instant) }),
    answer: object({ now: instant }),
    refuses: ['paymentNotFound', 'alreadyPaid', 'anotherSum'],
    feature: 'door',
  }),
  /** Adds a person by name; the device creates the id, so that a place can be booked for them offline. */
  addPerson: command({
    may: 'registerOthers',
    input: object({ id, displayName: text, familyName: text }),
    answer: object({ userId: id }),
    refuses: ['nameInvalid'],
    feature: 'door',
  }),
  walkIn: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({
      scheduleId: id,
      userId: id,
      by,
      /** The money taken, as shown on the button; null if nothing is taken. */
      money: z.nullable(object({ cents, way: z.enum(doorWays) })),
      /** Staff confirmed one more person than the class has places. */
      over: flag,
      /** When it was pressed (studio time as the device knows it); without it, now. */
      tappedAt: z.optional(instant),
      /** The same, if the person is to be marked as attended; taps queued by an earlier version have only this. */
      attendedAt: z.optional(instant),
    }),
    answer: object({ now: instant }),
    refuses: walkInRefusals,
    feature: 'door',
  }),
  /** All teachers' cash boxes and hand-overs; a teacher sees their own. */
  boxes: query({
    may: 'seeDesk',
    input: nothing,
    answer: object({
      boxes: z.array(object({ boxOf: id, boxName: z.string(), takings: z.array(taking) })),
      waiting: z.array(
        z.extend(handedOver, { takings: z.array(taking), /** By the caller, until it is counted. */ undoable: flag }),
      ),
      /** A confirmed count can be undone within a day. */
      past: z.array(z.extend(handedOver, { undoable: flag })),
    }),
    feature: 'door',
  }),
  /** Hand-overs that wait to be counted, and their sum. */
  toCount: query({
    may: 'confirmPayments',
    input: nothing,
    answer: object({ handOvers: total, cents: total }),
    feature: 'door',
  }),
  /** All cash ever taken, newest first; a teacher sees their own. */
  takingsForExport: query({
    may: 'seeDesk',
    input: object({ part }),
    answer: object({
      rows: z.array(
        z.extend(taking, {
          /** Owner of the box; empty if the account was deleted. */
          boxName: z.string(),
          handedAt: z.nullable(instant),
          settledAt: z.nullable(instant),
        }),
      ),
      total,
      parts: count,
    }),
    feature: 'door',
  }),
  /** All hand-overs, newest first; a teacher sees their own. */
  handOversForExport: query({
    may: 'seeDesk',
    input: object({ part }),
    answer: object({ rows: z.array(handedOver), total, parts: count }),
    feature: 'door',
  }),
  /** Counts of a month whose sum differed from what was handed over, the newest first. */
  differences: query({
    may: 'confirmPayments',
    input: object({ month }),
    answer: z.array(difference),
  }),
  /** Hands over the caller's cash; an admin can also do it for somebody who left. */
  handOver: command({
    may: 'seeDesk',
    input: object({ boxOf: id, takingIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    answer: object({ id, cents }),
    refuses: ['notYourBox', 'boxChanged', 'giveBackFirst'],
    feature: 'door',
  }),
  /** Undoes a hand-over until it is counted; for whoever made it, or an admin. */
  undoHandOver: command({
    may: 'seeDesk',
    input: object({ handOverId: id }),
    answer: object({ cents }),
    refuses: ['handOverNotFound', 'notYourBox', 'countedAlready'],
    feature: 'door',
  }),
  confirmHandOver: command({
    may: 'confirmPayments',
    input: object({ handOverId: id, counted: cents, reason: text }),
    answer: nothing,
    refuses: ['handOverNotFound', 'alreadyConfirmed', 'invalidFields'],
    feature: 'door',
  }),
  /** Undoes a count: the hand-over is to be counted again, and its payments get their previous status. */
  undoConfirmHandOver: command({
    may: 'confirmPayments',
    input: object({ handOverId: id }),
    answer: nothing,
    refuses: ['handOverNotFound', 'notCounted', 'countedLongAgo', 'builtOnCount'],
    feature: 'door',
  }),
  /** Removes cash entered by mistake; its payment is due again. */
  notTaken: command({
    may: 'seeDesk',
    input: object({ takingId: id }),
    answer: nothing,
    refuses: ['boxChanged', 'notYourBox'],
    feature: 'door',
  }),
  giveBack: command({
    may: 'seeDesk',
    input: object({ takingId: id }),
    answer: nothing,
    refuses: ['boxChanged', 'notYourBox', 'stillPaid'],
    feature: 'door',
  }),
})
