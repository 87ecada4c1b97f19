import { firstDayOf, monthFrom, monthOf, type Month } from '#kernel/months.ts'
import { addDays, type LocalDate } from '#kernel/time.ts'

/** Over which days: the newest, or a whole year. */
export const spans = ['months3', 'months12', 'thisYear', 'lastYear'] as const
export type SpanName = (typeof spans)[number]

export interface Span {
  readonly from: LocalDate
  /** The first day after it. */
  readonly until: LocalDate
}

/** Whole months that end with the present one, as far as it has come; or a calendar year, as far as it has come. */
export function spanOf(name: SpanName, today: LocalDate): Span {
  const year = Number(today.slice(0, 4))
  const tomorrow = addDays(today, 1)
  if (name === 'thisYear') return { from: `${year}-01-01`, until: tomorrow }
  if (name === 'lastYear') return { from: `${year - 1}-01-01`, until: `${year}-01-01` }
  return { from: firstDayOf(monthFrom(monthOf(today), name === 'months3' ? -2 : -11)), until: tomorrow }
}

/** The same days a year before; 29 February becomes the first day of March. */
export function yearBefore({ from, until }: Span): Span {
  const back = (date: LocalDate): LocalDate => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    return month === 2 && day === 29 ? `${year - 1}-03-01` : `${year - 1}${date.slice(4)}`
  }
  return { from: back(from), until: back(until) }
}

/** '2026-03' and so on, every month that a span touches. */
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

/** Without the months before anything was there; the last one stays. */
export function sinceFirst<Line>(lines: readonly Line[], isEmpty: (line: Line) => boolean): readonly Line[] {
  const first = lines.findIndex((line) => !isEmpty(line))
  return first === -1 ? lines.slice(-1) : lines.slice(first)
}

/** A figure of a month; null of one before the studio's first, where there was nothing to count. */
export const figureOf = (figure: number, month: string, first: string | null): number | null =>
  first === null || month < first ? null : figure

/** How full, in whole percent; null where there were no places. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole)
