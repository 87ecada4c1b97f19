import * as z from 'zod/mini'
import { count, id, instant, object, page, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, forPerson, query } from '#kernel/procedures.ts'
import { audienceKinds, deliveryStates } from './rules.ts'

/** Of the list of people, `id` is what is searched for. */
const audience = object({ kind: z.enum(audienceKinds), id: upTo(128) })

const about = {
  kind: z.enum(audienceKinds),
  /** Of the class, course or category; of the list of people, what was searched for. */
  of: z.string(),
  /** What the class, course or category is called, or what was searched for. */
  title: z.string(),
  /** Of a class. */
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
}

const toWrite = object({
  ...about,
  people: total,
  /** How many accounts get it, each once. */
  accounts: total,
  /** People who have no account, and no guardian who gets notices. */
  unreachable: total,
  /** Those of the accounts that want no letters like this. */
  declined: total,
})
export type ToWrite = z.infer<typeof toWrite>

const counts = object({ waiting: total, sent: total, failed: total, notMailed: total })
export type Counts = z.infer<typeof counts>

const listed = object({
  id,
  ...about,
  subject: z.string(),
  /** Empty once their account is gone. */
  author: z.string(),
  at: instant,
  accounts: total,
  counts,
})
export type ListedMailing = z.infer<typeof listed>

const reader = object({
  accountId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(deliveryStates),
  /** What the mail server said. */
  reason: z.nullable(z.string()),
})
export type MailingReader = z.infer<typeof reader>

const shown = z.extend(listed, {
  text: z.string(),
  /** Whoever did not get it first; empty once they are forgotten. */
  readers: z.array(reader),
  total,
  page,
  /** Until when it can be taken back; null once it can't. */
  undoUntil: z.nullable(instant),
})
export type ShownMailing = z.infer<typeof shown>

const received = object({
  id,
  ...about,
  subject: z.string(),
  text: z.string(),
  author: z.string(),
  at: instant,
})
export type ReceivedMailing = z.infer<typeof received>

export const mailings = contract('mailings', {
  /** Whom a message would reach; null where there is nothing to write to, or not for the caller. */
  toWrite: query({ may: 'seeDesk', input: object({ audience }), answer: z.nullable(toWrite) }),
  /** What was written, the newest first: to admins all of it, to a teacher the own. */
  sent: query({
    may: 'seeDesk',
    input: object({ page }),
    answer: object({ rows: z.array(listed), total, page }),
  }),
  /** One of these, with whom it reached. */
  shown: query({ may: 'seeDesk', input: object({ id, page }), answer: z.nullable(shown) }),
  /** What was written to classes, courses and the category of a person, also before they joined. */
  mine: query({
    may: 'see',
    subject: 'personId',
    input: object({ ...forPerson }),
    answer: z.array(received),
  }),
  /**
   * `id` is of the form that it was written in: it is sent once, however often it is pressed. `accounts` is how many the
   * screen showed.
   */
  send: command({
    may: 'takeAttendance',
    input: object({ id, audience, subject: text, text: upTo(4000), accounts: total }),
    answer: object({ id, accounts: total }),
    refuses: ['invalidFields', 'audienceGone', 'notTaughtByYou', 'nobodyToWrite', 'readersChanged', 'otherMessage'],
  }),
  /** Takes it back, within two minutes. */
  undo: command({
    may: 'takeAttendance',
    input: object({ id }),
    answer: object({ accounts: total }),
    refuses: ['undoTooLate'],
  }),
  /** Tries those letters again that were given up, to the addresses that their accounts have by now. */
  retry: command({
    may: 'takeAttendance',
    input: object({ id }),
    answer: object({ retried: count }),
    refuses: ['nothingFailed'],
  }),
})
