import { and, arrayOverlaps, asc, count, eq, gt, isNull } from 'drizzle-orm'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { withInclusion, type Inclusion } from '#studio/settings/rules.ts'

/** How many people a changed inclusion adds to or removes from how many upcoming classes, shown before it is saved. */
export const inclusionEffect = shared([contentOf(schedule), people], async (q, inclusion: Inclusion) => {
  const { classCategory, membershipCategory } = inclusion
  const before = q.settings.classCategories
  const after = withInclusion(before, inclusion)
  const [entries, [holders]] = await Promise.all([
    q.db
      .select({ categories: schedule.categories, startsAt: schedule.startsAt })
      .from(schedule)
      .where(
        and(
          gt(schedule.startsAt, q.now),
          isNull(schedule.cancelledAt),
          arrayOverlaps(schedule.categories, [classCategory]),
        ),
      )
      .orderBy(asc(schedule.startsAt)),
    q.db
      .select({ people: count() })
      .from(people)
      .where(and(eq(people.active, true), eq(people.membershipCategory, membershipCategory))),
  ])
  q.changesAt(entries[0]?.startsAt)
  const changed = entries.filter(
    ({ categories }) =>
      isIncluded(before, membershipCategory, categories) !== isIncluded(after, membershipCategory, categories),
  )
  return { people: holders?.people ?? 0, classes: changed.length }
})
