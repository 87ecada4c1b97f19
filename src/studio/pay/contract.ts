import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'

const feature = 'paySheet'

const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
/** May be less than nothing: a line that takes something back. */
const sum = z.int()

const rateForm = object({ from: text, base: z.nullable(cents), perHead: z.nullable(cents), most: z.nullable(cents) })
export type RateForm = Readonly<z.infer<typeof rateForm>>

const rate = object({ id, from: date, base: cents, perHead: cents, most: z.nullable(cents) })

const line = object({
  /** Of the class and its teacher. */
  id,
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  heads: count,
  cents: sum,
  /** What has changed since the month of the class was closed. */
  isLater: flag,
})

const sheetLine = z.extend(line, {
  accountId: id,
  /** Null of an account that is gone. */
  name: z.nullable(z.string()),
  /** Of a class that is open still: how many of those registered nobody has marked. */
  unmarked: count,
})
export type SheetLine = z.infer<typeof sheetLine>

const sheet = object({
  closedAt: z.nullable(instant),
  /** Why it can't be closed; null where it can be, or is. */
  whyOpen: z.nullable(z.enum(['monthNotOver', 'earlierMonthOpen', 'nothingYet'])),
  lines: z.array(sheetLine),
  /** Classes of the month whose teacher has no rate. */
  withoutRate: z.array(object({ accountId: id, name: z.nullable(z.string()), count })),
})
export type Sheet = z.infer<typeof sheet>

export const pay = contract('pay', {
  /** A month with what each teacher has: as it stands now, or as it was closed. */
  sheet: query({ may: 'confirmPayments', feature, input: object({ month }), answer: sheet }),
  /** Who teaches, with their rates, the newest first. */
  rates: query({
    may: 'confirmPayments',
    feature,
    input: nothing,
    answer: z.array(object({ accountId: id, name: z.string(), rates: z.array(rate) })),
  }),
  /** From a day on; another rate of the same day is replaced. Classes that are over keep theirs. */
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
  /** For ever. `cents` is the sum that was shown. */
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
