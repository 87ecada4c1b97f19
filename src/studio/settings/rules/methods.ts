/** All payment methods, of which the studio offers some. */
export const paymentMethods = ['cash', 'bankTransfer', 'stebby'] as const
