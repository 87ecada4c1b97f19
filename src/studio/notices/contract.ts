import * as z from 'zod/mini'
import { flag, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { kindNames, noticeWays } from './rules.ts'

const endpoint = upTo(1000)
/** Base64url as browsers give it (RFC 8291): a point of the curve P-256 (65 bytes), and a random secret of 16 bytes. */
const [point, chance] = [z.string().check(z.regex(/^B[\w-]{86}$/)), z.string().check(z.regex(/^[\w-]{22}$/))]

export const notices = contract('notices', {
  /** The caller's chosen way for each kind of notice, and their browsers that take pushes. */
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
  /** Ends letters of the kinds in the token of a letter's own link; needs no sign-in. */
  unsubscribe: command({ may: 'identify', input: object({ token: text }), answer: nothing, refuses: ['linkDead'] }),
  /** Public VAPID key, with which a browser subscribes to this studio's pushes (RFC 8292). */
  pushKey: command({ may: 'ownAccount', input: nothing, answer: object({ publicKey: z.string() }), once: false }),
  /** Registers this browser for pushes, until the caller's session ends. */
  turnOn: command({
    may: 'ownAccount',
    input: object({ endpoint, p256dh: point, auth: chance }),
    answer: nothing,
    refuses: ['unknownPushService'],
  }),
  /** Saves a new push address that the browser chose itself; does nothing if this session had no pushes. */
  renew: command({
    may: 'ownAccount',
    input: object({ endpoint, p256dh: point, auth: chance }),
    answer: object({ renewed: flag }),
  }),
  turnOff: command({ may: 'ownAccount', input: object({ endpoint }), answer: nothing }),
})
