import { firstDayOf, monthFrom, monthOf, type Month } from '#kernel/months.ts'
import { addDays, type LocalDate } from '#kernel/time.ts'

/** Selectable spans: the latest months, or a calendar year. */
export const spans = ['months3', 'months12', 'thisYear', 'lastYear'] as const
export type SpanName = (typeof spans)[number]

export interface Span {
  readonly from: LocalDate
  /** The day after the last one. */
  readonly until: LocalDate
}

/** Whole months up to and including today's month, or a calendar year; both end today at the latest. */
export function spanOf(name: SpanName, today: LocalDate): Span {
  const year = Number(today.slice(0, 4))
  const tomorrow = addDays(today, 1)
  if (name === 'thisYear') return { from: `${year}-01-01`, until: tomorrow }
  if (name === 'lastYear') return { from: `${year - 1}-01-01`, until: `${year}-01-01` }
  return { from: firstDayOf(monthFrom(monthOf(today), name === 'months3' ? -2 : -11)), until: tomorrow }
}

/** The same days a year before; 29 February becomes 1 March. */
export function yearBefore({ from, until }: Span): Span {
  const back = (date: LocalDate): LocalDate => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    return month === 2 && day === 29 ? `${year - 1}-03-01` : `${year - 1}${date.slice(4)}`
  }
  return { from: back(from), until: back(until) }
}

/** Every month in a span, such as '2026-03'. */
export function monthsOf({ from, until }: Span): Month[] {
  const months: Month[] = []
  const last = monthOf(addDays(until, -1))
  for (let n = 0; n < 240; n++) {
    const one = monthFrom(monthOf(from), n)
    months.push(one)
    if (one >= last) break
  }
  return months
}

/** Drops empty months at the beginning, but keeps at least the last month. */
export function sinceFirst<Line>(lines: readonly Line[], isEmpty: (line: Line) => boolean): readonly Line[] {
  const first = lines.findIndex((line) => !isEmpty(line))
  return first === -1 ? lines.slice(-1) : lines.slice(first)
}

/** A figure of a month; null before the studio's first month, as there was nothing to count. */
export const figureOf = (figure: number, month: string, first: string | null): number | null =>
  first === null || month < first ? null : figure

/** Fill rate in whole percent; null without places. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole)
