import { groupedBy } from '#kernel/grouped.ts'
import type { Cents } from '#kernel/money.ts'
import { firstDayAfter, firstDayOf, type Month } from '#kernel/months.ts'
import { addDays, isDate, type LocalDate } from '#kernel/time.ts'
import { isBlank } from '#kernel/visible.ts'
import { siblingDiscounts, type Running } from '#studio/payments/rules/siblings.ts'
import type { PauseForm } from './contract.ts'

/** Maximum number of payments per batch. */
export const MOST_BILLED = 2000
export const LONGEST_REASON = 200
export const MOST_FEE: Cents = 1_000_000

/** The span in which a person had a category: `until` is the first day without it. */
export interface Had {
  readonly categoryId: string
  readonly since: LocalDate | null
  readonly until: LocalDate | null
}

/**
 * The spans of two records of one person, earliest first: on days on which both had a category, that of the first
 * counts.
 */
export function joinedSpans(first: readonly Had[], second: readonly Had[]): Had[] {
  const rest = first.reduce<readonly Had[]>((left, span) => left.flatMap((one) => outside(one, span)), second)
  return [...first, ...rest].toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? -1 : 1))
}

/** What is left of a span before and after another one. */
function outside(one: Had, { since, until }: Had): Had[] {
  const before = since === null || (one.until !== null && one.until <= since) ? one.until : since
  const after = until === null || (one.since !== null && one.since >= until) ? one.since : until
  return [
    ...(since === null ? [] : [{ ...one, until: before }]),
    ...(until === null ? [] : [{ ...one, since: after }]),
  ].filter((part) => part.until === null || (part.since ?? '') < part.until)
}

/** The spans of somebody who has this category, or none, from today on. */
export function endingWith(spans: readonly Had[], categoryId: string | null, today: LocalDate): Had[] {
  const last = spans.at(-1)
  const open = last !== undefined && last.until === null ? last : null
  if (open && open.categoryId === categoryId) return [...spans]
  const before = open ? spans.slice(0, -1) : [...spans]
  if (open && (open.since ?? '') < today) before.push({ ...open, until: today })
  return categoryId === null ? before : [...before, { categoryId, since: today, until: null }]
}

/** Both days are included. */
export interface Pause {
  readonly from: LocalDate
  readonly until: LocalDate
}

export interface Fee<P extends Pause> {
  readonly categoryId: string
  readonly full: Cents
  /** The day on which the person joined within the month, and the first day without the category; null if neither. */
  readonly joined: LocalDate | null
  readonly left: LocalDate | null
  /** Pauses within the month, the earliest first. */
  readonly pauses: readonly P[]
  /** Paused on every day with the category: not billed by default. */
  readonly pausedThroughout: boolean
}

/** A person's fee for a month; the last category of the month counts. Null if they had none with a price. */
export function feeOf<P extends Pause>(
  month: Month,
  had: readonly Had[],
  priceOf: (categoryId: string) => Cents | null,
  allPauses: readonly P[],
): Fee<P> | null {
  const [first, after] = [firstDayOf(month), firstDayAfter(month)]
  const within = had
    .filter(({ since, until }) => (since ?? '') < after && (until === null || (until > first && since !== until)))
    .filter(({ categoryId }) => priceOf(categoryId) !== null)
    .toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? -1 : 1))
  const [earliest, last] = [within[0], within.at(-1)]
  const full = last ? priceOf(last.categoryId) : null
  if (!earliest || !last || full === null) return null
  const joined = earliest.since !== null && earliest.since > first ? earliest.since : null
  const left = last.until !== null && last.until < after ? last.until : null
  const pauses = allPauses
    .filter(({ from, until }) => from < after && until >= first)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return {
    categoryId: last.categoryId,
    full,
    joined,
    left,
    pauses,
    pausedThroughout: areCovered(joined ?? first, left ?? after, pauses),
  }
}

/** Whether pauses, earliest first, cover every day from `from` up to but not including `to`. */
function areCovered(from: LocalDate, to: LocalDate, pauses: readonly Pause[]): boolean {
  let open = from
  for (const pause of pauses) if (pause.from <= open && pause.until >= open) open = addDays(pause.until, 1)
  return open >= to
}

/** A person who can be billed. */
export interface Billable {
  readonly personId: string
  readonly payerId: string
  readonly full: Cents
}

/** The people of one payer, oldest first, with their running payments. */
export interface Family {
  readonly payerId: string
  readonly people: readonly Running[]
}

/** The sibling discount of each person (cents): for those not chosen, as if they were chosen too. */
export function discountsOf(
  rows: readonly Billable[],
  families: readonly Family[],
  chosen: ReadonlySet<string>,
  percent: number,
): ReadonlyMap<string, Cents> {
  const off = new Map<string, Cents>()
  if (percent === 0) return off
  const byPayer = groupedBy(rows, ({ payerId }) => payerId)
  for (const { payerId, people } of families) {
    const theirs = byPayer.get(payerId) ?? []
    const bought = theirs.filter(({ personId }) => chosen.has(personId))
    siblingDiscounts(people, bought, percent).forEach((cents, index) => off.set(bought[index]?.personId ?? '', cents))
    for (const one of theirs.filter(({ personId }) => !chosen.has(personId))) {
      off.set(one.personId, siblingDiscounts(people, [...bought, one], percent).at(-1) ?? 0)
    }
  }
  return off
}

/** What is wrong with a pause. */
export function checkPause({ from, until, reason }: PauseForm): Partial<Record<keyof PauseForm, string>> {
  return {
    ...(!isDate(from) && { from: 'dateRequired' }),
    ...(!isDate(until) ? { until: 'dateRequired' } : isDate(from) && until < from && { until: 'pauseEndsBefore' }),
    ...(isBlank(reason) && { reason: 'reasonMissing' }),
  }
}
