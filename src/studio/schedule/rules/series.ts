// Applies the edit of one entry to others of its series.
import { isSame, mergeEdits, withFields } from '#kernel/edits.ts'
import { addDays, daysBetween, type Instant } from '#kernel/time.ts'
import type { EntryForm } from '../contract.ts'

/** Most entries that one command changes. */
export const MOST_AT_ONCE = 200

/** Which entries of a series an edit or a cancellation applies to. */
export const scopes = ['one', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]

interface OfSeries {
  readonly id: string
  readonly startsAt: Instant
}

/** The upcoming entries of a series in the chosen scope. */
export const inScope = <Entry extends OfSeries>(entry: OfSeries, series: readonly Entry[], scope: Scope): Entry[] =>
  series.filter(
    ({ id, startsAt }) => id === entry.id || (scope !== 'one' && (scope === 'all' || startsAt >= entry.startsAt)),
  )

/** Number of days by which an edit moves its entry. */
export const daysMoved = (before: EntryForm, typed: EntryForm): number => daysBetween(before.startDate, typed.startDate)

/** Fields set to the same value in all edited entries; grouped fields are changed together. */
const shared = [
  ['className'],
  ['classDescription'],
  ['maxParticipants'],
  ['categories'],
  ['standardPrice', 'memberPrice'],
  ['roomId'],
  ['teacherIds'],
] as const satisfies (keyof EntryForm)[][]

export interface Edit {
  readonly before: EntryForm
  readonly typed: EntryForm
}

/** The edit rebased on what is now saved of its entry, so that untouched fields change nothing in the others. */
export function onSaved(saved: EntryForm, { before, typed }: Edit): Edit {
  const names = Object.keys(before) as (keyof EntryForm)[]
  const untouched = names.filter((name) => isSame(before[name], typed[name]))
  return { before: withFields(before, saved, untouched), typed: mergeEdits(saved, before, typed, () => true).form }
}

/** Whether an edit changes the time of day. */
const hasOtherTimes = (before: EntryForm, typed: EntryForm): boolean =>
  before.startTime !== typed.startTime ||
  before.endTime !== typed.endTime ||
  daysBetween(before.startDate, before.endDate) !== daysBetween(typed.startDate, typed.endDate)

/**
 * Another entry's form after the edit: moved by as many days, to the same new time of day, with the same other changed
 * fields.
 */
export function formAfter(form: EntryForm, before: EntryForm, typed: EntryForm): EntryForm {
  let after = form
  for (const names of shared) {
    if (names.every((name) => isSame(before[name], typed[name]))) continue
    for (const name of names) after = { ...after, [name]: typed[name] }
  }
  const days = daysMoved(before, typed)
  const startDate = addDays(form.startDate, days)
  if (!hasOtherTimes(before, typed)) return { ...after, startDate, endDate: addDays(form.endDate, days) }
  const endDate = addDays(startDate, daysBetween(typed.startDate, typed.endDate))
  return { ...after, startDate, endDate, startTime: typed.startTime, endTime: typed.endTime }
}

/** Whether an edit changes the time, room or teacher, so that people must be told. */
export const movesAnything = (before: EntryForm, typed: EntryForm): boolean =>
  daysMoved(before, typed) !== 0 ||
  hasOtherTimes(before, typed) ||
  !isSame(before.roomId ?? null, typed.roomId ?? null) ||
  !isSame(before.teacherIds ?? [], typed.teacherIds ?? [])

/** Whether an edit changes anything. */
export const changesAnything = (before: EntryForm, typed: EntryForm): boolean =>
  movesAnything(before, typed) || shared.some((names) => names.some((name) => !isSame(before[name], typed[name])))
