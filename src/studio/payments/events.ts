import { event } from '#server/events.ts'
import type { Payment, Standing } from './rules.ts'

/** How a payment stood, locked by now, and how it stands. */
interface Moved {
  readonly before: Payment
  readonly after: Standing
}

/** A payment was confirmed. */
export const paymentSettled = event<Moved>('payments.paymentSettled')

/** A payment that was confirmed is due again, in whole or in part, or cancelled. */
export const paymentReopened = event<Moved>('payments.paymentReopened')
