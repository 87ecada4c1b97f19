import * as z from 'zod/mini'
import { cents, count, flag, id, object, total } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { roles } from '#studio/accounts/rules.ts'
import { feedKinds } from '#studio/feeds/rules.ts'
import { levels, channels } from '#studio/logs/rules.ts'
import { bookKinds } from '#studio/memberships/rules/book.ts'
import { kindNames, noticeWays } from '#studio/notices/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { states as standInStates } from '#studio/standIns/rules/states.ts'
import { freezeStates } from '#studio/passes/rules.ts'
import { states } from '#studio/waiting/rules/states.ts'
import { moneyWays, paidItems, paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'

/** A moment in the downloaded file: 2026-11-26T16:00:00.000Z. */
const moment = z.string()
/** Author of an action: the person the file is about, or the studio, whose staff are not named to members. */
const by = z.enum(['you', 'studio'])

const held = object({
  madeAt: moment,
  account: object({
    id,
    firstName: z.string(),
    familyName: z.string(),
    email: z.string(),
    dateOfBirth: z.nullable(z.string()),
    phone: z.string(),
    role: z.enum(roles),
    memberLevel: z.string(),
    membershipCategory: z.nullable(z.string()),
    language: z.string(),
    createdAt: moment,
    emailVerifiedAt: z.nullable(moment),
    lastLogin: z.nullable(moment),
    deletionAskedAt: z.nullable(moment),
    /** The password itself is not stored, only its hash. */
    acceptedTermsAt: z.nullable(moment),
    passwordChangedAt: z.nullable(moment),
  }),
  classes: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      endsAt: moment,
      cancelled: flag,
      registeredAt: z.nullable(moment),
      /** Null if the class was cancelled: the payment method of a cancelled place is not kept. */
      paidBy: z.nullable(z.enum([...methods, 'included'])),
      membership: z.nullable(z.string()),
      attendance: z.nullable(z.enum(['attended', 'no-show'])),
    }),
  ),
  /** Included classes which the person said they can't attend. */
  cantCome: z.array(object({ name: z.string(), startsAt: moment, saidAt: moment })),
  /** Make-up classes, each with the missed class and the class it was used for. */
  makeUps: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      validUntil: z.string(),
      usedFor: z.nullable(z.string()),
      takenBackAt: z.nullable(moment),
    }),
  ),
  /** Places cancelled so late that they are still charged, until it is forgiven. */
  cancelledLate: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      cancelledAt: moment,
      forgivenAt: z.nullable(moment),
      reason: z.string(),
    }),
  ),
  /** Waiting lists the person was on, and the result. */
  waitingLists: z.array(
    object({ name: z.string(), joinedAt: moment, state: z.enum(states), endedAt: z.nullable(moment) }),
  ),
  /** Classes for which they asked for a stand-in, or stood in for another teacher. */
  standIns: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      as: z.enum(['teacher', 'standIn']),
      askedAt: moment,
      state: z.enum(standInStates),
    }),
  ),
  /** Messages to groups that the person received or wrote. */
  messages: z.array(
    object({ to: z.string(), subject: z.string(), text: z.string(), at: moment, as: z.enum(['author', 'reader']) }),
  ),
  /** A teacher's rates, and their pay in closed months. */
  pay: object({
    rates: z.array(
      object({ from: z.string(), baseInCents: count, perHeadInCents: count, mostInCents: z.nullable(count) }),
    ),
    taught: z.array(object({ name: z.string(), startsAt: moment })),
    lines: z.array(
      object({ month: z.string(), name: z.string(), startsAt: moment, heads: count, amountInCents: z.int() }),
    ),
  }),
  courses: z.array(object({ name: z.string(), startDate: z.string(), endDate: z.string(), registeredAt: moment })),
  memberships: z.array(
    object({
      name: z.string(),
      classesUsed: count,
      classLimit: count,
      validFrom: moment,
      validUntil: moment,
      status: z.enum(['active', 'cancelled']),
      boughtAt: moment,
      /** Freezes, including requested ones. */
      freezes: z.array(
        object({
          firstDay: z.string(),
          lastDay: z.string(),
          state: z.enum(freezeStates),
          reason: z.string(),
          answer: z.string(),
        }),
      ),
      /** Each change of the pass: classes added or removed, classes left, and the reason. */
      book: z.array(
        object({
          at: moment,
          kind: z.enum(bookKinds),
          className: z.nullable(z.string()),
          classes: z.number(),
          remaining: count,
          validUntil: moment,
          reason: z.string(),
        }),
      ),
    }),
  ),
  /** Membership categories, with first and last day. */
  categories: z.array(object({ name: z.string(), since: z.nullable(z.string()), until: z.nullable(z.string()) })),
  /** Pauses from dancing. */
  pauses: z.array(object({ from: z.string(), until: z.string(), reason: z.string() })),
  payments: z.array(
    object({
      id,
      item: z.enum(paidItems),
      description: z.string(),
      priceInCents: cents,
      amountInCents: z.nullable(cents),
      /** Part of the price that the studio has waived. */
      letGoInCents: cents,
      method: z.enum(paymentMethods),
      status: z.enum(paymentStatuses),
      deadline: moment,
      coverMember: flag,
      discountCode: z.nullable(z.string()),
      /** Cents by which a code or the sibling discount lowered the price. */
      discount: z.number(),
      siblingPercent: z.nullable(z.number()),
      createdAt: moment,
      receipts: z.array(object({ day: z.string(), amountInCents: cents, method: z.enum(moneyWays) })),
      history: z.array(object({ at: moment, by, status: z.enum(paymentStatuses), reason: z.string() })),
    }),
  ),
  /** The person's children, guardians and open invitations. */
  family: object({
    children: z.array(object({ name: z.string(), canBook: flag, pays: flag, getsNotices: flag, since: moment })),
    guardians: z.array(object({ name: z.string(), canBook: flag, pays: flag, getsNotices: flag, since: moment })),
    invitations: z.array(
      object({
        email: z.string(),
        sentAt: moment,
        acceptedAt: z.nullable(moment),
        declinedAt: z.nullable(moment),
      }),
    ),
    /** Consent to photos and videos, for the person and their children. */
    photos: z.array(object({ name: z.string(), allowed: flag, since: moment })),
  }),
  /** Duplicate records merged into the person's, as long as the merge can be undone. */
  mergedRecords: z.array(
    object({
      mergedAt: moment,
      name: z.string(),
      /** Address of the merged account; empty if it had none. */
      email: z.string(),
      dateOfBirth: z.nullable(z.string()),
      phone: z.string(),
    }),
  ),
  /** Reference numbers for bank transfers. */
  references: z.array(object({ reference: z.string(), since: moment })),
  /** Bank transfers from or for the person, as in the bank statements. */
  transfers: z.array(
    object({
      day: z.string(),
      amountInCents: z.number(),
      name: z.nullable(z.string()),
      iban: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
  /** Overpayments, and how they were used. */
  credit: z.array(object({ day: z.string(), amountInCents: cents })),
  /** Stebby tickets used for the person's payments; a ticket has its holder's name until it has paid. */
  stebbyTickets: z.array(
    object({
      code: z.string(),
      service: z.nullable(z.string()),
      holder: z.nullable(z.string()),
      amountInCents: z.nullable(cents),
      since: moment,
    }),
  ),
  /** Receipts, invoices and credit notes, with their full text. */
  papers: z.array(object({ number: z.string(), day: z.string(), amountInCents: z.number(), content: z.string() })),
  /** Buyer on the last invoice, suggested for the next one. */
  invoicesTo: z.nullable(object({ name: z.string(), registryCode: z.string(), address: z.string() })),
  /** When two-step sign-in was set up. */
  twoStepsSince: z.nullable(moment),
  /** Identity at the sign-in provider. */
  signsInElsewhere: z.array(object({ issuer: z.string(), subject: z.string(), createdAt: moment })),
  /** Without the public keys, which say nothing about the person. */
  passkeys: z.array(object({ name: z.string(), createdAt: moment, lastUsedAt: z.nullable(moment) })),
  notices: object({
    ways: z.array(object({ kind: z.enum(kindNames), way: z.enum(noticeWays) })),
    pushedTo: z.array(object({ device: z.string(), turnedOnAt: moment })),
  }),
  /** Calendar subscriptions with a secret address. */
  calendars: z.array(object({ kind: z.enum(feedKinds), madeAt: moment })),
  sessions: z.array(
    object({
      device: z.string(),
      signedIn: flag,
      startedAt: moment,
      lastUsedAt: z.nullable(moment),
      expiresAt: z.nullable(moment),
    }),
  ),
  links: z.array(
    object({
      purpose: z.string(),
      address: z.nullable(z.string()),
      sentAt: moment,
      expiresAt: moment,
      usedAt: z.nullable(moment),
    }),
  ),
  letters: z.array(object({ subject: z.string(), createdAt: moment, sentAt: z.nullable(moment) })),
  /** Log lines about the person, and about what they did. */
  log: z.array(
    object({
      at: moment,
      channel: z.enum(channels),
      level: z.enum(levels),
      message: z.string(),
      messageEt: z.nullable(z.string()),
      /** Number of repetitions, and the last time if more than one. */
      count,
      lastAt: z.nullable(moment),
      by,
    }),
  ),
  /** Kept for a week, to recognise repeated requests. */
  commands: z.array(object({ name: z.string(), at: moment })),
})
export type Held = z.infer<typeof held>

const { shape } = held

/**
 * What a guardian downloads about a child without an account: what belongs to the child as a person, and of money and
 * messages what this guardian sees already. A part that is left out has its reason in `notOfChild`.
 */
const heldOfChild = object({
  madeAt: shape.madeAt,
  child: object({
    id,
    firstName: z.string(),
    familyName: z.string(),
    dateOfBirth: z.nullable(z.string()),
    memberLevel: z.string(),
    membershipCategory: z.nullable(z.string()),
    createdAt: moment,
  }),
  classes: shape.classes,
  cantCome: shape.cantCome,
  makeUps: shape.makeUps,
  cancelledLate: shape.cancelledLate,
  waitingLists: shape.waitingLists,
  /** Those to its classes, courses and category that came to the guardian. */
  messages: shape.messages,
  courses: shape.courses,
  memberships: shape.memberships,
  categories: shape.categories,
  pauses: shape.pauses,
  /** Those that the guardian pays; of those that they ordered but do not pay, only what the screens show. */
  payments: shape.payments,
  /** Guardians only by name. */
  family: object({
    guardians: z.array(object({ name: z.string(), since: moment })),
    /** Consent to photos and videos, by the guardian who downloads or another one. */
    photos: z.array(object({ allowed: flag, since: moment, by: z.enum(['you', 'guardian']) })),
  }),
})
export type HeldOfChild = z.infer<typeof heldOfChild>

const ofAccount = 'belongs to an account, and the child has none'
const ofPayer = 'belongs to whoever pays, and is in the file of that person'

/** Why the other parts of the file are not in that of a child. A new part must be there or here to compile. */
export const notOfChild = {
  account: 'the child has none; what is known about the child itself is in `child`',
  standIns: 'only teachers have them',
  pay: 'only teachers have it',
  mergedRecords: 'may hold the address and phone number of another guardian',
  references: ofPayer,
  transfers: ofPayer,
  credit: ofPayer,
  stebbyTickets: 'belong to the adult whose employer gave them',
  papers: ofPayer,
  invoicesTo: ofPayer,
  twoStepsSince: ofAccount,
  signsInElsewhere: ofAccount,
  passkeys: ofAccount,
  notices: ofAccount,
  calendars: ofAccount,
  sessions: ofAccount,
  links: ofAccount,
  letters: 'were sent to the address of an account',
  log: 'says what other guardians did and paid',
  commands: ofAccount,
} as const satisfies Readonly<Record<Exclude<keyof Held, keyof HeldOfChild>, string>>

export const privacy = contract('privacy', {
  /** All personal data of the caller. The response is not stored. */
  download: command({ may: 'ownAccount', input: nothing, answer: held, once: false }),
  /** What is held about a child without an account, for any guardian. The response is not stored. */
  downloadChild: command({
    may: 'see',
    feature: 'families',
    subject: 'personId',
    input: object(forPerson),
    answer: heldOfChild,
    refuses: ['hasSignIn'],
    once: false,
  }),
  /** Money that goes with a person who is deleted: what is then cancelled or waived, and credit that nobody has any more. */
  moneyOf: query({
    may: 'manageUsers',
    input: object({ userId: id }),
    answer: object({ owed: total, credit: z.number() }),
  }),
  /** Deletes a person for good; financial records stay without a name: see docs/decisions/deletion.md. */
  deleteUser: command({
    may: 'manageUsers',
    /** Number of children left without a guardian that the admin was warned about; 0 if missing. */
    input: object({ userId: id, leavesAlone: z.optional(count) }),
    answer: nothing,
    refuses: ['userNotFound', 'ownAccount', 'lastAdmin', 'onlyGuardian'],
  }),
})
