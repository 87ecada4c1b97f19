import type { Cents } from '#kernel/money.ts'
import type { ShownLine } from '../contract.ts'

/** An amount with its currency, negative if the bank took it back: "58€", "−58€", "58.00 USD". */
export const sumOf = (
  { kind, cents, currency }: Pick<ShownLine, 'kind' | 'cents' | 'currency'>,
  euros: (cents: Cents) => string,
): string =>
  `${kind === 'returned' ? '−' : ''}${currency === 'EUR' ? euros(cents) : `${(cents / 100).toFixed(2)} ${currency}`}`
