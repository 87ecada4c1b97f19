import { and, asc, desc, gte, isNull, lt } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { DAYS_TO_MARK } from '../rules.ts'
import { registrantReads, withRegistrants } from './people.ts'

/** Today's classes for the dashboard of staff; refreshed at midnight. */
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
  const ofLastDays = await q.db
    .select()
    .from(schedule)
    .where(
      and(
        gte(schedule.startsAt, startOfDay(zone, addDays(day, -DAYS_TO_MARK))),
        lt(schedule.startsAt, startOfDay(zone, day)),
        isNull(schedule.cancelledAt),
      ),
    )
    .orderBy(desc(schedule.startsAt), desc(schedule.id))
  const { entries } = await withRegistrants(q.db, q.settings, [...ofToday, ...ofLastDays])
  const counted = entries.map(({ registrants, ...entry }) => ({
    ...entry,
    taken: registrants.length,
    marked: registrants.filter(({ attendance }) => attendance !== null).length,
  }))
  const [next = null] = await q.db
    .select()
    .from(schedule)
    .where(and(gte(schedule.startsAt, midnight), isNull(schedule.cancelledAt)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
    .limit(1)
  return {
    entries: counted.slice(0, ofToday.length),
    unmarked: counted.slice(ofToday.length).filter(({ taken, marked }) => marked < taken),
    next,
  }
})
