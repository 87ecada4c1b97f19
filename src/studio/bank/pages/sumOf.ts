import { euros } from '#kernel/money.ts'
import type { ShownLine } from '../contract.ts'

/** A sum in its currency: "58€", "58.00 USD". */
export const sumOf = ({ cents, currency }: Pick<ShownLine, 'cents' | 'currency'>): string =>
  currency === 'EUR' ? euros(cents) : `${(cents / 100).toFixed(2)} ${currency}`
