// What an edit of one entry means for others of its series.
import { isSame, mergeEdits, withFields } from '#kernel/edits.ts'
import { addDays, DAY, type Instant, type LocalDate } from '#kernel/time.ts'
import type { EntryForm } from '../contract.ts'

/** Entries that one press changes. */
export const MOST_AT_ONCE = 200

/** Those of a series that an edit or a cancellation is for. */
export const scopes = ['one', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]

interface Standing {
  readonly id: string
  readonly startsAt: Instant
}

/** Of the entries to come of a series, those that are meant. */
export const inScope = <Entry extends Standing>(entry: Standing, series: readonly Entry[], scope: Scope): Entry[] =>
  series.filter(
    ({ id, startsAt }) => id === entry.id || (scope !== 'one' && (scope === 'all' || startsAt >= entry.startsAt)),
  )

const daysBetween = (from: LocalDate, until: LocalDate): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY)

/** By how many days an edit moves its entry. */
export const daysMoved = (before: EntryForm, typed: EntryForm): number => daysBetween(before.startDate, typed.startDate)

/** Fields that are the same for all that are edited; what belongs together is changed together. */
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

/** An edit as if begun with what is saved of its entry by now: what it did not touch changes nothing of the others. */
export function onSaved(saved: EntryForm, { before, typed }: Edit): Edit {
  const names = Object.keys(before) as (keyof EntryForm)[]
  const untouched = names.filter((name) => isSame(before[name], typed[name]))
  return { before: withFields(before, saved, untouched), typed: mergeEdits(saved, before, typed, () => true).form }
}

/** Whether an edit gives its entry other times of the day. */
const hasOtherTimes = (before: EntryForm, typed: EntryForm): boolean =>
  before.startTime !== typed.startTime ||
  before.endTime !== typed.endTime ||
  daysBetween(before.startDate, before.endDate) !== daysBetween(typed.startDate, typed.endDate)

/**
 * Another entry's form after what was changed from `before` to `typed` in one of its series: moved by as many days, at
 * the same new time of the day, and with the same other fields, each where it was changed.
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

/** Whether an edit changes when, where or with whom its entry is: people have to hear of it. */
export const movesAnything = (before: EntryForm, typed: EntryForm): boolean =>
  daysMoved(before, typed) !== 0 ||
  hasOtherTimes(before, typed) ||
  !isSame(before.roomId ?? null, typed.roomId ?? null) ||
  !isSame(before.teacherIds ?? [], typed.teacherIds ?? [])

/** Whether an edit changes anything. */
export const changesAnything = (before: EntryForm, typed: EntryForm): boolean =>
  movesAnything(before, typed) || shared.some((names) => names.some((name) => !isSame(before[name], typed[name])))
