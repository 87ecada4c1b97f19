import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { creditGoneBy, type OpenPayment, type Share } from '#studio/payments/rules.ts'

/** Whether a line may pay it. Not if a teacher says it was paid: this may be that very money. */
export const takesTransfer = ({ status }: Pick<OpenPayment, 'status'>): boolean => status !== 'markedByTeacher'

interface Payer {
  readonly userId: string
  readonly payments: readonly { readonly userId: string; readonly cents: Cents; readonly markedByTeacher: boolean }[]
}

/**
 * Sorts payers for a line of this sum: first those who owe exactly that, in one payment or in total, then those in
 * `near`.
 */
export function nearestFirst<Found extends Payer>(
  payers: readonly Found[],
  sum: Cents,
  near: ReadonlySet<string>,
): Found[] {
  const far = ({ userId, payments }: Found) => {
    const open = payments.filter(({ markedByTeacher }) => !markedByTeacher).map(({ cents }) => cents)
    const owed = open.reduce((all, cents) => all + cents, 0)
    if (owed === sum || open.includes(sum)) return 0
    return near.has(userId) || payments.some((payment) => near.has(payment.userId)) ? 1 : 2
  }
  return payers.toSorted((a, b) => far(a) - far(b))
}

/** The states of a line. */
export const lineStates = ['waits', 'settled', 'ignored'] as const
export type LineState = (typeof lineStates)[number]

/** A line is money that came, or a transfer that the bank took back (with or without a known original). */
export const lineKinds = ['payment', 'returned'] as const
export type LineKind = (typeof lineKinds)[number]

/** The lists of the screen: ready to settle, returned transfers, to be decided by a person, and done. */
export const lists = ['settles', 'back', 'look', 'done'] as const
export type ListName = (typeof lists)[number]

/** Why a line cannot be undone: what depends on it. */
export const stayReasons = ['takenBack', ...creditGoneBy] as const
export type StayReason = (typeof stayReasons)[number]

/** Longest reason for ignoring a line, in characters. */
export const LONGEST_REASON = 200

/** Lines that one transaction settles at most; the browser sends a press in as many parts as needed. */
export const MOST_SETTLED = 50

/**
 * Splits lines, sorted by payer, into parts to send. The lines of a payer stay in one part if they fit, so that each
 * payer gets one letter.
 */
export function inParts<Line extends { readonly payerId: string }>(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = []
  let from = 0
  while (from < lines.length) {
    const full = Math.min(lines.length, from + MOST_SETTLED)
    const payerOf = (place: number) => lines[place]?.payerId
    let until = full
    while (full < lines.length && until > from && payerOf(until) === payerOf(until - 1)) until--
    // the lines of a single payer exceed one part
    if (until === from) until = full
    parts.push(lines.slice(from, until))
    from = until
  }
  return parts
}

/** How a settled line was allocated to payments. */
export const ways = ['exact', 'set', 'oldest', 'credit', 'returned', 'assigned'] as const
/** Those that matching finds by itself. */
export const waysFound = ways.slice(0, 5) as ['exact', 'set', 'oldest', 'credit', 'returned']

/** Why a line may belong to a payer: shown before it is assigned, and stored. */
export const hints = ['sameAccount', 'nameAlike', 'personNamed', 'bareNumber', 'reference'] as const
export type Hint = (typeof hints)[number]
/** Lines suggested for one of these reasons may be reviewed and assigned together. */
export const hintsTogether = ['sameAccount', 'nameAlike', 'personNamed'] as const satisfies readonly Hint[]

/** What a line paid of a payment; `of` is what was open (cents) if it paid only a part. */
export interface PaidShare extends Share {
  readonly of?: Cents
}

/** What was done with a line. */
export type Outcome =
  | {
      readonly way: (typeof ways)[number]
      readonly shares: readonly PaidShare[]
      readonly credit: Cents
      /** The part of a returned transfer that could not be taken from anything. */
      readonly missing?: Cents
      /** The suggestion by which it was assigned. */
      readonly hint?: Hint
      /** Somebody said which line it takes back. */
      readonly linked?: true
      /** The press that settled it together with others. */
      readonly press?: string
    }
  | { readonly way: 'ignored'; readonly reason: string }

/** What was done with a line and later undone: the line still shows it. */
export interface Undone {
  readonly outcome: Outcome
  readonly payerId: string | null
  readonly decidedAt: Instant
  readonly decidedBy: string | null
  readonly at: Instant
  readonly by: string | null
}
