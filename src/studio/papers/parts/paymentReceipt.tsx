import { ReceiptButton } from './ReceiptButton.tsx'

/** The receipt button that `PaymentMore` adds to each payment, for staff. */
export const receiptButton = (payment: Parameters<typeof ReceiptButton>[0]['payment']) => (
  <ReceiptButton payment={payment} />
)

/** The same for the payer. */
export const ownReceiptButton = (payment: Parameters<typeof ReceiptButton>[0]['payment']) => (
  <ReceiptButton payment={payment} named />
)
