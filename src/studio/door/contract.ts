import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, part, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { attendanceValues } from '#studio/attendance/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { roomAndTeachers } from '#studio/rooms/contract.ts'
import { doorWays } from './rules.ts'

const row = object({
  userId: id,
  name: z.string(),
  /** Under 18. */
  age: z.nullable(count),
  /** Whether photos and videos may be made; null where the studio does not ask. */
  photos: z.nullable(flag),
  method: z.enum([...methods, 'included']),
  membershipName: z.nullable(z.string()),
  /** What of the drop-in, or of the pass, is not paid yet; null where nothing is owed. */
  owes: z.nullable(object({ paymentId: id, cents })),
  attendance: z.nullable(z.enum(attendanceValues)),
})
export type DoorRow = z.infer<typeof row>

const entry = object({
  id,
  className: z.string(),
  startsAt: instant,
  endsAt: instant,
  maxParticipants: count,
  /** Places held for those who wait for one. */
  heldCount: count,
  cancelledAt: z.nullable(instant),
  categories: z.array(z.string()),
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  ...roomAndTeachers,
  rows: z.array(row),
  /** Who is included and said that they can't come, by name. */
  absent: z.array(object({ userId: id, name: z.string() })),
})
export type DoorEntry = z.infer<typeof entry>

const taking = object({
  id,
  cents,
  takenAt: instant,
  handOverId: z.nullable(id),
  description: z.string(),
  /** Of whom it is. */
  name: z.string(),
  /** Its payment was cancelled: it is to be given back. */
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

const by = z.discriminatedUnion('kind', [
  object({ kind: z.literal('dropIn'), coverMember: flag }),
  object({ kind: z.literal('pass'), purchaseId: id }),
  object({ kind: z.literal('makeUp'), makeUpId: id }),
  object({ kind: z.literal('newPass'), membershipId: id, coverMember: flag }),
])
/** By what a walk-in comes. */
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
  /** Money for a due payment, as the button showed it: it is marked as paid at once, and cash lies in the taker's box. */
  take: command({
    may: 'registerOthers',
    input: object({ paymentId: id, cents, way: z.enum(doorWays) }),
    answer: object({ now: instant }),
    refuses: ['paymentNotFound', 'alreadyPaid', 'anotherSum'],
    feature: 'door',
  }),
  /** Somebody with a name alone; the device makes the id, so that a place can be taken for them without a network. */
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
      /** What was taken for it, as the button showed it; null where it stays due, or a pass is there. */
      money: z.nullable(object({ cents, way: z.enum(doorWays) })),
      /** Asked, and answered: one more than the class has places. */
      over: flag,
      /** When they stood there, and are marked by it, by the studio's clock as the device knows it. */
      attendedAt: z.optional(instant),
    }),
    answer: object({ now: instant }),
    refuses: walkInRefusals,
    feature: 'door',
  }),
  /** The cash boxes of all teachers, and what was handed over; to a teacher the own one. */
  boxes: query({
    may: 'seeDesk',
    input: nothing,
    answer: object({
      boxes: z.array(object({ boxOf: id, boxName: z.string(), takings: z.array(taking) })),
      waiting: z.array(
        z.extend(handedOver, { takings: z.array(taking), /** By the caller, until it is counted. */ undoable: flag }),
      ),
      /** What was counted within a day may be taken back. */
      past: z.array(z.extend(handedOver, { undoable: flag })),
    }),
    feature: 'door',
  }),
  /** All cash that was ever taken, the newest first; to a teacher the own. */
  takingsForExport: query({
    may: 'seeDesk',
    input: object({ part }),
    answer: object({
      rows: z.array(
        z.extend(taking, {
          /** In whose box it lay; empty of an account that is gone. */
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
  /** All hand-overs, the newest first; to a teacher the own. */
  handOversForExport: query({
    may: 'seeDesk',
    input: object({ part }),
    answer: object({ rows: z.array(handedOver), total, parts: count }),
    feature: 'door',
  }),
  /** Of one's own box; an admin's hand also for somebody who left. */
  handOver: command({
    may: 'seeDesk',
    input: object({ boxOf: id, takingIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    answer: object({ id, cents }),
    refuses: ['notYourBox', 'boxChanged', 'giveBackFirst'],
    feature: 'door',
  }),
  /** Handed over by mistake: whoever did it, or an admin, puts it back until it is counted. */
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
  /** Counted by mistake: it waits to be counted again, and its payments stand as before. */
  undoConfirmHandOver: command({
    may: 'confirmPayments',
    input: object({ handOverId: id }),
    answer: nothing,
    refuses: ['handOverNotFound', 'notCounted', 'countedLongAgo', 'builtOnCount'],
    feature: 'door',
  }),
  /** What lies in a box by mistake: it goes, and its payment is due again. */
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
