import { and, asc, eq, exists, getTableColumns, gte, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { contentOf } from '#server/changes/topics.ts'
import { handler, personal, serve, shared } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { seenBy } from '#studio/payments/server/seenBy.ts'
import { moneyBackColumns, moneyBackOf } from '#studio/payments/server/cancel.ts'
import { payments } from '#studio/payments/tables.ts'
import { courses } from './contract.ts'
import { joinSeveral } from './server/several.ts'
import { calendar } from './server/calendar.ts'
import { create, one, overview, remove, setStatus, update } from './server/desk.ts'
import {
  addDiscountCode,
  discountFor,
  discountTries,
  listDiscountCodes,
  removeDiscountCode,
} from './server/discounts.ts'
import { onClosedDays, withDaysOff } from './server/daysOff.ts'
import { deleteRegistration, join, leave, registerOther } from './server/places.ts'
import { noteDaysOff, tellingOfEdits } from './server/edits.ts'
import { joinedWhenWritten, tellingOfCourse } from './server/letters.ts'
import { ofUser } from './server/ofUser.ts'
import { contacts, registrants, registrantsForExport } from './server/registrants.ts'
import { removeRoom, usedRooms } from './server/rooms.ts'
import { joinableFirst } from './rules.ts'
import { todayAndOn } from './server/today.ts'
import { courseRegistrations, courses as table, discountCodes } from './tables.ts'

const selectPlaces = (db: Tx, by: Placeholder) =>
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
      roomId: table.roomId,
      teacherIds: table.teacherIds,
      paymentStatus: payments.status,
      paymentDeadline: payments.deadline,
      price: payments.price,
      ...moneyBackColumns,
    })
    .from(courseRegistrations)
    .innerJoin(table, eq(table.id, courseRegistrations.courseId))
    .leftJoin(payments, and(eq(payments.id, courseRegistrations.paymentId), seenBy(payments, by)))

interface WhosePlaces {
  readonly userId: string
  /** The account that looks. */
  readonly by: string
  readonly today: LocalDate
}

const placesOf = prepared<WhosePlaces, Awaited<ReturnType<typeof selectPlaces>>>((db) =>
  selectPlaces(db, sql.placeholder('by'))
    .where(and(eq(courseRegistrations.userId, sql.placeholder('userId')), gte(table.endDate, sql.placeholder('today'))))
    .orderBy(asc(table.startDate), asc(table.id)),
)

const selectListed = (db: Pick<Tx, 'select'>, today: LocalDate, which?: SQL) =>
  db
    .select({ ...getTableColumns(table), takesCodes: sql<boolean>`${exists(db.select().from(discountCodes))}` })
    .from(table)
    .where(and(eq(table.status, 'active'), gte(table.endDate, today), which))

export const coursesServer = serve(
  'courses',
  courses,
  {
    available: shared([table, discountCodes, closedDays], async (q) => {
      const today = todayAndOn(q)
      const found = await selectListed(q.db, today).orderBy(asc(table.startDate), asc(table.id))
      return withDaysOff(q.db, joinableFirst(found, today))
    }),
    listed: shared([table, discountCodes, closedDays], async (q, { id }) => {
      const found = await selectListed(q.db, todayAndOn(q), eq(table.id, id))
      return (await withDaysOff(q.db, found))[0] ?? null
    }),
    onClosedDays,
    mine: personal(
      {
        on: [contentOf(table), closedDays],
        ownOn: [courseRegistrations.userId, payments.userId],
        accountOn: [accounts.id],
      },
      async (q) => {
        const whose = { userId: q.subjectId, by: q.accountId ?? '', today: todayAndOn(q) }
        const found = (await placesOf(q.db, whose)).map(({ payerId, received, atDesk, ...place }) => ({
          ...place,
          moneyBack: moneyBackOf({ payerId, received, atDesk }, q.accountId),
        }))
        return withDaysOff(q.db, found)
      },
    ),
    calendar,
    checkDiscount: handler({
      limits: (input: { code: string; courseId: string | null; coverMember: boolean }, request) =>
        discountTries(input.code, request),
      run: (c, input) => discountFor(c, input.code, input.courseId, input.coverMember),
    }),
    join,
    joinSeveral,
    registerOther,
    leave,
    create,
    update,
    setStatus,
    remove,
    overview,
    one,
    registrants,
    contacts,
    registrantsForExport,
    ofUser,
    deleteRegistration,
    discountCodes: listDiscountCodes,
    addDiscountCode,
    removeDiscountCode,
    usedRooms,
    removeRoom,
  },
  { on: [joinedWhenWritten, noteDaysOff], jobs: [tellingOfCourse, tellingOfEdits] },
)
