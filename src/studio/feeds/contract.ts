import * as z from 'zod/mini'
import { flag, object } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { feedKinds } from './rules.ts'

export const feeds = contract('feeds', {
  /** The secret addresses that the caller has, by their paths. */
  mine: query({
    may: 'ownAccount',
    input: nothing,
    answer: z.array(object({ kind: z.enum(feedKinds), path: z.string() })),
  }),
  /** Makes an address where there is none; `anew` also in place of the one that there is, which ends. */
  make: command({
    may: 'ownAccount',
    input: object({ kind: z.enum(feedKinds), anew: flag }),
    answer: nothing,
    refuses: ['staffOnly'],
  }),
})
