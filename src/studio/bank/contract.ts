import * as z from 'zod/mini'
import { count, date, id, instant, object, page, searchText, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { lineKinds, lists, MOST_SETTLED, ways } from './rules.ts'

/** Hundredths of a currency: a bank's line may be any sum. */
const sum = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

const share = object({ paymentId: id, description: z.string(), person: z.string(), cents: sum })
const payer = object({ payerId: id, /** The person to look at. */ userId: id, name: z.string() })

const suggestion = z.extend(payer, {
  hint: z.enum(['sameAccount', 'nameAlike', 'personNamed', 'bareNumber', 'reference']),
  paymentId: z.nullable(id),
  /** What it would pay: cents of it may go to credit. */
  shares: z.array(share),
})
export type ShownSuggestion = z.infer<typeof suggestion>

const lineFields = {
  id,
  kind: z.enum(lineKinds),
  day: date,
  cents: sum,
  currency: z.string(),
  name: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  text: z.string(),
}

const shownLine = object({
  ...lineFields,
  /** What it would do, or has done; null where a person has to look, or it was ignored. */
  settles: z.nullable(
    z.extend(payer, {
      way: z.enum(ways),
      shares: z.array(share),
      credit: sum,
      /** Sent back with the press, so that nothing else happens than what was seen. */
      seen: z.string(),
    }),
  ),
  look: z.nullable(
    object({
      why: z.enum([
        'otherCurrency',
        'unsplit',
        'knownOtherwise',
        'severalPayers',
        'bareNumber',
        'markedByTeacher',
        'noReference',
      ]),
      suggestions: z.array(suggestion),
    }),
  ),
  decided: z.nullable(
    object({
      at: instant,
      /** Empty of a deleted account. */
      by: z.string(),
      /** Why it was ignored. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type ShownLine = z.infer<typeof shownLine>

const column = z.int().check(z.minimum(0), z.maximum(200))
const other = z.optional(column)
const columns = object({
  date: column,
  amount: column,
  direction: other,
  debit: other,
  currency: other,
  account: other,
  name: other,
  iban: other,
  reference: other,
  text: other,
  key: other,
})
export type Columns = z.infer<typeof columns>

const unknownColumns = object({
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  guess: z.partial(columns),
  unreadable: z.nullable(object({ row: z.number(), role: z.string() })),
})
export type UnknownColumns = z.infer<typeof unknownColumns>

/** A file of 25 MB in base64, and some more: what is larger is refused in words. */
const file = upTo(36_000_000)

export const bank = contract('bank', {
  /** Reads a file; what is new of it waits to be settled. A table of an unknown bank is answered by its columns. */
  read: command({
    may: 'confirmPayments',
    feature: 'statements',
    largest: 37_000_000,
    once: false,
    input: object({ file, columns: z.optional(object({ headings: z.array(text), columns })) }),
    answer: z.discriminatedUnion('kind', [
      object({
        kind: z.literal('read'),
        lines: total,
        /** Of those that are new. */
        settles: total,
        back: total,
        look: total,
        known: total,
        others: total,
      }),
      z.extend(unknownColumns, { kind: z.literal('unknownColumns') }),
    ]),
    refuses: ['notAStatement', 'otherAccount', 'wrongSums', 'hasDoctype', 'tooLarge', 'noAccount'],
  }),
  /** How many lines each list has. */
  counts: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: object({ settles: total, /** Cents. */ sum: z.number(), back: total, look: total }),
  }),
  /** One page of a list: what waits, the oldest first; what is done, the newest first. */
  lines: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ list: z.enum(lists), search: searchText, page }),
    answer: object({ rows: z.array(shownLine), total, page }),
  }),
  /** Payments that are open, of people found by name or address, for a line that a person assigns. */
  openPayments: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ search: searchText }),
    answer: z.array(z.extend(payer, { payments: z.array(share) })),
  }),
  /** The lines that wait and were seen like that; what has changed since is left, and counted. */
  settle: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({
      lines: z.array(object({ lineId: id, seen: upTo(4000) })).check(z.minLength(1), z.maxLength(MOST_SETTLED)),
    }),
    answer: object({ settled: count, changed: count }),
  }),
  /** All that wait and are ready, as they are to be sent. */
  ready: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.array(object({ lineId: id, list: z.enum(['settles', 'back']), seen: z.string(), cents: sum })),
  }),
  /** Says whose a line is; what its payments leave of it is credit. */
  assign: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({
      lineId: id,
      payerId: id,
      shares: z.array(object({ paymentId: id, cents: sum })).check(z.maxLength(50)),
    }),
    answer: nothing,
    refuses: ['lineMoved', 'paymentMoved', 'tooMuch'],
  }),
  ignore: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id, reason: text }),
    answer: nothing,
    refuses: ['lineMoved', 'invalidFields'],
  }),
  /** Undoes all that a line did: it waits again. */
  undo: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id }),
    answer: nothing,
    refuses: ['lineMoved', 'creditSpent', 'takenBack'],
  }),
})
