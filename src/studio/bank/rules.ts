import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { creditGoneBy, type OpenPayment, type Share } from '#studio/payments/rules.ts'

/** Whether a line may pay it: the money that a teacher says was paid may be this very money. */
export const takesTransfer = ({ status }: Pick<OpenPayment, 'status'>): boolean => status !== 'markedByTeacher'

interface Payer {
  readonly userId: string
  readonly payments: readonly { readonly userId: string; readonly cents: Cents; readonly markedByTeacher: boolean }[]
}

/** Payers for a line of this sum: who owes exactly that, by one payment or by all, then whoever is `near` what was looked for. */
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

/** What became of a line. */
export const lineStates = ['waits', 'settled', 'ignored'] as const
export type LineState = (typeof lineStates)[number]

/** A line of money that came, or of a transfer that the bank took back: a person looks at it where that is not known. */
export const lineKinds = ['payment', 'returned'] as const
export type LineKind = (typeof lineKinds)[number]

/** The lists of the screen: what is ready, what comes back, what a person must look at, and what is done. */
export const lists = ['settles', 'back', 'look', 'done'] as const
export type ListName = (typeof lists)[number]

/** Why a line stays as it is: what hangs on what it did. */
export const stayReasons = ['takenBack', ...creditGoneBy] as const
export type StayReason = (typeof stayReasons)[number]

/** Lines that one press settles in one transaction; the browser sends as many such as it takes. */
export const MOST_SETTLED = 50

/**
 * Lines as they are sent, those of a payer in one part where they fit: so each payer has one letter. They are sorted by payer.
 */
export function inParts<Line extends { readonly payerId: string }>(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = []
  let from = 0
  while (from < lines.length) {
    const full = Math.min(lines.length, from + MOST_SETTLED)
    const payerOf = (place: number) => lines[place]?.payerId
    let until = full
    while (full < lines.length && until > from && payerOf(until) === payerOf(until - 1)) until--
    // one payer's lines alone are too many
    if (until === from) until = full
    parts.push(lines.slice(from, until))
    from = until
  }
  return parts
}

/** How a settled line found its payments. */
export const ways = ['exact', 'set', 'oldest', 'credit', 'returned', 'assigned'] as const
/** Those that a line can find by itself. */
export const waysFound = ways.slice(0, 5) as ['exact', 'set', 'oldest', 'credit', 'returned']

/** Why a line may be somebody's: shown before it is assigned, and kept. */
export const hints = ['sameAccount', 'nameAlike', 'personNamed', 'bareNumber', 'reference'] as const
export type Hint = (typeof hints)[number]
/** Lines suggested for one of these reasons may be looked at together. */
export const hintsTogether = ['sameAccount', 'nameAlike', 'personNamed'] as const satisfies readonly Hint[]

/** What of a payment a line paid: of a part, also how much was open then. */
export interface PaidShare extends Share {
  readonly of?: Cents
}

/** What was done with a line. */
export type Outcome =
  | {
      readonly way: (typeof ways)[number]
      readonly shares: readonly PaidShare[]
      readonly credit: Cents
      /** What of a returned transfer could not be taken back from anything. */
      readonly missing?: Cents
      /** By which suggestion it was assigned. */
      readonly hint?: Hint
      /** The press that settled it, with others. */
      readonly press?: string
    }
  | { readonly way: 'ignored'; readonly reason: string }

/** What was done with a line and undone: the line still tells of it. */
export interface Undone {
  readonly outcome: Outcome
  readonly payerId: string | null
  readonly decidedAt: Instant
  readonly decidedBy: string | null
  readonly at: Instant
  readonly by: string | null
}
