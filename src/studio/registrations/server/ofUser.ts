import { count, desc, eq } from 'drizzle-orm'
import { pageOf } from '#kernel/paging.ts'
import { shared } from '#server/procedures.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'
import { selectPlaces, shownPlace } from './ownPlaces.ts'

const dependsOn = [registrations, schedule, purchases, payments]

export const ofUser = shared(dependsOn, async ({ db }, input: { userId: string; page: number }) => {
  const theirs = eq(registrations.userId, input.userId)
  const latest = selectPlaces(db).where(theirs).orderBy(desc(schedule.startsAt), desc(schedule.id))
  const [all] = await db.select({ total: count() }).from(registrations).where(theirs)
  const found = await pageOf(input.page, all?.total, (limit, offset) => latest.limit(limit).offset(offset))
  return { ...found, rows: found.rows.map((place) => shownPlace(place, null)) }
})
