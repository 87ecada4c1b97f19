import { useLive } from '#web/live/useLive.ts'
import { registrations } from '../calls.ts'

/** How many come without a registration to an entry, and to each one to come of its series. */
export function useIncluded(scheduleId: string): ReadonlyMap<string, number> {
  const live = useLive(registrations.includedInSeries, { scheduleId })
  return new Map(live.state === 'ready' ? live.answer.map(({ id, included }) => [id, included]) : [])
}
