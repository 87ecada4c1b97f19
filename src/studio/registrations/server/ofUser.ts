import { count, desc, eq } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, shownPage } from '#kernel/paging.ts'
import { shared } from '#server/procedures.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'
import { selectPlaces, shownPlace } from './ownPlaces.ts'

const dependsOn = ['registrations', 'schedule', 'purchases', 'payments']

export const ofUser = shared(dependsOn, async ({ db }, input: { userId: string; page: number }) => {
  const theirs = eq(registrations.userId, input.userId)
  const [all] = await db.select({ total: count() }).from(registrations).where(theirs)
  const total = all?.total ?? 0
  const page = shownPage(input.page, total)
  const found = await selectPlaces(db)
    .where(theirs)
    .orderBy(desc(schedule.startsAt), desc(schedule.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return { rows: found.map(shownPlace), total, page }
})
