import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'

/** A ticket as listed by Stebby. */
export interface ListedTicket {
  readonly service: string
  readonly holder: string
  readonly validUntil: Instant | null
  readonly worth: Cents
}

export type Read =
  | { readonly kind: 'listed'; readonly ticket: ListedTicket }
  | { readonly kind: 'absent' }
  | { readonly kind: 'noAnswer' }
  | { readonly kind: 'keyRefused' }

export type Use =
  | { readonly kind: 'used' }
  /** Stebby has refused: nothing was changed. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'keyRefused' }
  /** The request was not sent. */
  | { readonly kind: 'notSent' }
  /** It is unknown whether the ticket was used. */
  | { readonly kind: 'noAnswer' }

/** Calls to Stebby. Neither throws. */
export interface StebbyPort {
  /** Can be repeated. */
  read(code: string): Promise<Read>
  /** Can't be undone and has no idempotency key: call it once. */
  use(code: string): Promise<Use>
}
