import { ReceiptButton } from './ReceiptButton.tsx'

/** What `PaymentMore` adds at each payment. */
export const receiptButton = (payment: Parameters<typeof ReceiptButton>[0]['payment']) => (
  <ReceiptButton payment={payment} />
)

export const receiptIcon = (payment: Parameters<typeof ReceiptButton>[0]['payment']) => (
  <ReceiptButton payment={payment} round />
)
