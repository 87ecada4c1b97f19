import type { Cents } from '#kernel/money.ts'
import type { MonthOfMethod } from '../contract.ts'
import { paymentMethods, type PaymentMethod } from '../rules.ts'

export interface YearMonth {
  /** 1 to 12. */
  readonly month: number
  readonly byMethod: Readonly<Record<PaymentMethod, Cents>>
  readonly total: Cents
}

/** The twelve months of a year, including those without payments. */
export function yearRows(answer: readonly MonthOfMethod[]): YearMonth[] {
  return Array.from({ length: 12 }, (_, index) => {
    const byMethod = { cash: 0, bankTransfer: 0, stebby: 0 }
    for (const row of answer) if (row.month === index + 1) byMethod[row.paymentMethod] += row.sum
    return { month: index + 1, byMethod, total: paymentMethods.reduce((sum, method) => sum + byMethod[method], 0) }
  })
}

/** The round amount (cents) at the top of the chart's scale: 1, 2, 2.5 or 5 times a power of ten euros. */
export function scaleOf(highest: Cents): Cents {
  const euros = Math.max(highest / 100, 1)
  const power = 10 ** Math.floor(Math.log10(euros))
  const factor = [1, 2, 2.5, 5, 10].find((step) => step * power >= euros) ?? 10
  return Math.round(factor * power * 100)
}
