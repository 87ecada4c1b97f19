import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { contentOf } from '#server/db/topics.ts'
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

const selectPlaces = (db: Tx) =>
  db
    .select({
      courseId: table.id,
      name: table.name,
      startDate: table.startDate,
      endDate: table.endDate,
      weekday: table.weekday,
      startTime: table.startTime,
      endTime: table.endTime,
      nrOfClasses: table.nrOfClasses,
      paymentStatus: payments.status,
      price: payments.price,
    })
    .from(courseRegistrations)
    .innerJoin(table, eq(table.id, courseRegistrations.courseId))
    .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))

const placesOf = prepared<{ userId: string; today: LocalDate }, Awaited<ReturnType<typeof selectPlaces>>>((db) =>
  selectPlaces(db)
    .where(and(eq(courseRegistrations.userId, sql.placeholder('userId')), gte(table.endDate, sql.placeholder('today'))))
    .orderBy(asc(table.startDate), asc(table.id)),
)

export const coursesServer = serve(courses, {
  available: shared([table], async (q) =>
    q.db
      .select()
      .from(table)
      .where(and(eq(table.status, 'active'), gte(table.endDate, todayAndOn(q))))
      .orderBy(asc(table.startDate), asc(table.id)),
  ),
  mine: personal({ on: [contentOf(table)], ownOn: [courseRegistrations.userId, payments.userId] }, async (q) => {
    return await placesOf(q.db, { userId: q.subjectId, today: todayAndOn(q) })
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
