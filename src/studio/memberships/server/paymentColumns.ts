import { payments } from '#studio/payments/tables.ts'

/** What a list of passes says of their payments; see `paymentOf` in rules.ts. */
export const paymentColumns = {
  paymentStatus: payments.status,
  paymentPrice: payments.price,
  paymentDeadline: payments.deadline,
}
