import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { OpenPayment } from '#studio/payments/rules.ts'
import type { Hint, PaidShare } from '../rules.ts'

/** A line that waits for a decision. */
export interface WaitingLine {
  readonly id: string
  readonly day: LocalDate
  readonly cents: Cents
  readonly currency: string
  readonly name: string | null
  readonly iban: string | null
  readonly reference: string | null
  readonly referenceInText: string | null
  readonly endToEndId: string | null
  readonly text: string
  /** One line of the bank for several parts that do not add up. */
  readonly unsplit: boolean
  /** One of the bank's references is known with another amount. */
  readonly doubtful: boolean
}

/** The fields in which a line may contain a number. */
export type Worded = Pick<WaitingLine, 'reference' | 'referenceInText' | 'endToEndId' | 'text'>

/** What matching needs to know. */
export interface Known {
  /** Issued references, as stored, with their payers. */
  readonly payers: ReadonlyMap<string, string>
  /**
   * Of the payers of these references and accounts, and of those who owe several payments; the earliest deadline first.
   */
  readonly open: ReadonlyMap<string, readonly OpenPayment[]>
  /** Open payments of any payer with one of the amounts of these lines. */
  readonly ofAmounts: readonly OpenPayment[]
  /** Bank accounts from which the same payer has paid at least twice. */
  readonly accounts: ReadonlyMap<string, string>
}

/** How a transfer is allocated to the payments of its payer. */
export type Way = 'exact' | 'set' | 'oldest' | 'credit'

/** Why a person has to decide. */
export type Doubt =
  | 'otherCurrency'
  | 'unsplit'
  | 'knownOtherwise'
  | 'severalNumbers'
  | 'bareNumber'
  | 'markedByTeacher'
  | 'noReference'

/** A payer to whom the line may belong, and what it would pay. */
export interface Suggestion {
  readonly payerId: string
  readonly hint: Hint
  readonly paymentId: string | null
}

export type Match =
  | {
      readonly kind: 'settles'
      readonly payerId: string
      readonly way: Way
      readonly parts: readonly PaidShare[]
      readonly credit: Cents
    }
  | { readonly kind: 'look'; readonly why: Doubt; readonly suggestions: readonly Suggestion[] }
