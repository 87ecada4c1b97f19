import type { Measure } from '../budgets.ts'

/** One line of the results table. */
export interface Figure {
  readonly measure: Measure
  readonly value: number
  /** Printed below the table. */
  readonly detail?: string
}

/** The smallest value that at least `percent` percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
