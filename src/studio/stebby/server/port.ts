import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'

/** A ticket as Stebby lists it. */
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
  /** Stebby says no: nothing has happened. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'keyRefused' }
  /** It never left this machine. */
  | { readonly kind: 'notSent' }
  /** Nobody knows whether it has happened. */
  | { readonly kind: 'noAnswer' }

/** What the studio asks of Stebby. Neither throws. */
export interface StebbyPort {
  /** May be asked as often as one likes. */
  read(code: string): Promise<Read>
  /** Can't be taken back, and has no key against a second time: asked once. */
  use(code: string): Promise<Use>
}
