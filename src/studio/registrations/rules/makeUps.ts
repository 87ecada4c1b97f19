import { addDays, dateIn, type Instant, type LocalDate } from '#kernel/time.ts'

export interface MakeUp {
  readonly categories: readonly string[]
  /** The last day on which a class may be. */
  readonly validUntil: LocalDate
}

/** Until which day one lasts, counted from the class that it is for. */
export const makeUpUntil = (missed: { readonly startsAt: Instant }, days: number, timeZone: string): LocalDate =>
  addDays(dateIn(timeZone, missed.startsAt), days)

export const isOver = ({ validUntil }: Pick<MakeUp, 'validUntil'>, now: Instant, timeZone: string): boolean =>
  dateIn(timeZone, now) > validUntil

export type MakeUpMisfit = 'makeUpEnded' | 'makeUpCategory' | 'makeUpExpiresBefore'

/** Why it can't pay for this class, or null when it can. */
export function makeUpMisfit(
  makeUp: MakeUp,
  entry: { readonly startsAt: Instant; readonly categories: readonly string[] },
  now: Instant,
  timeZone: string,
): MakeUpMisfit | null {
  if (isOver(makeUp, now, timeZone)) return 'makeUpEnded'
  if (!entry.categories.some((category) => makeUp.categories.includes(category))) return 'makeUpCategory'
  return isOver(makeUp, entry.startsAt, timeZone) ? 'makeUpExpiresBefore' : null
}
