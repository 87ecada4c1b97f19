import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, object, page, part, searchText, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import {
  creditSources,
  journalLists,
  journalWays,
  MOST_AT_ONCE,
  overviewStatuses,
  paidItems,
  paymentMethods,
  paymentStatuses,
  receiptSources,
  restChoices,
  notRemindedReasons,
} from './rules.ts'

/** These fields of a payment and, as the rules say, what is true of it at its status. */
export const standing = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('status', [
    object({ ...shape, status: z.literal('due') }),
    object({ ...shape, status: z.literal('partlyPaid'), received: cents }),
    object({ ...shape, status: z.literal('markedByUser'), received: cents }),
    object({ ...shape, status: z.literal('markedByTeacher'), received: cents, stated: cents }),
    object({ ...shape, status: z.literal('confirmed'), received: cents, letGo: cents }),
    object({ ...shape, status: z.literal('cancelled') }),
  ])

/** What becomes of the money if a payment is cancelled. */
export const moneyBack = object({
  /** Becomes its payer's credit by itself. */
  credit: cents,
  /** Came at the desk, and the studio decides on it. */
  desk: cents,
  /** The one who looks is the payer. */
  yours: flag,
})
export type MoneyBack = z.infer<typeof moneyBack>

const ownFields = {
  id,
  /** The person for whom it is. */
  userId: id,
  item: z.enum(paidItems),
  itemId: id,
  description: z.string(),
  /** When the class begins that it is for; null of all else. */
  startsAt: z.nullable(instant),
  price: cents,
  paymentMethod: z.enum(paymentMethods),
  deadline: instant,
  createdAt: instant,
  /** By how much a code or the sibling discount made the price lower. */
  discount: cents,
  siblingPercent: z.nullable(count),
}
const ownPayment = standing(ownFields)
export type OwnPayment = z.infer<typeof ownPayment>
const listedPayment = standing({ ...ownFields, /** The day of the last money that came. */ paidOn: z.nullable(date) })
export type ListedPayment = z.infer<typeof listedPayment>

const change = object({
  id: z.number(),
  at: instant,
  /** Whose doing it was: empty of a deleted account, null of the studio itself. */
  byName: z.nullable(z.string()),
  fromStatus: z.nullable(z.enum(paymentStatuses)),
  toStatus: z.enum(paymentStatuses),
  fromAmount: z.nullable(cents),
  toAmount: z.nullable(cents),
  /** What of the price was let go by it. */
  letGo: cents,
  reason: z.string(),
})
export type PaymentChange = z.infer<typeof change>

const deskPayment = standing({
  ...ownFields,
  displayName: z.string(),
  familyName: z.string(),
  email: z.string(),
  discountCode: z.nullable(z.string()),
  /** Paid as a cover member without being one. */
  coverDoubtful: flag,
  /** Where somebody else pays than the person for whom it is; teachers are not told. */
  payer: z.nullable(object({ userId: id, name: z.string() })),
  updatedAt: instant,
})
export type DeskPayment = z.infer<typeof deskPayment>

/** A month on the calendar, "2026-11". */
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
const deskPage = object({ rows: z.array(deskPayment), total, page })
/** The month counts for confirmed payments alone: the others are open whenever they were made. */
const overviewInput = object({ status: z.enum(overviewStatuses), month: z.nullable(month), search: searchText, page })

/** How many payments a list holds; cents. */
const tally = object({ total, sum: z.number() })

const monthOfMethod = object({
  /** 1 to 12. */
  month: count,
  paymentMethod: z.enum(paymentMethods),
  /** Cents. */
  sum: z.number(),
  count,
})
export type MonthOfMethod = z.infer<typeof monthOfMethod>

const journalLine = object({
  id: total,
  day: date,
  /** Null of a deleted account. */
  payer: z.nullable(object({ userId: id, name: z.string() })),
  /** For whom it was. */
  userId: id,
  name: z.string(),
  item: z.enum(paidItems),
  description: z.string(),
  startsAt: z.nullable(instant),
  way: z.enum(journalWays),
  source: z.enum(receiptSources),
  /** The payer's reference number; empty without one. */
  reference: z.string(),
  /** In percent, as it was at the sale; null where the studio was not liable. */
  vatRate: z.nullable(z.number()),
  vat: cents,
  /** Negative where it went back. */
  cents,
})
export type JournalLine = z.infer<typeof journalLine>
const journalInput = { list: z.enum(journalLists), month, search: searchText }

