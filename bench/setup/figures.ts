import type { BudgetName } from '../budgets.ts'

/** One line of the table: what was measured, and beside what. */
export interface Figure {
  readonly budget: BudgetName | null
  readonly measure: string
  readonly ours: number
  /** What the same run measured for comparison; null where nothing compares. */
  readonly beside: number | null
  readonly besideWhat: string
  readonly unit: string
  /** Where the time goes, said when the figure falls short. */
  readonly where?: string
}

/** The least value that so many percent of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
