import * as z from 'zod/mini'
import {
  cents,
  count,
  date,
  flag,
  id,
  instant,
  month,
  object,
  page,
  part,
  searchText,
  text,
  total,
} from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import {
  creditSources,
  journalLists,
  MOST_AT_ONCE,
  MOST_REMINDED,
  moneyWays,
  overviewStatuses,
  paidItems,
  paymentMethods,
  paymentStatuses,
  receiptSources,
  restChoices,
  notRemindedReasons,
  waysBack,
} from './rules.ts'

/** These fields of a payment, together with the fields of its status as the rules define them. */
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
  /** Cents that become credit of its payer automatically. */
  credit: cents,
  /** Cents that came at the desk; the studio decides about them. */
  desk: cents,
  /** Whether the caller is the payer. */
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
  /** Start of the class that it is for; null for anything else. */
  startsAt: z.nullable(instant),
  price: cents,
  paymentMethod: z.enum(paymentMethods),
  deadline: instant,
  createdAt: instant,
  /** Cents by which a discount code or the sibling discount lowered the price. */
  discount: cents,
  siblingPercent: z.nullable(count),
}
const ownPayment = standing(ownFields)
export type OwnPayment = z.infer<typeof ownPayment>
const listedPayment = standing({ ...ownFields, /** Day of the latest receipt. */ paidOn: z.nullable(date) })
export type ListedPayment = z.infer<typeof listedPayment>

const change = object({
  id: z.number(),
  at: instant,
  /** Who made the change: empty for a deleted account, null for the studio itself. */
  byName: z.nullable(z.string()),
  fromStatus: z.nullable(z.enum(paymentStatuses)),
  toStatus: z.enum(paymentStatuses),
  fromAmount: z.nullable(cents),
  toAmount: z.nullable(cents),
  /** Cents of the price that this change let go. */
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
  /** Priced as 'cover group member' though the person is not a group member. */
  coverDoubtful: flag,
  /** The payer if it is another person; null for teachers. */
  payer: z.nullable(object({ userId: id, name: z.string() })),
  /** The payer's reference number; empty for teachers, and if there is none. */
  reference: z.string(),
  /** Cents received in the month of the list, negative if more was returned; null outside the list of confirmed ones. */
  inMonth: z.nullable(z.int()),
  updatedAt: instant,
})
export type DeskPayment = z.infer<typeof deskPayment>

const deskPage = object({ rows: z.array(deskPayment), total, page })
/** The month applies only to confirmed payments; the others are listed whenever they were made. */
const overviewList = { status: z.enum(overviewStatuses), month: z.nullable(month), search: searchText }

/** Number of payments in a list, and their sum in cents. */
const tally = object({ total, sum: z.number() })

const monthOfWay = object({
  /** 1 to 12. */
  month: count,
  way: z.enum(moneyWays),
  /** Cents. */
  sum: z.number(),
  count,
})
export type MonthOfWay = z.infer<typeof monthOfWay>

const journalLine = object({
  id: total,
  day: date,
  /** Null for a deleted account. */
  payer: z.nullable(object({ userId: id, name: z.string() })),
  /** The person for whom it was. */
  userId: id,
  name: z.string(),
  item: z.enum(paidItems),
  description: z.string(),
  startsAt: z.nullable(instant),
  way: z.enum(moneyWays),
  source: z.enum(receiptSources),
  /** The payer's reference number; empty if there is none. */
  reference: z.string(),
  /** VAT in percent, at the time of sale; null if the studio was not liable. */
  vatRate: z.nullable(z.number()),
  vat: cents,
  /** Negative if it was returned. */
  cents,
})
export type JournalLine = z.infer<typeof journalLine>
/** A change of a payer's credit; negative if it went away. */
const creditLine = object({
  id: total,
  day: date,
  payer: journalLine.shape.payer,
  source: z.enum(creditSources),
  /** Null if the money moved by no known way, or not in the month. */
  way: z.nullable(z.enum(moneyWays)),
  reference: z.string(),
  cents,
})
const journalInput = { list: z.enum(journalLists), month, search: searchText }

const journalSums = object({
  ways: z.array(object({ way: z.enum(moneyWays), count, cents: z.int() })),
  /** `rate` is null for what was sold without VAT liability. */
  rates: z.array(object({ rate: z.nullable(z.number()), cents: z.int(), vat: z.int() })),
  /** `way` is null if no money moved, or it is not known how. */
  credit: z.array(object({ source: z.enum(creditSources), way: z.nullable(z.enum(moneyWays)), cents: z.int() })),
  /** Changes to the credit of earlier months. */
  creditBefore: object({ count: total, cents: z.int() }),
  /** Changes to earlier months; negative cents for receipts that were undone. */
  before: object({ count: total, cents: z.int() }),
})
export type JournalSums = z.infer<typeof journalSums>

