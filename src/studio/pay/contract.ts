import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, month, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'

const feature = 'paySheet'

/** Cents; negative in a line that corrects an earlier one. */
const sum = z.int()

const rateForm = object({ from: text, base: z.nullable(cents), perHead: z.nullable(cents), most: z.nullable(cents) })
export type RateForm = Readonly<z.infer<typeof rateForm>>

const rate = object({ id, from: date, base: cents, perHead: cents, most: z.nullable(cents) })

const line = object({
  /** Id of the class and its teacher. */
  id,
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  heads: count,
  cents: sum,
  /** A correction: what changed after the month of the class was closed. */
  isLater: flag,
})

const sheetLine = z.extend(line, {
  accountId: id,
  /** Null if the account was deleted. */
  name: z.nullable(z.string()),
  /** Participants of a still open class without an attendance mark. */
  unmarked: count,
})
export type SheetLine = z.infer<typeof sheetLine>

const sheet = object({
  closedAt: z.nullable(instant),
  /** Why the month can't be closed; null if it can be, or is closed. */
  whyOpen: z.nullable(z.enum(['monthNotOver', 'earlierMonthOpen', 'nothingYet'])),
  lines: z.array(sheetLine),
  /** Classes of the month whose teacher has no rate. */
  withoutRate: z.array(object({ accountId: id, name: z.nullable(z.string()), count })),
})
export type Sheet = z.infer<typeof sheet>

export const pay = contract('pay', {
  /** The lines of each teacher in a month, as they are now or as they were when it was closed. */
  sheet: query({ may: 'confirmPayments', feature, input: object({ month }), answer: sheet }),
  /** Teachers with their rates, the newest first. */
  rates: query({
    may: 'confirmPayments',
    feature,
    input: nothing,
    answer: z.array(object({ accountId: id, name: z.string(), rates: z.array(rate) })),
  }),
  /** Sets a rate from a day on, replacing one from the same day. Past classes keep their rates. */
  setRate: command({
    may: 'confirmPayments',
    feature,
    input: z.extend(rateForm, { accountId: id }),
    answer: nothing,
    refuses: ['invalidFields', 'teacherNotFound'],
  }),
  removeRate: command({
    may: 'confirmPayments',
    feature,
    input: object({ rateId: id }),
    answer: nothing,
    refuses: ['rateNotFound'],
  }),
  /** Closes a month for ever. `cents` is the total that was shown. */
  close: command({
    may: 'confirmPayments',
    feature,
    input: object({ month, cents: sum }),
    answer: object({ lines: count, cents: sum }),
    refuses: ['monthNotOver', 'earlierMonthOpen', 'nothingYet', 'monthClosed', 'sumChanged', 'countedSoon'],
  }),
  /** The caller's own lines of closed months, the newest first. */
  mine: query({
    may: 'seeDesk',
    feature,
    input: nothing,
    answer: z.array(object({ month, closedAt: instant, lines: z.array(line) })),
  }),
})
