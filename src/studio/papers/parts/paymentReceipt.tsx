import { ReceiptButton } from './ReceiptButton.tsx'

/** What `PaymentMore` adds at each payment. */
export const receiptButton = (payment: Parameters<typeof ReceiptButton>[0]['payment']) => (
  <ReceiptButton payment={payment} />
)

/** The same for whoever paid. */
export const ownReceiptButton = (payment: Parameters<typeof ReceiptButton>[0]['payment']) => (
  <ReceiptButton payment={payment} named />
)
