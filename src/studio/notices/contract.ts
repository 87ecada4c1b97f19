import * as z from 'zod/mini'
import { flag, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { kindNames, noticeWays } from './rules.ts'

const endpoint = upTo(1000)
/** Base64url, as browsers hand them out: a point of the curve P-256, and 16 bytes by chance. */
const [point, chance] = [z.string().check(z.regex(/^B[\w-]{86}$/)), z.string().check(z.regex(/^[\w-]{22}$/))]

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
  /** Ends letters of those kinds that a letter's own link names; asked by whoever has the link. */
  unsubscribe: command({ may: 'identify', input: object({ token: text }), answer: nothing, refuses: ['linkDead'] }),
  /** By which a browser knows the studio's server among others. */
  pushKey: command({ may: 'ownAccount', input: nothing, answer: object({ publicKey: z.string() }), once: false }),
  /** This browser takes pushes, for as long as the caller is signed in there. */
  turnOn: command({
    may: 'ownAccount',
    input: object({ endpoint, p256dh: point, auth: chance }),
    answer: nothing,
    refuses: ['unknownPushService'],
  }),
  /** A browser that took pushes in this session has another address by itself; where none did, nobody here wants them. */
  renew: command({
    may: 'ownAccount',
    input: object({ endpoint, p256dh: point, auth: chance }),
    answer: object({ renewed: flag }),
  }),
  turnOff: command({ may: 'ownAccount', input: object({ endpoint }), answer: nothing }),
})
