import { payments } from '#studio/payments/tables.ts'

/** Payment columns of a list of passes; see `paymentOf` in rules.ts. */
export const paymentColumns = {
  paymentStatus: payments.status,
  paymentPrice: payments.price,
  paymentDeadline: payments.deadline,
}
