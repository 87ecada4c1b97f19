import { and, count, desc, eq, gte, inArray, type SQL } from 'drizzle-orm'
import { pageOf, partOf } from '#kernel/paging.ts'
import { contentOf } from '#server/changes/topics.ts'
import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { personal, shared, type QueryContext } from '#server/procedures.ts'
import { ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts, emailOf, people } from '#studio/accounts/tables.ts'
import { offDuring } from '#studio/closures/server/closedDays.ts'
import { closedDays } from '#studio/closures/tables.ts'
import { maySeeContacts } from '#studio/families/rules/contacts.ts'
import { contactsOf, listedFacts, listedReads } from '#studio/families/server/photos.ts'
import { payments } from '#studio/payments/tables.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { eveningsOf } from './evenings.ts'
import { todayAndOn } from './today.ts'

const dependsOn = [courses, courseRegistrations, payments, contentOf(accounts), ...listedReads]

interface List {
  readonly ended: boolean
  /** Search in people's names and e-mails; empty for all. */
  readonly search: string
}

export const registrants = shared(dependsOn, async (q, input: List & { readonly page: number }) => {
  const wanted = await wantedBy(q, input)
  return await pageOf(input.page, sum(wanted.counted), (limit, offset) => rowsOf(q, wanted, limit, offset))
})

export const registrantsForExport = shared(dependsOn, async (q, input: List & { readonly part: number }) => {
  const wanted = await wantedBy(q, input)
  return await partOf(input.part, sum(wanted.counted), (limit, offset) => rowsOf(q, wanted, limit, offset))
})

interface Counted {
  readonly id: string
  readonly registeredCount: number
}

const sum = (counted: readonly Counted[]) => counted.reduce((total, { registeredCount }) => total + registeredCount, 0)

interface Wanted {
  /** Courses, newest first, with how many of their registrants are listed. */
  readonly counted: readonly Counted[]
  readonly found: SQL | undefined
}

/** Leaves out ended and archived courses unless requested. */
async function wantedBy(q: QueryContext, { ended, search }: List): Promise<Wanted> {
  const listed = ended ? undefined : and(eq(courses.status, 'active'), gte(courses.endDate, todayAndOn(q)))
  const found = await ofPeopleFound(q.db, search, courseRegistrations.userId)
  const newest = [desc(courses.createdAt), desc(courses.id)]
  const counted = found
    ? await q.db
        .select({ id: courses.id, registeredCount: count() })
        .from(courseRegistrations)
        .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
        .where(and(listed, found))
        .groupBy(courses.id)
        .orderBy(...newest)
    : await q.db
        .select({ id: courses.id, registeredCount: courses.registeredCount })
        .from(courses)
        .where(listed)
        .orderBy(...newest)
  return { counted, found }
}

/** Registrants grouped by course; both courses and registrants newest first. */
async function rowsOf(q: QueryContext, { counted, found: which }: Wanted, limit: number, offset: number) {
  // the counts tell which courses are on the page, so that only their registrants are read
  let before = 0
  let skipped = 0
  const shown: string[] = []
  for (const { id, registeredCount } of counted) {
    if (before + registeredCount <= offset) skipped += registeredCount
    else if (before < offset + limit) shown.push(id)
    before += registeredCount
  }
  if (shown.length === 0) return []
  const found = await q.db
    .select({
      registrationId: courseRegistrations.id,
      courseId: courses.id,
      courseName: courses.name,
      teacherIds: courses.teacherIds,
      userId: people.id,
      displayName: people.displayName,
      familyName: people.familyName,
      email: emailOf,
      paymentStatus: payments.status,
      paymentDeadline: payments.deadline,
      createdAt: courseRegistrations.createdAt,
    })
    .from(courseRegistrations)
    .innerJoin(courses, eq(courses.id, courseRegistrations.courseId))
    .innerJoin(people, eq(people.id, courseRegistrations.userId))
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .innerJoin(payments, eq(payments.id, courseRegistrations.paymentId))
    .where(and(inArray(courseRegistrations.courseId, shown), which))
    .orderBy(
      desc(courses.createdAt),
      desc(courses.id),
      desc(courseRegistrations.createdAt),
      desc(courseRegistrations.id),
    )
    .limit(limit)
    .offset(offset - skipped)
  const factsOf = await listedFacts(
    q,
    found.map(({ userId }) => userId),
  )
  return found.map((row) => ({ ...row, ...factsOf(row.userId) }))
}

/** Of a person in a course; its days are its evenings, for a course that still goes on. */
export const contacts = personal(
  { on: [courses, courseRegistrations, closedDays, ...listedReads] },
  async (q, { courseId, userId }: { courseId: string; userId: string }) => {
    const { db, settings, now } = q
    const [found] = await db
      .select({ course: courses })
      .from(courses)
      .innerJoin(courseRegistrations, eq(courseRegistrations.courseId, courses.id))
      .where(and(eq(courses.id, courseId), eq(courseRegistrations.userId, userId)))
    if (!found) return { contacts: null }
    const { course } = found
    const { timeZone } = settings
    const today = dateIn(timeZone, now)
    q.changesAt(startOfDay(timeZone, addDays(today, 1)))
    const evenings = course.status === 'active' ? eveningsOf(course, timeZone, await offDuring(db, course)) : []
    const days = evenings.map(({ startsAt }) => dateIn(timeZone, startsAt))
    const visible = maySeeContacts(q, { teacherIds: course.teacherIds, days }, today)
    return { contacts: visible ? await contactsOf(q, userId) : null }
  },
)
