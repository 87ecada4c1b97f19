// Separate from entry.ts, so that the form can load before the Temporal polyfill.
import { MINUTE, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import type { EntryForm } from '../contract.ts'

type Times = Pick<EntryForm, 'startDate' | 'startTime' | 'endDate' | 'endTime'>

/** Times of an entry from its validated form. */
export function timesOfForm(form: Times, zone: string): { startsAt: Instant; endsAt: Instant } {
  const startsAt = instantIn(zone, form.startDate, form.startTime)
  // the end can precede the start only within the hour that a clock change repeats or skips
  return { startsAt, endsAt: Math.max(instantIn(zone, form.endDate, form.endTime), startsAt + MINUTE) }
}

/**
 * Times of an entry after an edit: an untouched time keeps its instant, even in the hour that a clock change repeats.
 */
export function timesAfter(
  entry: { readonly startsAt: Instant; readonly endsAt: Instant },
  saved: Times,
  form: Times,
  zone: string,
): { startsAt: Instant; endsAt: Instant } {
  const same = (['startDate', 'startTime', 'endDate', 'endTime'] as const).every((name) => saved[name] === form[name])
  return same ? { startsAt: entry.startsAt, endsAt: entry.endsAt } : timesOfForm(form, zone)
}
