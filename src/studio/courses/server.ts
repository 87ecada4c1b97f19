import { and, asc, eq, gte } from 'drizzle-orm'
import { handler, personal, serve, shared } from '#server/procedures.ts'
import { payments } from '#studio/payments/tables.ts'
import { courses } from './contract.ts'
import { calendar } from './server/calendar.ts'
import { create, one, overview, remove, setStatus, update } from './server/desk.ts'
import {
  addDiscountCode,
  discountFor,
  discountTries,
  listDiscountCodes,
  removeDiscountCode,
} from './server/discounts.ts'
import { deleteRegistration, join, leave } from './server/places.ts'
import { ofUser } from './server/ofUser.ts'
import { registrants, registrantsForExport } from './server/registrants.ts'
import { todayAndOn } from './server/today.ts'
import { courseRegistrations, courses as table } from './tables.ts'

export const coursesServer = serve(courses, {
  available: shared(['courses'], async (q) =>
    q.db
      .select()
      .from(table)
      .where(and(eq(table.status, 'active'), gte(table.endDate, todayAndOn(q))))
      .orderBy(asc(table.startDate), asc(table.id)),
  ),
  mine: personal({ on: ['courses:content'], ownOn: ['courseRegistrations', 'payments'] }, async (q) => {
    const mine = await q.db
      .select({ course: table, paymentStatus: payments.status, price: payments.price })
      .from(courseRegistrations)
      .innerJoin(table, eq(table.id, courseRegistrations.courseId))
      .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))
      .where(and(eq(courseRegistrations.userId, q.subjectId), gte(table.endDate, todayAndOn(q))))
      .orderBy(asc(table.startDate), asc(table.id))
    return mine.map(({ course, ...payment }) => ({ ...course, courseId: course.id, ...payment }))
  }),
  calendar,
  checkDiscount: handler({
    limits: (input: { code: string; courseId: string | null; coverMember: boolean }, request) =>
      discountTries(input.code, request),
    run: (c, input) => discountFor(c, input.code, input.courseId, input.coverMember),
  }),
  join,
  leave,
  create,
  update,
  setStatus,
  remove,
  overview,
  one,
  registrants,
  registrantsForExport,
  ofUser,
  deleteRegistration,
  discountCodes: listDiscountCodes,
  addDiscountCode,
  removeDiscountCode,
})
