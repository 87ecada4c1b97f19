import { and, asc, gte, isNull, lt } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrantReads, withRegistrants } from './people.ts'

/** What a teacher opens the studio with; made anew at midnight. */
export const today = shared(registrantReads, async (q) => {
  const zone = q.settings.timeZone
  const day = dateIn(zone, q.now)
  const midnight = startOfDay(zone, addDays(day, 1))
  q.changesAt(midnight)
  const ofToday = await q.db
    .select()
    .from(schedule)
    .where(and(gte(schedule.startsAt, startOfDay(zone, day)), lt(schedule.startsAt, midnight)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  const { entries } = await withRegistrants(q.db, q.settings, ofToday)
  const [next = null] = await q.db
    .select()
    .from(schedule)
    .where(and(gte(schedule.startsAt, midnight), isNull(schedule.cancelledAt)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
    .limit(1)
  return {
    entries: entries.map(({ registrants, ...entry }) => ({
      ...entry,
      taken: registrants.length,
      marked: registrants.filter(({ attendance }) => attendance !== null).length,
    })),
    next,
  }
})
