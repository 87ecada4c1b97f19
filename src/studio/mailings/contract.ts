import * as z from 'zod/mini'
import { count, id, instant, object, page, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, forPerson, query } from '#kernel/procedures.ts'
import { audienceKinds, deliveryStates } from './rules.ts'

/** For the audience 'people', `id` is the search text. */
const audience = object({ kind: z.enum(audienceKinds), id: upTo(128) })

const about = {
  kind: z.enum(audienceKinds),
  /** Id of the class, course or category; for 'people' the search text. */
  of: z.string(),
  /** Name of the class, course or category, or the search text. */
  title: z.string(),
  /** Only for a class. */
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
}

const named = object({ id, name: z.string() })

const toWrite = object({
  ...about,
  people: total,
  /** How many accounts get the message, each once. */
  accounts: total,
  /** Number of people without an account or a guardian who gets notices. */
  unreachable: total,
  someUnreachable: z.array(named),
  /** Number of people with accounts of which none may get it, as nobody has verified their address. */
  unverified: total,
  someUnverified: z.array(named),
  /** Number of these accounts that opted out of such e-mails. */
  declined: total,
  /** It takes place within twelve hours, so the letters go at any hour and alone. */
  soon: z.boolean(),
})
export type ToWrite = z.infer<typeof toWrite>

const counts = object({ waiting: total, sent: total, failed: total, notMailed: total })
export type Counts = z.infer<typeof counts>

const listed = object({
  id,
  ...about,
  subject: z.string(),
  /** Empty once the author's account is deleted. */
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
  /** Error from the mail server. */
  reason: z.nullable(z.string()),
})
export type MailingReader = z.infer<typeof reader>

const shown = z.extend(listed, {
  text: z.string(),
  /** Failed readers first; empty once they are deleted after the retention time. */
  readers: z.array(reader),
  total,
  page,
  /** Until when it can be undone; null once it can't. */
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
  /** Whom a message would reach; null if the audience is gone or the caller may not write to it. */
  toWrite: query({ may: 'seeDesk', input: object({ audience }), answer: z.nullable(toWrite) }),
  /** Messages sent, newest first: all for admins, a teacher's own otherwise. */
  sent: query({
    may: 'seeDesk',
    input: object({ page }),
    answer: object({ rows: z.array(listed), total, page }),
  }),
  /** One sent message, with its readers. */
  shown: query({ may: 'seeDesk', input: object({ id, page }), answer: z.nullable(shown) }),
  /** Messages to a person's classes, courses and category, including those from before they joined. */
  mine: query({
    may: 'see',
    subject: 'personId',
    input: object({ ...forPerson }),
    answer: z.array(received),
  }),
  /**
   * `id` is made by the form, so that a message is sent once however often it is submitted. `accounts` is the number
   * that the screen showed.
   */
  send: command({
    may: 'takeAttendance',
    input: object({ id, audience, subject: text, text: upTo(4000), accounts: total }),
    answer: object({ id, accounts: total }),
    refuses: ['invalidFields', 'audienceGone', 'notTaughtByYou', 'nobodyToWrite', 'readersChanged', 'otherMessage'],
  }),
  /** Undoes sending, within two minutes. */
  undo: command({
    may: 'takeAttendance',
    input: object({ id }),
    answer: object({ accounts: total }),
    refuses: ['undoTooLate'],
  }),
  /** Retries failed e-mails, to the accounts' current addresses. */
  retry: command({
    may: 'takeAttendance',
    input: object({ id }),
    answer: object({ retried: count }),
    refuses: ['nothingFailed'],
  }),
})
