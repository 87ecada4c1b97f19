import type { Cents } from '#kernel/money.ts'
import type { MonthOfWay } from '../contract.ts'
import { moneyWays, paymentMethods, type MoneyWay } from '../rules.ts'

export interface YearMonth {
  /** 1 to 12. */
  readonly month: number
  readonly byWay: Readonly<Record<MoneyWay, Cents>>
  readonly total: Cents
}

/** The twelve months of a year, including those without payments. */
export function yearRows(answer: readonly MonthOfWay[]): YearMonth[] {
  return Array.from({ length: 12 }, (_, index) => {
    const byWay = { cash: 0, bankTransfer: 0, stebby: 0, credit: 0 }
    for (const row of answer) if (row.month === index + 1) byWay[row.way] += row.sum
    return { month: index + 1, byWay, total: moneyWays.reduce((sum, way) => sum + byWay[way], 0) }
  })
}

/** Ways to name beside the chart: the payment methods, and credit where some was used. */
export const waysShown = (answer: readonly MonthOfWay[]): readonly MoneyWay[] =>
  answer.some(({ way }) => way === 'credit') ? moneyWays : paymentMethods

/** The round amount (cents) at the top of the chart's scale: 1, 2, 2.5 or 5 times a power of ten euros. */
export function scaleOf(highest: Cents): Cents {
  const euros = Math.max(highest / 100, 1)
  const power = 10 ** Math.floor(Math.log10(euros))
  const factor = [1, 2, 2.5, 5, 10].find((step) => step * power >= euros) ?? 10
  return Math.round(factor * power * 100)
}