const journalSums = object({
  ways: z.array(object({ way: z.enum(journalWays), count, cents: z.int() })),
  /** What was sold without liability is of no rate. */
  rates: z.array(object({ rate: z.nullable(z.number()), cents: z.int(), vat: z.int() })),
  credit: z.array(object({ source: z.enum(creditSources), cents: z.int() })),
  /** What changed months before, which is negative where it was taken back. */
  before: object({ count: total, cents: z.int() }),
})
export type JournalSums = z.infer<typeof journalSums>

/** What a member of staff states about a payment, and how it stood on their screen. */
const statement = {
  paymentId: id,
  /** What was received now. */
  actualAmount: cents,
  seenStatus: z.optional(z.enum(paymentStatuses)),
  seenReceived: z.optional(cents),
}

const running = object({ personId: id, cents: total })

export const payments = contract('payments', {
  /** The caller's payments that are not settled: due, or marked and waiting for the studio's word. Soonest deadline first. */
  mine: query({ may: 'pay', input: nothing, answer: z.array(ownPayment) }),
  /** One page of all the caller's payments, newest first. */
  allMine: query({
    may: 'pay',
    input: object({ page }),
    answer: object({ rows: z.array(listedPayment), total, page }),
  }),
  /** The number by which the caller's transfers are known; null before there is anything to pay. */
  myReference: query({
    may: 'pay',
    feature: 'statements',
    input: nothing,
    answer: object({ reference: z.nullable(z.string()) }),
  }),
  /** All numbers of whoever pays for a person, the issued one first. */
  referencesOf: query({
    may: 'seeDesk',
    feature: 'statements',
    input: object({ userId: id }),
    answer: z.array(object({ reference: z.string(), /** A number from before, that staff added. */ added: flag })),
  }),
  /** Adds a number that whoever pays for a person has used before. */
  addReference: command({
    may: 'registerOthers',
    feature: 'statements',
    input: object({ userId: id, reference: text }),
    answer: nothing,
    refuses: ['invalidFields', 'userNotFound'],
  }),
  /** For whom the caller pays, the oldest first, and what of theirs runs now, before any discount. */
  siblings: query({ may: 'pay', feature: 'families', input: nothing, answer: z.array(running) }),
  /** The same of whoever pays for a person. */
  siblingsFor: query({
    may: 'seeDesk',
    feature: 'families',
    input: object({ userId: id }),
    answer: z.array(running),
  }),
  /** What the caller has paid beyond what was due. */
  myCredit: query({ may: 'pay', feature: 'statements', input: nothing, answer: object({ credit: cents }) }),
  /** The same of whoever pays for a person, and what is due from them. */
  creditFor: query({
    may: 'seeDesk',
    feature: 'statements',
    input: object({ userId: id }),
    answer: object({
      credit: cents,
      due: cents,
      /** How the credit became what it is: the newest changes, the newest first. */
      changes: z.array(
        object({
          id: total,
          day: date,
          /** Negative where it became less. */
          cents: z.int(),
          source: z.enum(creditSources),
          /** What it paid for; empty of all else. */
          what: z.string(),
        }),
      ),
    }),
  }),
  /** Pays by the caller's credit what is due, the soonest deadline first. */
  spendCredit: command({
    may: 'pay',
    feature: 'statements',
    input: nothing,
    answer: object({ used: cents }),
    refuses: ['noCredit'],
  }),
  spendCreditOf: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ userId: id }),
    answer: object({ used: cents }),
    refuses: ['noCredit'],
  }),
  /** Notes that the studio has paid back so much of a credit. */
  payBackCredit: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ userId: id, cents }),
    answer: nothing,
    refuses: ['noCredit'],
  }),
  /** Takes that back as a mistake: by so much is there again. */
  undoPaidBack: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ userId: id, changeId: total }),
    answer: nothing,
    refuses: ['creditMoved', 'transferTakenBack'],
  }),
  /**
   * One page of one list of the overview, with the sum of the whole list: what is due by its deadline, the oldest first; the
   * others newest first.
   */
  overview: query({
    may: 'seeDesk',
    input: overviewInput,
    answer: z.extend(deskPage, { /** Cents. */ sum: z.number() }),
  }),
  /** How much each list of the overview holds: the confirmed ones of that month. */
  tallies: query({
    may: 'seeDesk',
    input: object({ month, search: searchText }),
    answer: object({ due: tally, markedByUser: tally, markedByTeacher: tally, confirmed: tally }),
  }),
  /** All open payments, and those confirmed in that month. */
  overviewForExport: query({
    may: 'seeDesk',
    input: object({ month, search: searchText, part }),
    answer: object({ rows: z.array(deskPayment), total, parts: count }),
  }),
  /** Money received in a month, receipt by receipt, the newest day first; or what of months before was booked or taken back in it. */
  journal: query({
    may: 'confirmPayments',
    input: object({ ...journalInput, page }),
    answer: object({ rows: z.array(journalLine), total, page, sum: z.int() }),
  }),
  journalForExport: query({
    may: 'confirmPayments',
    input: object({ ...journalInput, part }),
    answer: object({ rows: z.array(journalLine), total, parts: count }),
  }),
  journalSums: query({ may: 'confirmPayments', input: object({ month }), answer: journalSums }),
  /** What was confirmed in each month of a year, by method; months without any are left out. */
  year: query({
    may: 'seeDesk',
    input: object({ year: z.int().check(z.minimum(2000), z.maximum(2099)) }),
    answer: z.array(monthOfMethod),
  }),
  /**
   * What a person has yet to pay, and since when at the latest; what they owe for others, and who pays what is due for
   * them.
   */
  owed: query({
    may: 'seeDesk',
    input: object({ userId: id }),
    answer: object({
      owes: cents,
      deadline: z.nullable(instant),
      /** For whom they pay, for themselves too; teachers are told of the latter alone. */
      pays: z.array(object({ userId: id, name: z.string(), owes: cents, deadline: z.nullable(instant) })),
      /** Who else pays for them, for admins. */
      paidBy: z.array(object({ userId: id, name: z.string() })),
    }),
  }),
  /** One page of a user's payments, the settled and cancelled ones too, newest first. */
  ofUser: query({ may: 'seeDesk', input: object({ userId: id, page }), answer: deskPage }),
  /** Every change that a payment ever had, oldest first. */
  history: query({ may: 'seeDesk', input: object({ paymentId: id }), answer: z.array(change) }),
  markAsPaid: command({
    may: 'pay',
    input: object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentIsCash', 'paymentNotDue'],
  }),
  /** Takes that back, as long as the studio has not moved the payment. */
  unmarkAsPaid: command({
    may: 'pay',
    input: object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentNotDue'],
  }),
  /** Several at once, as by one transfer: all or none. */
  markAllAsPaid: command({
    may: 'pay',
    input: object({ paymentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentIsCash', 'paymentNotDue'],
  }),
  /** Where staff say which status they saw, and another moved the payment meanwhile, they are told instead. */
  markAsPaidByTeacher: command({
    may: 'markPaidAsTeacher',
    input: object(statement),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** Without a word about it, the rest of a price is let go. */
  confirm: command({
    may: 'confirmPayments',
    input: object({ ...statement, rest: z.optional(z.enum(restChoices)) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** Each with what is expected: what a teacher said was paid, else the rest of the price. All or none. */
  confirmMany: command({
    may: 'confirmPayments',
    input: object({
      seen: z
        .array(object({ paymentId: id, seenStatus: z.enum(paymentStatuses), seenReceived: cents }))
        .check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
    }),
    answer: object({ confirmed: count }),
    refuses: ['paymentsMoved'],
  }),
  /** Within two minutes, by whoever confirmed them: each stands as before, but what somebody has changed since stays so. */
  undoConfirmed: command({
    may: 'confirmPayments',
    input: object({ paymentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) }),
    answer: object({ undone: count, stayed: count }),
  }),
  /** The studio has seen nothing of what somebody says was paid: it is due again, with what had come before. */
  notReceived: command({
    may: 'confirmPayments',
    input: object({ paymentId: id, seenStatus: z.enum(paymentStatuses) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
  /** Does without what is still to come of a payment of which a part has come. */
  letGoOfRest: command({
    may: 'confirmPayments',
    input: object({ paymentId: id, seenReceived: cents }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
  /** How many payers would get a reminder: those of these payments, or of all that are overdue, and who is left out. */
  toRemind: query({
    may: 'confirmPayments',
    input: object({ paymentIds: z.nullable(z.array(id).check(z.maxLength(MOST_AT_ONCE))) }),
    answer: object({
      payers: count,
      /** All that these owe. */
      owed: total,
      left: z.array(object({ name: z.string(), why: z.enum(notRemindedReasons) })),
    }),
  }),
  /** One letter each with all they owe. It waits for two minutes, in which `undoReminders` takes it back. */
  remindPayers: command({
    may: 'confirmPayments',
    input: object({ paymentIds: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))) }),
    answer: object({ reminded: count, batch: id }),
  }),
  undoReminders: command({
    may: 'confirmPayments',
    input: object({ batch: id }),
    answer: object({ withdrawn: count }),
  }),
  /** "Delete" in the payments overview: cancels, and keeps the history. */
  cancel: command({
    may: 'deletePayments',
    input: object({ paymentId: id, seenStatus: statement.seenStatus }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
})
