import * as z from 'zod/mini'
import { count, date, id, instant, object, page, part, searchText, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { hints, hintsTogether, lineKinds, lists, MOST_SETTLED, stayReasons, ways, waysFound } from './rules.ts'

/** Hundredths of a currency: a bank's line may be any sum. */
const sum = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

const share = object({
  paymentId: id,
  description: z.string(),
  /** When the class begins that it is for; null of all else. */
  startsAt: z.nullable(instant),
  /** Whom it is for. */
  userId: z.string(),
  person: z.string(),
  cents: sum,
  /** Where it was a part: what was open then. */
  of: z.optional(sum),
})
const payer = object({ payerId: id, /** The person to look at. */ userId: id, name: z.string() })

const suggestion = z.extend(payer, {
  hint: z.enum(hints),
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

/** What a line would do to money. */
const settling = z.extend(payer, {
  way: z.enum(waysFound),
  shares: z.array(share),
  credit: sum,
  /** What of a returned transfer is nowhere to be found. */
  missing: z.optional(sum),
  /** Sent back with the press, so that nothing else happens than what was seen. */
  seen: z.string(),
})

/** What a line has done to money. */
const effect = z.extend(payer, {
  way: z.enum(ways),
  shares: z.array(share),
  credit: sum,
  /** What of a returned transfer was nowhere to be found. */
  missing: z.optional(sum),
  /** By which suggestion it was assigned. */
  hint: z.optional(z.enum(hints)),
})

/** What somebody did with a line, as it is told for ever. Names are empty of whoever has left. */
const deed = object({
  at: instant,
  by: z.string(),
  /** Null where it was ignored. */
  did: z.nullable(effect),
  /** Why it was ignored; empty where the bank took it back before. */
  reason: z.nullable(z.string()),
  undone: z.nullable(object({ at: instant, by: z.string() })),
  /** The day of the line by which the bank took it back. */
  takenBackOn: z.nullable(date),
})
export type ShownDeed = z.infer<typeof deed>

const shownLine = object({
  ...lineFields,
  /** What it would do; null where a person has to look, or has decided. */
  settles: z.nullable(settling),
  look: z.nullable(
    object({
      why: z.enum([
        'otherCurrency',
        'takesBackUnknown',
        'unsplit',
        'knownOtherwise',
        'severalNumbers',
        'bareNumber',
        'markedByTeacher',
        'noReference',
      ]),
      suggestions: z.array(suggestion),
      /** Why a line from the same account was ignored the last time. */
      ignoredBefore: z.nullable(z.string()),
    }),
  ),
  decided: z.nullable(deed),
  /** What was done before and undone, the oldest first. */
  undone: z.array(deed),
  /** Why it can't be undone; null where it can, and of what waits. */
  stays: z.nullable(z.enum(stayReasons)),
})
export type ShownLine = z.infer<typeof shownLine>

/** Names the press that sends lines, in as many parts as it takes: what it settles can be undone by one other. */
const press = z.optional(id)
/** A line with what a press was shown of it. */
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
        /** Lines of all statements that are settled or ignored by now. */
        decided: total,
        /** Of a table whose columns somebody has said: they can be said anew. */
        table: z.optional(unknownColumns),
      }),
      unknownColumns,
    ]),
    refuses: ['linesDecided', 'notAStatement', 'otherAccount', 'wrongSums', 'hasDoctype', 'tooLarge', 'noAccount'],
  }),
  /** How many lines of the caller's file are kept, while it is being read. */
  reading: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.nullable(object({ done: count, all: count })),
  }),
  /** How many lines each list has. */
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
      /** Lines that are settled or ignored; reading a statement does not change it. */
      decided: total,
    }),
  }),
  /** One page of a list: what waits, the oldest first; what is done, the newest first. */
  lines: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ list: z.enum(lists), search: searchText, page }),
    answer: object({ rows: z.array(shownLine), total, page }),
  }),
  /** The same for a file. */
  linesForExport: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ list: z.enum(lists), search: searchText, part }),
    answer: object({ rows: z.array(shownLine), total, parts: count }),
  }),
  /**
   * People found by name or address, with what their payers have open: for a line of that sum that a person assigns. Who owes
   * exactly that comes first, then those whose name begins with what is looked for.
   */
  openPayments: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ search: searchText, cents: sum }),
    answer: z.array(
      z.extend(payer, {
        payments: z.array(
          z.extend(share, {
            /** Then no line can pay it. */
            markedByTeacher: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  /** The lines that wait and were seen like that; what has changed since is left, and counted. */
  settle: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({
      lines: z.array(seenLine).check(z.minLength(1), z.maxLength(MOST_SETTLED)),
      press,
    }),
    answer: object({ settled: count, changed: count }),
  }),
  /** All that wait and are ready, as they are to be sent. */
  ready: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.array(
      object({
        lineId: id,
        /** Lines of one payer stand together, and are told of in one letter. */
        payerId: z.string(),
        list: z.enum(['settles', 'back']),
        seen: z.string(),
        cents: sum,
        /** How many payments a transfer that comes back would open again. */
        opens: count,
      }),
    ),
  }),
  /** Says whose a line is, of one payer or several; what its payments leave of it is the credit of the one named. */
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
  /** Lines suggested for one payer alone, by the reason: of each reason as many as one press assigns. */
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
  /** Assigns lines as it was suggested when they were looked at; what has changed since is left, and counted. */
  assignSuggested: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lines: z.array(seenLine).check(z.minLength(1), z.maxLength(MOST_SETTLED)), press }),
    answer: object({ settled: count, changed: count }),
  }),
  ignore: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id, reason: text }),
    answer: nothing,
    refuses: ['lineMoved', 'invalidFields'],
  }),
  /** What presses of the caller have settled within two minutes, the earliest first. */
  undoable: query({
    may: 'confirmPayments',
    feature: 'statements',
    input: nothing,
    answer: z.array(
      object({
        press: id,
        lineIds: z.array(id),
        /** Some of whose they are, and how many payers there are besides. */
        names: z.array(z.string()),
        others: count,
      }),
    ),
  }),
  /** Undoes what one press has settled; a line on which something else hangs stays. */
  undoMany: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_SETTLED)) }),
    answer: object({ undone: count, stayed: count }),
  }),
  /** Undoes all that a line did: it waits again. */
  undo: command({
    may: 'confirmPayments',
    feature: 'statements',
    input: object({ lineId: id }),
    answer: nothing,
    refuses: ['lineMoved', ...stayReasons],
  }),
})
