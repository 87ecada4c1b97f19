import * as z from 'zod/mini'
import { count, date, id, instant, object, page, part, searchText, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { hints, hintsTogether, lineKinds, lists, MOST_SETTLED, stayReasons, ways, waysFound } from './rules.ts'

/** Hundredths of a currency: a bank's line may be any amount. */
const sum = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

const share = object({
  paymentId: id,
  description: z.string(),
  /** Start of the class that it is for; null for anything else. */
  startsAt: z.nullable(instant),
  /** The person for whom it is. */
  userId: z.string(),
  person: z.string(),
  cents: sum,
  /** For a part of a payment: what was open at that time. */
  of: z.optional(sum),
})
const payer = object({ payerId: id, /** The person whose page to open. */ userId: id, name: z.string() })

const suggestion = z.extend(payer, {
  hint: z.enum(hints),
  paymentId: z.nullable(id),
  /** What it would pay; the rest becomes credit. */
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

/** The effect that a line would have on money. */
const settling = z.extend(payer, {
  way: z.enum(waysFound),
  shares: z.array(share),
  credit: sum,
  /** The part of a returned transfer that cannot be taken from anything. */
  missing: z.optional(sum),
  /** Fingerprint that the browser sends back, so that nothing else happens than what the user saw. */
  seen: z.string(),
})

/** The effect that a line has had on money. */
const effect = z.extend(payer, {
  /** Other payers whose payments it paid. */
  others: z.optional(z.array(z.pick(payer, { userId: true, name: true }))),
  way: z.enum(ways),
  shares: z.array(share),
  credit: sum,
  /** The part of a returned transfer that could not be taken from anything. */
  missing: z.optional(sum),
  /** The suggestion by which it was assigned. */
  hint: z.optional(z.enum(hints)),
})

/** What staff did with a line; shown permanently. Names of deleted users are empty. */
const deed = object({
  at: instant,
  by: z.string(),
  /** Null if the line was ignored. */
  did: z.nullable(effect),
  /** Why it was ignored; empty if the bank took it back before it was settled. */
  reason: z.nullable(z.string()),
  undone: z.nullable(object({ at: instant, by: z.string() })),
  /** Day of the line by which the bank took it back. */
  takenBackOn: z.nullable(date),
})
export type ShownDeed = z.infer<typeof deed>

const shownLine = object({
  ...lineFields,
  /** What it would do; null if a person has to decide, or has decided. */
  settles: z.nullable(settling),
  look: z.nullable(
    object({
      why: z.enum([
        'otherCurrency',
        'takesBackUnknown',
        'mayTakeBack',
        'unsplit',
        'knownOtherwise',
        'severalNumbers',
        'bareNumber',
        'markedByTeacher',
        'noReference',
      ]),
      suggestions: z.array(suggestion),
      /** For a return, the transfer that it may take back, and what would come of that. */
      takesBack: z.nullable(z.extend(settling, { lineId: id, day: date })),
      /** Why the last line from the same account was ignored. */
      ignoredBefore: z.nullable(z.string()),
    }),
  ),
  decided: z.nullable(deed),
  /** What was done and undone before, oldest first. */
  undone: z.array(deed),
  /** Why it cannot be undone; null if it can, and for waiting lines. */
  stays: z.nullable(z.enum(stayReasons)),
})
export type ShownLine = z.infer<typeof shownLine>

/** Id of a press that sends lines in several parts, so that one undo covers all of them. */
const press = z.optional(id)
/** A line with the fingerprint of what the user saw. */
const seenLine = object({ lineId: id, seen: upTo(4000) })

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
  kind: z.literal('unknownColumns'),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  guess: z.partial(columns),
  unreadable: z.nullable(object({ row: z.number(), role: z.string() })),
})
export type UnknownColumns = z.infer<typeof unknownColumns>

/** A file of 25 MB in base64, and some more, so that a slightly larger one gets a proper refusal. */
const file = upTo(36_000_000)

export const bank = contract('bank', {
  /** Reads a file; its new lines wait to be settled. For a table of an unknown bank it returns the columns. */
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
        /** How many of the new lines are ready to settle. */
        settles: total,
        back: total,
        look: total,
        known: total,
        others: total,
        /** Number of lines of all statements that are now settled or ignored. */
        decided: total,
        /** Set for a table with chosen columns, so that they can be changed. */
        table: z.optional(unknownColumns),
      }),
      unknownColumns,
    ]),
    refuses: ['linesDecided', 'notAStatement', 'otherAccount', 'wrongSums', 'hasDoctype', 'tooLarge', 'noAccount'],
  }),
  /** Progress of the caller's file while it is being read; null if there is none. */
  reading: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.nullable(object({ done: count, all: count })),
  }),
  /** Number of lines in each list. */
  counts: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: object({
      settles: total,
      /** Cents. */
      sum: z.number(),
      back: total,
      look: total,
      /** Number of lines that are settled or ignored; reading a statement does not change it. */
      decided: total,
    }),
  }),
  /** How many lines wait: to be settled, or for a look. */
  linesWaiting: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: object({ lines: total }),
  }),
  /** One page of a list: waiting lines oldest first, decided lines newest first. */
  lines: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ list: z.enum(lists), search: searchText, page }),
    answer: object({ rows: z.array(shownLine), total, page }),
  }),
  /** The same lines for export to a file. */
  linesForExport: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ list: z.enum(lists), search: searchText, part }),
    answer: object({ rows: z.array(shownLine), total, parts: count }),
  }),
  /**
   * People found by name or address, with what their payers have open, for assigning a line of that sum. Payers who owe
   * exactly that come first, then those whose name begins with the search text.
   */
  openPayments: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ search: searchText, cents: sum }),
    answer: z.array(
      z.extend(payer, {
        payments: z.array(
          z.extend(share, {
            /** If true, no line can pay it. */
            markedByTeacher: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  /** Settles waiting lines as they were seen; lines that have changed since are skipped and counted. */
  settle: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({
      lines: z.array(seenLine).check(z.minLength(1), z.maxLength(MOST_SETTLED)),
      press,
    }),
    answer: object({ settled: count, changed: count }),
  }),
  /** All lines that are ready to settle, in the order in which to send them. */
  ready: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.array(
      object({
        lineId: id,
        /** Lines of one payer are adjacent, and lead to one letter. */
        payerId: z.string(),
        list: z.enum(['settles', 'back']),
        seen: z.string(),
        cents: sum,
        /** How many payments a returned transfer would open again. */
        opens: count,
      }),
    ),
  }),
  /** Assigns a line to payments of one or several payers; the rest becomes credit of the named payer. */
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
  /** Lines with a suggestion of exactly one payer, by reason; at most as many per reason as one press assigns. */
  suggested: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.array(
      object({
        hint: z.enum(hintsTogether),
        total,
        lines: z.array(
          object({
            lineId: id,
            /** The name in the bank's line. */
            line: z.string(),
            cents: sum,
            payer,
            shares: z.array(share),
            seen: z.string(),
          }),
        ),
      }),
    ),
  }),
  /** Assigns lines as suggested when they were seen; lines that have changed since are skipped and counted. */
  assignSuggested: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lines: z.array(seenLine).check(z.minLength(1), z.maxLength(MOST_SETTLED)), press }),
    answer: object({ settled: count, changed: count }),
  }),
  /** Settles a return of which the bank does not say what it takes back. */
  takeBack: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id, originalId: id, seen: seenLine.shape.seen }),
    answer: nothing,
    refuses: ['lineMoved', 'paymentMoved'],
  }),
  ignore: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id, reason: text }),
    answer: nothing,
    refuses: ['lineMoved', 'invalidFields'],
  }),
  /** What the caller's presses have settled within the last two minutes, the earliest first. */
  undoable: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.array(
      object({
        press: id,
        lineIds: z.array(id),
        /** How many payments are due again; null unless all lines are returned transfers. */
        reopened: z.nullable(total),
        /** The names of some payers, and the number of the others. */
        names: z.array(z.string()),
        others: count,
      }),
    ),
  }),
  /** Undoes what one press has settled; lines on which something else depends stay. */
  undoMany: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_SETTLED)) }),
    answer: object({ undone: count, stayed: count }),
  }),
  /** Undoes everything that a line did: it waits again. */
  undo: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id }),
    answer: nothing,
    refuses: ['lineMoved', ...stayReasons],
  }),
})