/** What staff state about a payment, and its state on their screen. */
const statement = {
  paymentId: id,
  /** Cents received now. */
  actualAmount: cents,
  seenStatus: z.optional(z.enum(paymentStatuses)),
  seenReceived: z.optional(cents),
}

const running = object({ personId: id, cents: total })

export const payments = contract('payments', {
  /**
   * The caller's unsettled payments: due, or marked and not yet confirmed by the studio. The earliest deadline first.
   */
  mine: query({ may: 'pay', input: nothing, answer: z.array(ownPayment) }),
  /** One page of all the caller's payments, newest first. */
  allMine: query({
    may: 'pay',
    input: object({ page }),
    answer: object({ rows: z.array(listedPayment), total, page }),
  }),
  /** The reference number for the caller's transfers; null before there is anything to pay. */
  myReference: query({
    may: 'pay',
    feature: 'statements',
    input: nothing,
    answer: object({ reference: z.nullable(z.string()) }),
  }),
  /** All reference numbers of a person's payer, the issued one first. */
  referencesOf: query({
    may: 'seeDesk',
    feature: 'statements',
    input: object({ userId: id }),
    answer: z.array(object({ reference: z.string(), /** A number from before, added by staff. */ added: flag })),
  }),
  /** Adds a number that a person's payer has used before. */
  addReference: command({
    may: 'registerOthers',
    feature: 'statements',
    input: object({ userId: id, reference: text }),
    answer: nothing,
    refuses: ['invalidFields', 'userNotFound'],
  }),
  /**
   * The people for whom the caller pays, oldest first, with the price of what runs for them now, before any discount.
   */
  siblings: query({ may: 'pay', feature: 'families', input: nothing, answer: z.array(running) }),
  /** The same for the payer of a person. */
  siblingsFor: query({
    may: 'seeDesk',
    feature: 'families',
    input: object({ userId: id }),
    answer: z.array(running),
  }),
  /** The caller's credit: what they have paid beyond what was due. */
  myCredit: query({ may: 'pay', feature: 'statements', input: nothing, answer: object({ credit: cents }) }),
  /** The credit of a person's payer, and what is due from that payer. */
  creditFor: query({
    may: 'seeDesk',
    feature: 'statements',
    input: object({ userId: id }),
    answer: object({
      credit: cents,
      due: cents,
      /** What is due, in the order in which credit pays it. */
      open: z.array(
        object({
          id,
          description: z.string(),
          startsAt: z.nullable(instant),
          person: z.string(),
          rest: cents,
        }),
      ),
      /** The latest changes of the credit, newest first. */
      changes: z.array(
        object({
          id: total,
          day: date,
          /** Negative if the credit decreased. */
          cents: z.int(),
          source: z.enum(creditSources),
          /** What the credit paid for; empty for other changes. */
          what: z.string(),
        }),
      ),
    }),
  }),
  /** Pays the caller's due payments from their credit, the earliest deadline first. */
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
    input: object({ userId: id, cents, way: z.enum(waysBack) }),
    answer: nothing,
    refuses: ['noCredit'],
  }),
  /** Undoes that as a mistake: the credit is available again. */
  undoPaidBack: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ userId: id, changeId: total }),
    answer: nothing,
    refuses: ['creditMoved', 'transferTakenBack'],
  }),
  /**
   * One page of one list of the overview, with the sum of the whole list: due payments by deadline, the oldest first;
   * the other lists newest first.
   */
  overview: query({
    may: 'seeDesk',
    input: object({ ...overviewList, page }),
    answer: z.extend(deskPage, { /** Cents. */ sum: z.number() }),
  }),
  /** The size of the lists that wait for an admin's confirmation. */
  toConfirm: query({
    may: 'confirmPayments',
    input: nothing,
    answer: object({ markedByUser: tally, markedByTeacher: tally }),
  }),
  /** The size of each list of the overview; for confirmed payments, of that month. */
  tallies: query({
    may: 'seeDesk',
    input: object({ month, search: searchText }),
    answer: object({ due: tally, markedByUser: tally, markedByTeacher: tally, confirmed: tally }),
  }),
  /** One list of the overview, in its order. */
  overviewForExport: query({
    may: 'seeDesk',
    input: object({ ...overviewList, part }),
    answer: object({ rows: z.array(deskPayment), total, parts: count }),
  }),
  /** Receipts of a month, the newest day first; or the changes to earlier months that were made in it. */
  journal: query({
    may: 'confirmPayments',
    input: object({ ...journalInput, page }),
    answer: object({ rows: z.array(journalLine), total, page, sum: z.int() }),
  }),
  journalForExport: query({
    may: 'confirmPayments',
    input: object({ ...journalInput, part }),
    answer: object({
      rows: z.array(journalLine),
      total,
      parts: count,
      /** With the last part, of the whole list: without it the rows do not add up to the money of the bank. */
      credit: z.array(creditLine),
    }),
  }),
  journalSums: query({ may: 'confirmPayments', input: object({ month }), answer: journalSums }),
  /** Receipts of a year by month and way; months without any are left out. */
  year: query({
    may: 'seeDesk',
    input: object({ year: z.int().check(z.minimum(2000), z.maximum(2099)) }),
    answer: z.array(monthOfWay),
  }),
  /** What a person has yet to pay, and the earliest deadline of it; what they owe for others, and who pays for them. */
  owed: query({
    may: 'seeDesk',
    input: object({ userId: id }),
    answer: object({
      owes: cents,
      deadline: z.nullable(instant),
      /** The people for whom they pay, including themselves; teachers see only themselves listed. */
      pays: z.array(object({ userId: id, name: z.string(), owes: cents, deadline: z.nullable(instant) })),
      /** Who else pays for them; only for admins. */
      paidBy: z.array(object({ userId: id, name: z.string() })),
    }),
  }),
  /** One page of a user's payments, including settled and cancelled ones, newest first. */
  ofUser: query({ may: 'seeDesk', input: object({ userId: id, page }), answer: deskPage }),
  /** Every change of a payment, oldest first. */
  history: query({ may: 'seeDesk', input: object({ paymentId: id }), answer: z.array(change) }),
  markAsPaid: command({
    may: 'pay',
    input: object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentIsCash', 'paymentNotDue'],
  }),
  /** Withdraws the caller's mark, unless the studio has moved the payment since. */
  unmarkAsPaid: command({
    may: 'pay',
    input: object({ paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentNotDue'],
  }),
  /** Marks several at once, as for one transfer: all or none. */
  markAllAsPaid: command({
    may: 'pay',
    input: object({ paymentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentIsCash', 'paymentNotDue'],
  }),
  /** With `seenStatus`, refuses if somebody else has moved the payment since staff looked. */
  markAsPaidByTeacher: command({
    may: 'markPaidAsTeacher',
    input: object(statement),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** Without `rest`, the rest of the price is let go. */
  confirm: command({
    may: 'confirmPayments',
    input: object({ ...statement, rest: z.optional(z.enum(restChoices)) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved', 'invalidFields'],
  }),
  /** Confirms each with its expected amount: what a teacher said was paid, else the rest of the price. All or none. */
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
  /**
   * Undoes the caller's own confirmations within two minutes, also of a part; payments that somebody has changed since
   * stay as they are.
   */
  undoConfirmed: command({
    may: 'confirmPayments',
    input: object({ paymentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)) }),
    answer: object({ undone: count, stayed: count }),
  }),
  /** The studio did not receive what was said to be paid: the payment is due again, with earlier receipts kept. */
  notReceived: command({
    may: 'confirmPayments',
    input: object({ paymentId: id, seenStatus: z.enum(paymentStatuses) }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
  /** Lets go of the rest of a partly paid payment. */
  letGoOfRest: command({
    may: 'confirmPayments',
    input: object({ paymentId: id, seenReceived: cents }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
  /**
   * Number of payers who would be reminded, for these payments or for all overdue ones, and who is left out and why.
   */
  toRemind: query({
    may: 'confirmPayments',
    input: object({ paymentIds: z.nullable(z.array(id).check(z.maxLength(MOST_AT_ONCE))) }),
    answer: object({
      /** Cents that the reminded payers owe in total. */
      owed: total,
      /** Who gets a letter, and what they owe; the largest sum first, and no more than one press reminds. */
      letters: z.array(object({ payerId: id, name: z.string(), cents: total })),
      left: z.array(object({ name: z.string(), why: z.enum(notRemindedReasons) })),
    }),
  }),
  /**
   * Sends the payers that were listed one letter each with all they owe, after two minutes in which `undoReminders` can
   * stop it; who may not be reminded any more gets none.
   */
  remindPayers: command({
    may: 'confirmPayments',
    input: object({
      paymentIds: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))),
      payerIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_REMINDED)),
    }),
    largest: MOST_REMINDED * 64,
    answer: object({ reminded: count, batch: id }),
  }),
  undoReminders: command({
    may: 'confirmPayments',
    input: object({ batch: id }),
    answer: object({ withdrawn: count }),
  }),
  /** "Delete" in the payments overview: cancels the payment and keeps its history. */
  cancel: command({
    may: 'deletePayments',
    input: object({ paymentId: id, seenStatus: statement.seenStatus }),
    answer: nothing,
    refuses: ['paymentNotFound', 'paymentMoved'],
  }),
})
