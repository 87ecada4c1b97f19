import * as z from 'zod/mini'
import { cents, count, flag, id, object } from '#kernel/fields.ts'
import { command, contract, nothing } from '#kernel/procedures.ts'
import { roles } from '#studio/accounts/rules.ts'
import { feedKinds } from '#studio/feeds/rules.ts'
import { levels, channels } from '#studio/logs/rules.ts'
import { bookKinds } from '#studio/memberships/rules/book.ts'
import { kindNames, noticeWays } from '#studio/notices/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { states as standInStates } from '#studio/standIns/rules/states.ts'
import { freezeStates } from '#studio/passes/rules.ts'
import { states } from '#studio/waiting/rules/states.ts'
import { paidItems, paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'

/** A moment as files write it: 2026-11-26T16:00:00.000Z. */
const moment = z.string()
/** Who did something: the person the file is about, or somebody of the studio, whose name is not theirs to have. */
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
    /** The password itself is known to nobody. */
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
      /** Null where the class was cancelled: by what a place in it was paid is not kept. */
      paidBy: z.nullable(z.enum([...methods, 'included'])),
      membership: z.nullable(z.string()),
      attendance: z.nullable(z.enum(['attended', 'no-show'])),
    }),
  ),
  /** Classes that included them, to which they said that they can't come. */
  cantCome: z.array(object({ name: z.string(), startsAt: moment, saidAt: moment })),
  /** Make-up classes, each with the class that it is for, and the one for which it was used. */
  makeUps: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      validUntil: z.string(),
      usedFor: z.nullable(z.string()),
      takenBackAt: z.nullable(moment),
    }),
  ),
  /** Places that were cancelled so late that they were paid for all the same, until somebody forgave it. */
  cancelledLate: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      cancelledAt: moment,
      forgivenAt: z.nullable(moment),
      reason: z.string(),
    }),
  ),
  /** Where they waited for a place, and what became of it. */
  waitingLists: z.array(
    object({ name: z.string(), joinedAt: moment, state: z.enum(states), endedAt: z.nullable(moment) }),
  ),
  /** Classes that they could not take, or took over from others. */
  standIns: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      as: z.enum(['teacher', 'standIn']),
      askedAt: moment,
      state: z.enum(standInStates),
    }),
  ),
  /** What the studio wrote to them and others at once, and what they wrote so themselves. */
  messages: z.array(
    object({ to: z.string(), subject: z.string(), text: z.string(), at: moment, as: z.enum(['author', 'reader']) }),
  ),
  /** What they have for classes that they teach, and what they were paid for in closed months. */
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
      /** When it was frozen, or was asked to be. */
      freezes: z.array(
        object({
          firstDay: z.string(),
          lastDay: z.string(),
          state: z.enum(freezeStates),
          reason: z.string(),
          answer: z.string(),
        }),
      ),
      /** Each change of it: classes that came or went, what was left, and why. */
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
  /** Since when, and until when, they had a membership category. */
  categories: z.array(object({ name: z.string(), since: z.nullable(z.string()), until: z.nullable(z.string()) })),
  /** Days on which they did not dance. */
  pauses: z.array(object({ from: z.string(), until: z.string(), reason: z.string() })),
  payments: z.array(
    object({
      id,
      item: z.enum(paidItems),
      description: z.string(),
      priceInCents: cents,
      amountInCents: z.nullable(cents),
      /** Of the price, what the studio no longer asks for. */
      letGoInCents: cents,
      method: z.enum(paymentMethods),
      status: z.enum(paymentStatuses),
      deadline: moment,
      coverMember: flag,
      discountCode: z.nullable(z.string()),
      /** Cents: by how much a code or the sibling discount made the price lower. */
      discount: z.number(),
      siblingPercent: z.nullable(z.number()),
      createdAt: moment,
      receipts: z.array(object({ day: z.string(), amountInCents: cents, method: z.enum(paymentMethods) })),
      history: z.array(object({ at: moment, by, status: z.enum(paymentStatuses), reason: z.string() })),
    }),
  ),
  /** For whom they act, who acts for them, and whom they have asked. */
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
    /** What they have said to photos and videos, of whom. */
    photos: z.array(object({ name: z.string(), allowed: flag, since: moment })),
  }),
  /** Records of the same person that were merged with theirs, for as long as that can be undone. */
  mergedRecords: z.array(
    object({
      mergedAt: moment,
      name: z.string(),
      /** By which that one signed in; empty where it did not. */
      email: z.string(),
      dateOfBirth: z.nullable(z.string()),
      phone: z.string(),
    }),
  ),
  /** The numbers by which one's bank transfers are known. */
  references: z.array(object({ reference: z.string(), since: moment })),
  /** What came from or for them by bank transfer, as their lines of the bank's statements say. */
  transfers: z.array(
    object({
      day: z.string(),
      amountInCents: z.number(),
      name: z.nullable(z.string()),
      iban: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
  /** What they paid beyond what was due, and what became of it. */
  credit: z.array(object({ day: z.string(), amountInCents: cents })),
  /** Tickets of Stebby that were given for what they pay; the holder's name is there until a ticket has paid. */
  stebbyTickets: z.array(
    object({
      code: z.string(),
      service: z.nullable(z.string()),
      holder: z.nullable(z.string()),
      amountInCents: z.nullable(cents),
      since: moment,
    }),
  ),
  /** Receipts, invoices and credit notes, with all that stands on them. */
  papers: z.array(object({ number: z.string(), day: z.string(), amountInCents: z.number(), content: z.string() })),
  /** To whom the last invoice was, for the next one. */
  invoicesTo: z.nullable(object({ name: z.string(), registryCode: z.string(), address: z.string() })),
  /** When a second step of signing in was set up. */
  twoStepsSince: z.nullable(moment),
  /** Who they are at the provider where they may sign in as well. */
  signsInElsewhere: z.array(object({ issuer: z.string(), subject: z.string(), createdAt: moment })),
  /** Their public keys say nothing of anybody. */
  passkeys: z.array(object({ name: z.string(), createdAt: moment, lastUsedAt: z.nullable(moment) })),
  notices: object({
    ways: z.array(object({ kind: z.enum(kindNames), way: z.enum(noticeWays) })),
    pushedTo: z.array(object({ device: z.string(), turnedOnAt: moment })),
  }),
  /** Calendars that follow the studio's by a secret address. */
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
  /** What the studio's logs say of the person, and what they did themselves. */
  log: z.array(
    object({
      at: moment,
      channel: z.enum(channels),
      level: z.enum(levels),
      message: z.string(),
      messageEt: z.nullable(z.string()),
      /** How often that was so, and when last if it was more than once. */
      count,
      lastAt: z.nullable(moment),
      by,
    }),
  ),
  /** Kept for a week, so that nothing happens twice. */
  commands: z.array(object({ name: z.string(), at: moment })),
})
export type Held = z.infer<typeof held>

export const privacy = contract('privacy', {
  /** All that is held about the caller. Nothing of it is kept as an answer. */
  download: command({ may: 'ownAccount', input: nothing, answer: held, once: false }),
  /** Takes a person out of the studio for good; the books stay, and name nobody: see docs/decisions/deletion.md. */
  deleteUser: command({
    may: 'manageUsers',
    /** How many children the admin knows to be left without a guardian; none where it is not named. */
    input: object({ userId: id, leavesAlone: z.optional(count) }),
    answer: nothing,
    refuses: ['userNotFound', 'ownAccount', 'lastAdmin', 'onlyGuardian'],
  }),
})
