import type { Cents } from '#kernel/money.ts'
import type { Month } from '#kernel/months.ts'
import { isDate, type LocalDate } from '#kernel/time.ts'
import type { RateForm } from './contract.ts'

/** What a teacher has for a class: so much, and so much for each who was there, at most so much in all. */
export interface Rate {
  readonly base: Cents
  readonly perHead: Cents
  readonly most: Cents | null
}

export const payFor = ({ base, perHead, most }: Rate, heads: number): Cents =>
  Math.min(base + perHead * heads, most ?? Infinity)

/** The rate that holds on a day: of those that hold from that day on or before it, the latest. */
export const rateOn = <R extends { readonly from: LocalDate }>(rates: readonly R[], day: LocalDate): R | null =>
  rates.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0] ?? null

/** A class that is over, with its teacher, the rate that held then, and how many were there. */
export interface Ended {
  readonly id: string
  readonly month: Month
  /** Null until the teacher has a rate. */
  readonly rate: Rate | null
  readonly heads: number
}

export interface Line {
  readonly entryId: string
  readonly heads: number
  readonly cents: Cents
  /** Of a class whose month is closed: what has changed since. */
  readonly isLater: boolean
}

/**
 * The lines of a month: each of its classes, and of earlier ones what has changed since they were paid.
 * `paid`: what the closed months have for each class.
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

/** Of a rate. */
const MOST: Cents = 100_000

/** What is wrong with a rate. */
export function checkRate({ from, base, perHead, most }: RateForm): Partial<Record<keyof RateForm, string>> {
  const wrong = (cents: Cents | null) => cents === null || cents < 0 || cents > MOST
  return {
    ...(!isDate(from) && { from: 'dateRequired' }),
    ...(wrong(base) && { base: 'rateOutOfRange' }),
    ...(wrong(perHead) && { perHead: 'rateOutOfRange' }),
    ...(most !== null && (wrong(most) ? { most: 'rateOutOfRange' } : most < (base ?? 0) && { most: 'mostBelowBase' })),
  }
}
