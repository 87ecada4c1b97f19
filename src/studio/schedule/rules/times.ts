// Apart from entry.ts, so that the form is there before the Temporal polyfill is.
import { MINUTE, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import type { EntryForm } from '../contract.ts'

type Times = Pick<EntryForm, 'startDate' | 'startTime' | 'endDate' | 'endTime'>

/** When an entry is by its form, which has passed its check. */
export function timesOfForm(form: Times, zone: string): { startsAt: Instant; endsAt: Instant } {
  const startsAt = instantIn(zone, form.startDate, form.startTime)
  // later on the clock, yet not later: only within the hour that a clock change repeats or skips
  return { startsAt, endsAt: Math.max(instantIn(zone, form.endDate, form.endTime), startsAt + MINUTE) }
}

/** When an entry is after its form became another one: a time that nobody touched stays, even in the hour that a clock change repeats. */
export function timesAfter(
  entry: { readonly startsAt: Instant; readonly endsAt: Instant },
  saved: Times,
  form: Times,
  zone: string,
): { startsAt: Instant; endsAt: Instant } {
  const same = (['startDate', 'startTime', 'endDate', 'endTime'] as const).every((name) => saved[name] === form[name])
  return same ? { startsAt: entry.startsAt, endsAt: entry.endsAt } : timesOfForm(form, zone)
}
