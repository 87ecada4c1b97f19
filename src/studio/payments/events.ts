import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import { event } from '#server/events.ts'
import type { Payment, Standing } from './rules.ts'

/** How a payment stood, locked by now, and how it stands. */
export interface Moved {
  readonly before: Payment
  readonly after: Standing
  /** So much was really returned. What was booked by mistake and is undone was never there, and is not in it. */
  readonly returned: Cents
}

/** A teacher says that so much was paid; the studio has not seen it yet. */
export const paymentMarked = event<{ readonly payment: Payment; readonly cents: Cents }>('payments.paymentMarked')

/** What a teacher said was paid was confirmed, or the payment was cancelled. */
export const paymentUnmarked = event<{ readonly payment: Payment; readonly after: Standing }>(
  'payments.paymentUnmarked',
)

/** What was confirmed at that moment is undone: the payment stands as it did before. */
export const paymentUnconfirmed = event<{ readonly payment: Payment; readonly confirmedAt: Instant }>(
  'payments.paymentUnconfirmed',
)

/** What was paid back to a payer then is about to be undone as a mistake. Who has counted on it since keeps it. */
export const paidBackEnds = event<{ readonly payerId: string; readonly at: Instant; readonly keep: () => void }>(
  'payments.paidBackEnds',
)

/** How payments stand has changed, in whatever way: once for all that move together, before those below. */
export const paymentsMoved = event<{ readonly moves: readonly Moved[] }>('payments.paymentsMoved')

/** A payment was confirmed. */
export const paymentSettled = event<Moved>('payments.paymentSettled')

/** A payment that was confirmed is due again, in whole or in part, or cancelled. */
export const paymentReopened = event<Moved>('payments.paymentReopened')
