import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { QueryContext } from '#server/procedures.ts'
import { isToBeFrozen } from '#studio/memberships/rules/freezes.ts'
import { endWithout } from './freeze.ts'
import { comingPlaces, freezesOf, type Freeze, type Pass } from './lock.ts'

/** The latest freeze of a pass that still matters, and the upcoming classes that it pays for. */
export async function freezeAndComing(
  q: QueryContext,
  pass: Pick<Pass, 'id' | 'validUntil' | 'frozenFrom' | 'frozenUntil'>,
) {
  const [[last], coming] = await Promise.all([freezesOf(q.db, [pass.id]), comingPlaces(q.db, [pass.id], q.now)])
  q.changesAt(coming[0]?.startsAt)
  return { freeze: last ? shownFreeze(q, pass, last) : null, coming }
}

/** Null for a freeze whose days are past. */
export function shownFreeze(
  q: QueryContext,
  pass: Pick<Pass, 'validUntil' | 'frozenFrom' | 'frozenUntil'>,
  freeze: Freeze,
) {
  const { id, firstDay, lastDay, reason, answer, state } = freeze
  if (state !== 'asked' && state !== 'refused' && state !== 'frozen') return null
  const shown = { id, state, firstDay, lastDay, reason, answer }
  if (state !== 'frozen') return { ...shown, endsAs: null }
  const zone = q.settings.timeZone
  if (!isToBeFrozen(pass, q.now)) return null
  // ends a day later with each day that passes, so update it at midnight
  q.changesAt(startOfDay(zone, addDays(dateIn(zone, q.now), 1)))
  return { ...shown, endsAs: endWithout(zone, pass, freeze, q.now) }
}
