import { and, asc, eq, gte } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { addDays, dateIn, MINUTE } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { done } from '#kernel/result.ts'
import { handler, personal, run, serve, shared, type QueryContext } from '#server/procedures.ts'
import { addressBucket } from '#server/limits.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { payments } from '#studio/payments/tables.ts'
import { courses, type CourseForm } from './contract.ts'
import { checkCourse } from './rules.ts'
import { addDiscountCode, discountFor } from './server/discounts.ts'
import { join, leave } from './server/places.ts'
import { courseRegistrations, courses as table } from './tables.ts'

export const coursesServer = serve(courses, {
  available: shared(['courses'], async (q) =>
    q.db
      .select()
      .from(table)
      .where(and(eq(table.status, 'active'), gte(table.endDate, todayAndOn(q))))
      .orderBy(asc(table.startDate), asc(table.id)),
  ),
  mine: personal({ on: ['courses'], ownOn: ['courseRegistrations', 'payments'] }, async (q) => {
    const mine = await q.db
      .select({ course: table, paymentStatus: payments.status, price: payments.price })
      .from(courseRegistrations)
      .innerJoin(table, eq(table.id, courseRegistrations.courseId))
      .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))
      .where(and(eq(courseRegistrations.userId, q.userId), gte(table.endDate, todayAndOn(q))))
      .orderBy(asc(table.startDate), asc(table.id))
    return mine.map(({ course, ...payment }) => ({ ...course, courseId: course.id, ...payment }))
  }),
  checkDiscount: handler({
    // Enough for typing slips, too few for trying out codes.
    limits: (_input: { code: string; courseId: string | null; coverMember: boolean }, { address }) => [
      { key: `discount:${addressBucket(address)}`, max: 60, per: 10 * MINUTE },
    ],
    run: (c, input) => discountFor(c.tx, input.code, input.courseId, input.coverMember),
  }),
  join,
  leave,
  create: run(async (c, input) => {
    const wrong = refuseWrong(checkCourse(input))
    if (wrong) return wrong
    const id = newId()
    await c.tx.insert(table).values({ id, ...rowOf(input), createdAt: c.now, updatedAt: c.now })
    c.log({
      channel: 'courses',
      level: 'info',
      message: `Course created: ${input.name.trim()}.`,
      metadata: { courseId: id },
    })
    return done({ id })
  }),
  addDiscountCode,
})

/** Today in the studio's zone; the answer changes by itself when the day does. */
function todayAndOn(q: QueryContext): string {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  return today
}

/** A form that has passed its check, as columns. A member price of zero means none (SPEC section 5). */
function rowOf(form: CourseForm) {
  const { standardPrice, weekday, defaultMaxParticipants, nrOfClasses } = form
  const { startDate, endDate, regDeadline, startTime, endTime } = form
  if (standardPrice === null || weekday === null) throw new Error('The course form was not checked.')
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    standardPrice,
    memberPrice: form.memberPrice || null,
    weekday,
    defaultMaxParticipants,
    nrOfClasses,
    startDate,
    endDate,
    regDeadline,
    startTime,
    endTime,
  }
}
