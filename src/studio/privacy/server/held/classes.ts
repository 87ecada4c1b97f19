// Places in classes and courses.
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { absences, cancelledPlaces, lateCancellations, makeUps, registrations } from '#studio/registrations/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { inIso, type Held } from './shape.ts'

/** Entries with a place of the person, also a cancelled one, or a mark. */
export function entriesOf(tx: Tx, userId: string) {
  const of = (table: typeof registrations | typeof attendance) =>
    tx.select({ id: table.scheduleId }).from(table).where(eq(table.userId, userId))
  const cancelled = tx
    .select({ id: cancelledPlaces.scheduleId })
    .from(cancelledPlaces)
    .where(eq(cancelledPlaces.personId, userId))
  return union(of(registrations), of(attendance), cancelled)
}

/** Booked classes, including cancelled ones, and classes attended by a membership category. */
export async function classesOf(tx: Tx, userId: string): Promise<Held['classes']> {
  const found = await tx
    .select({
      name: schedule.className,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
      cancelledAt: schedule.cancelledAt,
      registeredAt: registrations.createdAt,
      purchaseId: registrations.userMembershipId,
      makeUpId: registrations.makeUpId,
      membership: purchases.membershipName,
      attendance: attendance.value,
    })
    .from(schedule)
    .leftJoin(registrations, and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, userId)))
    .leftJoin(attendance, and(eq(attendance.scheduleId, schedule.id), eq(attendance.userId, userId)))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .where(inArray(schedule.id, entriesOf(tx, userId)))
    .orderBy(desc(schedule.startsAt), asc(schedule.id))
  const entries = found.map(({ cancelledAt, purchaseId, makeUpId, ...entry }) => {
    const cancelled = cancelledAt !== null
    const unregistered = cancelled ? null : ('included' as const)
    const paid =
      makeUpId !== null ? ('makeUp' as const) : purchaseId !== null ? ('membership' as const) : ('dropIn' as const)
    return { ...entry, cancelled, paidBy: entry.registeredAt === null ? unregistered : paid }
  })
  return inIso(entries, 'startsAt', 'endsAt', 'registeredAt')
}

export async function cantComeOf(tx: Tx, userId: string): Promise<Held['cantCome']> {
  const found = await tx
    .select({ name: schedule.className, startsAt: schedule.startsAt, saidAt: absences.at })
    .from(absences)
    .innerJoin(schedule, eq(schedule.id, absences.scheduleId))
    .where(eq(absences.userId, userId))
    .orderBy(desc(absences.at))
  return inIso(found, 'startsAt', 'saidAt')
}

export async function makeUpsOf(tx: Tx, userId: string): Promise<Held['makeUps']> {
  const { className: name, startsAt, validUntil, takenBackAt } = makeUps
  const found = await tx
    .select({ name, startsAt, validUntil, usedFor: schedule.className, takenBackAt })
    .from(makeUps)
    .leftJoin(schedule, eq(schedule.id, makeUps.usedFor))
    .where(eq(makeUps.userId, userId))
    .orderBy(desc(startsAt), asc(makeUps.id))
  return inIso(found, 'startsAt', 'takenBackAt')
}

export async function cancelledLateOf(tx: Tx, userId: string): Promise<Held['cancelledLate']> {
  const { at, forgivenAt, reason } = lateCancellations
  const found = await tx
    .select({ name: schedule.className, startsAt: schedule.startsAt, cancelledAt: at, forgivenAt, reason })
    .from(lateCancellations)
    .innerJoin(schedule, eq(schedule.id, lateCancellations.scheduleId))
    .where(eq(lateCancellations.userId, userId))
    .orderBy(desc(at))
  return inIso(found, 'startsAt', 'cancelledAt', 'forgivenAt')
}

export async function waitingListsOf(tx: Tx, userId: string): Promise<Held['waitingLists']> {
  const { joinedAt, state, endedAt } = waiting
  const found = await tx
    .select({ className: schedule.className, courseName: courses.name, joinedAt, state, endedAt })
    .from(waiting)
    .leftJoin(schedule, eq(schedule.id, waiting.scheduleId))
    .leftJoin(courses, eq(courses.id, waiting.courseId))
    .where(eq(waiting.userId, userId))
    .orderBy(desc(joinedAt), asc(waiting.id))
  const rows = found.map(({ className, courseName, ...row }) => ({ ...row, name: className ?? courseName ?? '' }))
  return inIso(rows, 'joinedAt', 'endedAt')
}

export async function coursesOf(tx: Tx, userId: string): Promise<Held['courses']> {
  const found = await tx
    .select({
      name: courses.name,
      startDate: courses.startDate,
      endDate: courses.endDate,
      registeredAt: courseRegistrations.createdAt,
    })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .where(eq(courseRegistrations.userId, userId))
    .orderBy(desc(courses.startDate), asc(courses.id))
  return inIso(found, 'registeredAt')
}
