import { and, eq, getTableColumns, gt, gte, isNull, lt, ne } from 'drizzle-orm'
import type { Span } from '#kernel/clock.ts'
import { dateIn } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { haveAccepted } from '#studio/accounts/rules.ts'
import { bookersOf } from '#studio/accounts/server/bookers.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { offDuring } from '#studio/closures/server/closedDays.ts'
import { eveningsOf } from '#studio/courses/server/evenings.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { OWES_NOTHING } from '#studio/payments/rules.ts'
import { countOwed } from '#studio/payments/server/book.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { whereTheyAre } from '#studio/registrations/server/absences.ts'
import { overlap } from '#studio/rooms/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { turnOf, type Turn } from '../rules.ts'
import type { Bookable } from './bookable.ts'
import type { Row } from './rows.ts'

/** Decides what happens at a person's turn; null if they need no place any more. */
export async function decideTurn(c: CommandContext, bookable: Bookable, row: Row): Promise<Turn | null> {
  const { userId, takeWith } = row
  const limits = c.settings.sections.registration
  const [person] = await c.tx.select().from(people).where(eq(people.id, userId))
  if (!person) return null
  const categories = bookable.entry?.categories ?? []
  const included = isIncluded(c.settings.classCategories, person.membershipCategory, categories) ? bookable.entry : null
  if (included && (await whereTheyAre(c.tx, { scheduleId: included.id, userId })) !== 'away') return null
  const [busy, owed, bookers, passes] = await Promise.all([
    isBusy(c, bookable, userId),
    countOwed(c.tx, userId, c.now),
    takeWith === null ? [] : bookersOf(c.tx, userId),
    c.tx
      .select()
      .from(purchases)
      .where(and(eq(purchases.userId, userId), eq(purchases.status, 'active'))),
  ])
  const acceptedTerms = takeWith === null || haveAccepted(bookers, c.settings.terms)
  const active = person.active && person.deletedAt === null
  // an included person does not pay for their place
  const pays = included ? { owed: OWES_NOTHING, passes: [], takeWith: null } : { owed, passes, takeWith }
  return turnOf({ active, busy, acceptedTerms, ...pays }, bookable.entry, limits, c.now)
}

/** Whether the person has another class or course day at that time. */
async function isBusy(c: CommandContext, { entry, course }: Bookable, userId: string): Promise<boolean> {
  const times: readonly Span[] = entry ? [entry] : course ? await eveningsToCome(c, course) : []
  if (times.length === 0) return false
  const [theirClasses, theirCourses] = await Promise.all([
    c.tx
      .select({ startsAt: schedule.startsAt, endsAt: schedule.endsAt })
      .from(registrations)
      .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
      .where(
        and(
          eq(registrations.userId, userId),
          ne(schedule.id, entry?.id ?? ''),
          isNull(schedule.cancelledAt),
          lt(schedule.startsAt, Math.max(...times.map(({ endsAt }) => endsAt))),
          gt(schedule.endsAt, Math.min(...times.map(({ startsAt }) => startsAt))),
        ),
      ),
    c.tx
      .select(getTableColumns(courses))
      .from(courseRegistrations)
      .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
      .where(
        and(
          eq(courseRegistrations.userId, userId),
          ne(courses.id, course?.id ?? ''),
          eq(courses.status, 'active'),
          gte(courses.endDate, dateIn(c.settings.timeZone, c.now)),
        ),
      ),
  ])
  const evenings = await Promise.all(theirCourses.map((one) => eveningsToCome(c, one)))
  return [...theirClasses, ...evenings.flat()].some((one) => times.some((time) => overlap(one, time)))
}

/** Days of a course from now on, without closed days. */
async function eveningsToCome(c: CommandContext, course: typeof courses.$inferSelect): Promise<Span[]> {
  const evenings = eveningsOf(course, c.settings.timeZone, await offDuring(c.tx, course))
  return evenings.filter(({ endsAt }) => endsAt > c.now)
}
