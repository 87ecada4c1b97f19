import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { event } from '#server/events.ts'
import type { Payment, Standing } from './rules.ts'

/** The state of a locked payment before and after a change. */
export interface Moved {
  readonly before: Payment
  readonly after: Standing
  /** Cents that were really returned. Receipts undone as a mistake never counted, and are not part of it. */
  readonly returned: Cents
}

/** A teacher said at that time that so much was paid; the studio has not seen the money yet. */
export const paymentMarked = event<{ readonly payment: Payment; readonly cents: Cents; readonly at: Instant }>(
  'payments.paymentMarked',
)

/** What a teacher said was paid was confirmed, or the payment was cancelled or is due again. */
export const paymentUnmarked = event<{ readonly payment: Payment; readonly after: Standing }>(
  'payments.paymentUnmarked',
)

/** What was confirmed at that time is undone: the payment has its former state. */
export const paymentUnconfirmed = event<{ readonly payment: Payment; readonly confirmedAt: Instant }>(
  'payments.paymentUnconfirmed',
)

/**
 * A confirmation is about to be undone as a mistake. A listener that relies on it calls `keep` to prevent this.
 */
export const confirmationEnds = event<{
  readonly payment: Payment
  readonly confirmedAt: Instant
  readonly keep: () => void
}>('payments.confirmationEnds')

/**
 * A "paid back" entry of a payer is about to be undone as a mistake. A listener that relies on it calls `keep` to
 * prevent this.
 */
export const paidBackEnds = event<{ readonly payerId: string; readonly at: Instant; readonly keep: () => void }>(
  'payments.paidBackEnds',
)

/** The state of payments has changed in any way: raised once for all that change together, before the events below. */
export const paymentsMoved = event<{ readonly moves: readonly Moved[] }>('payments.paymentsMoved')

/** A payment was confirmed. */
export const paymentSettled = event<Moved>('payments.paymentSettled')

/** A confirmed payment is due again, in whole or in part, or cancelled. */
export const paymentReopened = event<Moved>('payments.paymentReopened')
