import * as z from 'zod/mini'
import { cents, count, flag, id, object } from '#kernel/fields.ts'
import { command, contract, nothing } from '#kernel/procedures.ts'
import { membershipCategories, roles } from '#studio/accounts/rules.ts'
import { levels, channels } from '#studio/logs/rules.ts'
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
    role: z.enum(roles),
    memberLevel: z.string(),
    membershipCategory: z.nullable(z.enum(membershipCategories)),
    language: z.string(),
    createdAt: moment,
    emailVerifiedAt: z.nullable(moment),
    lastLogin: z.nullable(moment),
    deletionAskedAt: z.nullable(moment),
    /** The password itself is known to nobody. */
    passwordChangedAt: z.nullable(moment),
  }),
  classes: z.array(
    object({
      name: z.string(),
      startsAt: moment,
      endsAt: moment,
      cancelled: flag,
      registeredAt: z.nullable(moment),
      membership: z.nullable(z.string()),
      attendance: z.nullable(z.enum(['attended', 'no-show'])),
    }),
  ),
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
    }),
  ),
  payments: z.array(
    object({
      id,
      item: z.enum(paidItems),
      description: z.string(),
      priceInCents: cents,
      amountInCents: z.nullable(cents),
      method: z.enum(paymentMethods),
      status: z.enum(paymentStatuses),
      deadline: moment,
      coverMember: flag,
      discountCode: z.nullable(z.string()),
      createdAt: moment,
      receipts: z.array(object({ day: z.string(), amountInCents: cents, method: z.enum(paymentMethods) })),
      history: z.array(object({ at: moment, by, status: z.enum(paymentStatuses), reason: z.string() })),
    }),
  ),
  sessions: z.array(
    object({
      device: z.string(),
      signedIn: flag,
      startedAt: moment,
      lastUsedAt: z.nullable(moment),
      expiresAt: z.nullable(moment),
    }),
  ),
  links: z.array(object({ purpose: z.string(), sentAt: moment, expiresAt: moment, usedAt: z.nullable(moment) })),
  letters: z.array(object({ subject: z.string(), createdAt: moment, sentAt: z.nullable(moment) })),
  /** What the studio's logs say of the person, and what they did themselves. */
  log: z.array(
    object({
      at: moment,
      channel: z.enum(channels),
      level: z.enum(levels),
      message: z.string(),
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
  download: command({ may: 'manageOwn', input: nothing, answer: held, once: false }),
  /** Takes a person out of the studio for good; the books stay, and name nobody: see docs/decisions/deletion.md. */
  deleteUser: command({
    may: 'manageUsers',
    input: object({ userId: id }),
    answer: nothing,
    refuses: ['userNotFound', 'ownAccount', 'lastAdmin'],
  }),
})
