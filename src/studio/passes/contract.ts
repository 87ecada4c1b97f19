import * as z from 'zod/mini'
import { count, id, instant, object, page, total } from '#kernel/fields.ts'
import { contract, forPerson, query } from '#kernel/procedures.ts'
import { purchase } from '#studio/memberships/contract.ts'
import { bookCauses, bookKinds } from '#studio/memberships/rules/book.ts'

const line = object({
  id: z.number(),
  at: instant,
  kind: z.enum(bookKinds),
  cause: z.nullable(z.enum(bookCauses)),
  /** In the words of whoever did it. */
  reason: z.string(),
  /** Classes that came, or went. */
  classes: z.number(),
  remaining: count,
  validUntil: instant,
  /** The class that was taken or given back. */
  className: z.nullable(z.string()),
  startsAt: z.nullable(instant),
  /** Null where the studio did it: by itself, or, as a member sees it, by its staff. Empty of an account that is gone. */
  by: z.nullable(z.string()),
})
export type BookLine = z.infer<typeof line>

export type Pass = z.infer<typeof purchase>
const deskPass = object({ ...purchase.shape, userId: id, displayName: z.string(), familyName: z.string() })

/** One page of its book, the newest line first. */
const lines = { rows: z.array(line), total, page }

export const passes = contract('passes', {
  /** A pass of one's own, or of somebody for whom one is guardian; null where it is neither, or none. */
  book: query({
    may: 'see',
    subject: 'personId',
    input: object({ id, page, ...forPerson }),
    answer: z.nullable(object({ pass: purchase, ...lines })),
  }),
  bookOf: query({
    may: 'seeDesk',
    input: object({ id, page }),
    answer: z.nullable(object({ pass: deskPass, ...lines })),
  }),
})
