import { asc, desc, eq, gte } from 'drizzle-orm'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { standIns } from '../tables.ts'

export const list = shared([standIns, contentOf(schedule), contentOf(accounts), people], async (q) => {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  const found = await q.db
    .select({
      row: standIns,
      className: schedule.className,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
    })
    .from(standIns)
    .innerJoin(schedule, eq(schedule.id, standIns.scheduleId))
    .where(gte(schedule.startsAt, startOfDay(zone, today)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id), desc(standIns.askedAt), desc(standIns.id))
  const seen = new Set<string>()
  const latest = found.filter(({ row }) => {
    const key = `${row.scheduleId} ${row.teacherId}`
    return !seen.has(key) && seen.add(key)
  })
  const ids = latest.flatMap(({ row }) => [row.teacherId, row.offeredBy, row.fellOf])
  const names = await namesOfAccounts(q.db, ids)
  return latest.map(({ row, ...entry }) => ({
    id: row.id,
    scheduleId: row.scheduleId,
    ...entry,
    state: row.state,
    teacherId: row.teacherId,
    teacher: names.get(row.teacherId) ?? '',
    offeredBy: row.offeredBy,
    offeredName: row.offeredBy === null ? null : (names.get(row.offeredBy) ?? ''),
    fell: row.fell === null ? null : { reason: row.fell, accountId: row.fellOf, name: names.get(row.fellOf) ?? '' },
  }))
})
