import type { Cents } from '#kernel/money.ts'
import type { Month } from '#kernel/months.ts'
import { isDate, type LocalDate } from '#kernel/time.ts'
import type { RateForm } from './contract.ts'

/** A teacher's pay for a class in cents: `base` plus `perHead` for each who attended, at most `most`. */
export interface Rate {
  readonly base: Cents
  readonly perHead: Cents
  readonly most: Cents | null
}

export const payFor = ({ base, perHead, most }: Rate, heads: number): Cents =>
  Math.min(base + perHead * heads, most ?? Infinity)

/** The rate of a day: the latest that starts on or before it. */
export const rateOn = <R extends { readonly from: LocalDate }>(rates: readonly R[], day: LocalDate): R | null =>
  rates.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0] ?? null

/** A past class with its teacher, rate and attendance. */
export interface Ended {
  readonly id: string
  readonly month: Month
  /** Null while the teacher has no rate. */
  readonly rate: Rate | null
  readonly heads: number
}

export interface Line {
  readonly entryId: string
  readonly heads: number
  readonly cents: Cents
  /** A change after the month of the class was closed. */
  readonly isLater: boolean
}

/**
 * Lines of a month: each of its classes, and corrections of earlier classes. `paid`: cents per class in closed months.
 */
export const linesOf = (month: Month, ended: readonly Ended[], paid: ReadonlyMap<string, Cents>): Line[] =>
  ended.flatMap(({ id: entryId, rate, heads, ...entry }) => {
    const before = paid.get(entryId)
    if (rate === null || entry.month > month) return []
    const cents = payFor(rate, heads) - (before ?? 0)
    if (before !== undefined && cents === 0) return []
    return [{ entryId, heads, cents, isLater: entry.month < month }]
  })

export const sumOf = (lines: readonly { readonly cents: Cents }[]): Cents =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

/** Highest sum in a rate. */
const MOST: Cents = 100_000

/** Returns the wrong fields of a rate. */
export function checkRate({ from, base, perHead, most }: RateForm): Partial<Record<keyof RateForm, string>> {
  const wrong = (cents: Cents | null) => cents === null || cents < 0 || cents > MOST
  return {
    ...(!isDate(from) && { from: 'dateRequired' }),
    ...(wrong(base) && { base: 'rateOutOfRange' }),
    ...(wrong(perHead) && { perHead: 'rateOutOfRange' }),
    ...(most !== null && (wrong(most) ? { most: 'rateOutOfRange' } : most < (base ?? 0) && { most: 'mostBelowBase' })),
  }
}
