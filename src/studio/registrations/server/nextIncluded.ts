import { and, arrayOverlaps, asc, eq, gt, isNull } from 'drizzle-orm'
import { contentOf } from '#server/changes/topics.ts'
import { personal } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { categoriesIncluding } from '#studio/classes/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { absences } from '../tables.ts'
import { notAbsent } from './notAbsent.ts'

/** No limit of weeks: after a summer break there is still a next one. */
export const nextIncluded = personal({ on: [contentOf(schedule)], ownOn: [people.id, absences.userId] }, async (q) => {
  const [person] = await q.db
    .select({ category: people.membershipCategory })
    .from(people)
    .where(eq(people.id, q.subjectId))
  const categories = categoriesIncluding(q.settings.classCategories, person?.category ?? null)
  if (categories.length === 0) return null
  const [next] = await q.db
    .select()
    .from(schedule)
    .where(
      and(
        gt(schedule.startsAt, q.now),
        isNull(schedule.cancelledAt),
        arrayOverlaps(schedule.categories, categories),
        notAbsent(schedule.id, q.subjectId),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
    .limit(1)
  q.changesAt(next?.startsAt)
  return next ?? null
})
