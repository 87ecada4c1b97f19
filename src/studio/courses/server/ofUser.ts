import { count, desc, eq } from 'drizzle-orm'
import { pageOf } from '#kernel/paging.ts'
import { shared } from '#server/procedures.ts'
import { payments } from '#studio/payments/tables.ts'
import { courseRegistrations, courses } from '../tables.ts'

const dependsOn = [courses, courseRegistrations, payments]

export const ofUser = shared(dependsOn, async ({ db }, input: { userId: string; page: number }) => {
  const theirs = eq(courseRegistrations.userId, input.userId)
  const newest = db
    .select({
      registrationId: courseRegistrations.id,
      courseId: courses.id,
      name: courses.name,
      startDate: courses.startDate,
      endDate: courses.endDate,
      paymentStatus: payments.status,
      paymentDeadline: payments.deadline,
      createdAt: courseRegistrations.createdAt,
    })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))
    .where(theirs)
    .orderBy(desc(courseRegistrations.createdAt), desc(courseRegistrations.id))
  const [all] = await db.select({ total: count() }).from(courseRegistrations).where(theirs)
  return await pageOf(input.page, all?.total, (limit, offset) => newest.limit(limit).offset(offset))
})
