import type { Cents } from '#kernel/money.ts'
import { moneyWays, type CreditSource, type MoneyWay } from '../rules.ts'

/** Money of one way in a month; `way` is null for credit of which it is not known how it came or went. */
export interface MoneyOfWay {
  readonly way: MoneyWay | null
  /** Number of receipts. */
  readonly count: number
  /** Received for payments. */
  readonly paid: Cents
  /** By how much credit changed. */
  readonly credit: Cents
  /** What really came in, less what went back: what the bank and the cash box show. */
  readonly cameIn: Cents
}

/**
 * A month's money by way. What is paid from credit came in before, so its two sums add up to nothing; credit from
 * before the studio moved in came to no account of it, and is left out.
 */
export function moneyOfWays(sums: {
  readonly ways: readonly { readonly way: MoneyWay; readonly count: number; readonly cents: Cents }[]
  readonly credit: readonly { readonly source: CreditSource; readonly way: MoneyWay | null; readonly cents: Cents }[]
}): MoneyOfWay[] {
  return [...moneyWays, null].flatMap((way) => {
    const its = sums.ways.find((one) => one.way === way)
    const changes = sums.credit.filter((one) => one.way === way && one.source !== 'opening')
    if (!its && changes.length === 0) return []
    const [paid, credit] = [its?.cents ?? 0, changes.reduce((sum, { cents }) => sum + cents, 0)]
    return [{ way, count: its?.count ?? 0, paid, credit, cameIn: paid + credit }]
  })
}
