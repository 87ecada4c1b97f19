import { and, count, desc, eq, gte } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import { shared, type QueryContext } from '#server/procedures.ts'
import { users } from '#studio/accounts/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { todayAndOn } from './today.ts'

const dependsOn = ['courses', 'courseRegistrations', 'payments', 'users:content']

export const registrants = shared(dependsOn, async (q, input: { ended: boolean; page: number }) => {
  const total = await howMany(q, input.ended)
  const page = shownPage(input.page, total)
  return { rows: await rowsOf(q, input.ended, PAGE_SIZE, offsetOf(page)), total, page }
})

export const registrantsForExport = shared(dependsOn, async (q, input: { ended: boolean; part: number }) => {
  const { limit, offset } = spanOfPart(input.part)
  const total = await howMany(q, input.ended)
  return { rows: await rowsOf(q, input.ended, limit, offset), total, parts: partsOf(input.part, total) }
})

/** Ended and archived courses are left out unless they are asked for. */
const wanted = (q: QueryContext, ended: boolean) =>
  ended ? undefined : and(eq(courses.status, 'active'), gte(courses.endDate, todayAndOn(q)))

/** The registrants of one course stand together; of courses and of registrants the newest come first. */
function rowsOf(q: QueryContext, ended: boolean, limit: number, offset: number) {
  return q.db
    .select({
      registrationId: courseRegistrations.id,
      courseId: courses.id,
      courseName: courses.name,
      userId: users.id,
      displayName: users.displayName,
      familyName: users.familyName,
      email: users.email,
      paymentStatus: payments.status,
      paymentDeadline: payments.deadline,
      createdAt: courseRegistrations.createdAt,
    })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .innerJoin(users, eq(users.id, courseRegistrations.userId))
    .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))
    .where(wanted(q, ended))
    .orderBy(
      desc(courses.createdAt),
      desc(courses.id),
      desc(courseRegistrations.createdAt),
      desc(courseRegistrations.id),
    )
    .limit(limit)
    .offset(offset)
}

async function howMany(q: QueryContext, ended: boolean): Promise<number> {
  const [row] = await q.db
    .select({ total: count() })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(wanted(q, ended))
  return row?.total ?? 0
}
