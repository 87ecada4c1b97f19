// Why two records can't be merged; used by the preview and by the merge.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { monthlyFees } from '#studio/bills/tables.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { makeUps, registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { activeStates } from '#studio/waiting/rules/states.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { mayBeOne, type Hindrance } from '../rules.ts'

export interface Found {
  readonly why: Hindrance
  readonly name: string
  readonly at: Instant | null
  readonly scheduleId: string | null
}

export interface Both {
  readonly keptId: string
  readonly goneId: string
}

const otherPlace = alias(registrations, 'other_place')
const otherCourse = alias(courseRegistrations, 'other_course')
const otherWaiting = alias(waiting, 'other_waiting')
const otherMakeUp = alias(makeUps, 'other_make_up')
const otherFee = alias(monthlyFees, 'other_fee')

const isActive = (of: typeof waiting | typeof otherWaiting) => inArray(of.state, [...activeStates])

/** What both have, but one person can't have twice. */
export async function hindrancesOf(tx: Tx, { keptId, goneId }: Both): Promise<Found[]> {
  const both = [keptId, goneId]
  const nothing = sql<null>`null`
  const ofEntry = { name: schedule.className, at: schedule.startsAt, scheduleId: schedule.id }
  const ofCourse = { name: courses.name, at: nothing, scheduleId: nothing }
  const found = {
    registered: await tx
      .select(ofEntry)
      .from(registrations)
      .innerJoin(otherPlace, and(eq(otherPlace.scheduleId, registrations.scheduleId), eq(otherPlace.userId, goneId)))
      .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
      .where(eq(registrations.userId, keptId)),
    inCourse: await tx
      .select(ofCourse)
      .from(courseRegistrations)
      .innerJoin(
        otherCourse,
        and(eq(otherCourse.courseId, courseRegistrations.courseId), eq(otherCourse.userId, goneId)),
      )
      .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
      .where(eq(courseRegistrations.userId, keptId)),
    waitForClass: await tx
      .select(ofEntry)
      .from(waiting)
      .innerJoin(
        otherWaiting,
        and(eq(otherWaiting.scheduleId, waiting.scheduleId), eq(otherWaiting.userId, goneId), isActive(otherWaiting)),
      )
      .innerJoin(schedule, eq(schedule.id, waiting.scheduleId))
      .where(and(eq(waiting.userId, keptId), isActive(waiting))),
    waitForCourse: await tx
      .select(ofCourse)
      .from(waiting)
      .innerJoin(
        otherWaiting,
        and(eq(otherWaiting.courseId, waiting.courseId), eq(otherWaiting.userId, goneId), isActive(otherWaiting)),
      )
      .innerJoin(courses, eq(courses.id, waiting.courseId))
      .where(and(eq(waiting.userId, keptId), isActive(waiting))),
    waitsInClass: await tx
      .select(ofEntry)
      .from(waiting)
      .innerJoin(
        registrations,
        and(eq(registrations.scheduleId, waiting.scheduleId), sql`${registrations.userId} <> ${waiting.userId}`),
      )
      .innerJoin(schedule, eq(schedule.id, waiting.scheduleId))
      .where(and(inArray(waiting.userId, both), inArray(registrations.userId, both), isActive(waiting))),
    waitsInCourse: await tx
      .select(ofCourse)
      .from(waiting)
      .innerJoin(
        courseRegistrations,
        and(
          eq(courseRegistrations.courseId, waiting.courseId),
          sql`${courseRegistrations.userId} <> ${waiting.userId}`,
        ),
      )
      .innerJoin(courses, eq(courses.id, waiting.courseId))
      .where(and(inArray(waiting.userId, both), inArray(courseRegistrations.userId, both), isActive(waiting))),
    absent: await tx
      .select({ name: makeUps.className, at: makeUps.startsAt, scheduleId: makeUps.scheduleId })
      .from(makeUps)
      .innerJoin(otherMakeUp, and(eq(otherMakeUp.scheduleId, makeUps.scheduleId), eq(otherMakeUp.userId, goneId)))
      .where(eq(makeUps.userId, keptId)),
    billed: await tx
      .select({ name: monthlyFees.month, at: nothing, scheduleId: nothing })
      .from(monthlyFees)
      .innerJoin(otherFee, and(eq(otherFee.month, monthlyFees.month), eq(otherFee.personId, goneId)))
      .where(eq(monthlyFees.personId, keptId)),
  }
  const say = (why: Hindrance, rows: readonly Omit<Found, 'why'>[]) => rows.map((one) => ({ why, ...one }))
  return [
    ...say('bothRegistered', found.registered),
    ...say('bothInCourse', found.inCourse),
    ...say('bothWait', [...found.waitForClass, ...found.waitForCourse]),
    ...say('registeredAndWaits', [...found.waitsInClass, ...found.waitsInCourse]),
    ...say('bothAbsent', found.absent),
    ...say('bothBilled', found.billed),
  ]
}

/** Both people with their accounts, or why they can't be merged. */
export async function lookAt(tx: Tx, { keptId, goneId }: Both, ownId: string | null) {
  const found = await tx
    .select({ person: people, account: accounts })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(and(inArray(people.id, [keptId, goneId]), isNull(people.deletedAt)))
  const kept = found.find(({ person }) => person.id === keptId)
  const gone = found.find(({ person }) => person.id === goneId)
  if (!kept || !gone || kept === gone) return { refused: 'userNotFound' as const }
  const alike = kept.person.search === gone.person.search && mayBeOne(kept.person.dob, gone.person.dob)
  if (!alike) return { refused: 'notTheSame' as const }
  if (goneId === ownId) return { refused: 'ownRecord' as const }
  if (gone.account && gone.account.role !== 'user') return { refused: 'staffRecord' as const }
  return { refused: null, kept, gone }
}
