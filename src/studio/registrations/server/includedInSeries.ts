import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences, registrations } from '../tables.ts'
import { entriesBetween } from './places.ts'

/** Number of included people without a registration, for an entry and each later one of its series. */
export const includedInSeries = shared(
  [contentOf(schedule), registrations, absences, people],
  async (q, { scheduleId }: { scheduleId: string }) => {
    const [entry] = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    if (!entry) return []
    const together = and(eq(schedule.seriesId, entry.seriesId ?? ''), isNull(schedule.cancelledAt))
    const found = await q.db
      .select({ id: schedule.id, startsAt: schedule.startsAt })
      .from(schedule)
      .where(or(eq(schedule.id, scheduleId), and(together, gt(schedule.startsAt, q.now))))
      .orderBy(asc(schedule.startsAt), asc(schedule.id))
    const [first = entry, last = entry] = [found[0], found.at(-1)]
    const { entries } = await entriesBetween(q.db, q.settings.classCategories, first.startsAt, last.startsAt)
    const wanted = new Set(found.map(({ id }) => id))
    return entries.filter(({ id }) => wanted.has(id)).map(({ id, includedCount }) => ({ id, included: includedCount }))
  },
)
