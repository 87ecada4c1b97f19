import type { Instant } from '#kernel/time.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { isLate } from '../rules/lateness.ts'

/** Whether cancelling a place now would be late, by the same rule as on the server. */
export function useLateness(): (place: { startsAt: Instant; movedAt: Instant | null } | undefined) => boolean {
  const { lateHours } = useStudio()
  const now = useNow()
  return (place) => place !== undefined && isLate(place, lateHours, now)
}
