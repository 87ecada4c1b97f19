import { addDays, dateIn, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { QueryContext } from '#server/procedures.ts'

/** Today in the studio's time zone; refreshes the query at midnight. */
export function todayAndOn(q: QueryContext): LocalDate {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  return today
}
