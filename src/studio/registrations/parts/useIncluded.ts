import { useLive } from '#web/live/useLive.ts'
import { registrations } from '../calls.ts'

/** Number of included people by entry id, for an entry and each later one of its series. */
export function useIncluded(scheduleId: string): ReadonlyMap<string, number> {
  const live = useLive(registrations.includedInSeries, { scheduleId })
  return new Map(live.state === 'ready' ? live.answer.map(({ id, included }) => [id, included]) : [])
}
