import * as z from 'zod/mini'
import { object, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { kindNames, noticeWays } from './rules.ts'

const endpoint = upTo(1000)
/** Base64url, as browsers hand them out. */
const key = z.string().check(z.regex(/^[\w-]{16,120}$/))

export const notices = contract('notices', {
  /** By which way the caller hears of what, and the browsers of theirs that take pushes. */
  mine: query({
    may: 'ownAccount',
    input: nothing,
    answer: object({
      ways: z.array(object({ kind: z.enum(kindNames), way: z.enum(noticeWays) })),
      endpoints: z.array(z.string()),
    }),
  }),
  choose: command({
    may: 'ownAccount',
    input: object({ kind: z.enum(kindNames), way: z.enum(noticeWays) }),
    answer: nothing,
    refuses: ['alwaysByEmail'],
  }),
  /** By which a browser knows the studio's server among others. */
  pushKey: command({ may: 'ownAccount', input: nothing, answer: object({ publicKey: z.string() }), once: false }),
  /** This browser takes pushes, for as long as the caller is signed in there. */
  turnOn: command({
    may: 'ownAccount',
    input: object({ endpoint, p256dh: key, auth: key }),
    answer: nothing,
    refuses: ['unknownPushService'],
  }),
  turnOff: command({ may: 'ownAccount', input: object({ endpoint }), answer: nothing }),
})
