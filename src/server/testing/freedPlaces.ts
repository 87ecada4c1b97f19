import { isIncluded } from '#studio/classes/rules.ts'
import { cannotJoin } from '#studio/courses/rules.ts'
import { dateIn } from '#kernel/time.ts'
import type { TestStudio } from './studio.ts'

/** Free places of each entry and course that is open for registration; below 0 when it is overbooked. */
type Room = ReadonlyMap<string, number | null>

async function roomIn(studio: TestStudio): Promise<Room> {
  const entries = await studio.sql<{
    id: string
    categories: string[]
    max: number
    open: boolean
  }>`select id, categories, max_participants as max,
      cancelled_at is null and starts_at > ${new Date(studio.now).toISOString()}::timestamptz as open from schedule`
  const places = await studio.sql<{ scheduleId: string; userId: string }>`
    select schedule_id as "scheduleId", user_id as "userId" from registrations`
  const members = await studio.sql<{ id: string; category: string | null }>`
    select id, membership_category as category from people where active`
  const absent = await studio.sql<{ scheduleId: string; userId: string }>`
    select schedule_id as "scheduleId", user_id as "userId" from absences`
  const roomOf = ({ id, categories, max }: (typeof entries)[number]) => {
    const registered = places.filter(({ scheduleId }) => scheduleId === id).map(({ userId }) => userId)
    const included = members
      .filter(({ category }) => isIncluded(studio.services.settings.classCategories, category, categories))
      .map((member) => member.id)
      .filter((userId) => !absent.some((one) => one.scheduleId === id && one.userId === userId))
    return max - new Set([...registered, ...included]).size
  }
  const courses = await studio.sql<Parameters<typeof cannotJoin>[0] & { id: string }>`
    select id, status, end_date::text as "endDate", reg_deadline::text as "regDeadline",
      default_max_participants as "defaultMaxParticipants",
      (select count(*)::int from "courseRegistrations" r where r.course_id = c.id) as "registeredCount" from courses c`
  const today = dateIn(studio.services.settings.timeZone, studio.now)
  return new Map([
    ...entries.map((entry) => [entry.id, entry.open ? roomOf(entry) : null] as const),
    ...courses.map((course) => {
      const room = course.defaultMaxParticipants - course.registeredCount
      return [course.id, [null, 'courseFull'].includes(cannotJoin(course, today)) ? room : null] as const
    }),
  ])
}

/**
 * Runs `act`, and compares the free places before and after: returns the entries and courses that gained places, and
 * those for which `placeFreed` was raised.
 */
export async function freedBy(studio: TestStudio, act: () => Promise<unknown>) {
  const before = await roomIn(studio)
  studio.raised.length = 0
  await act()
  const after = await roomIn(studio)
  const freed = [...after].flatMap(([id, room]) => {
    const was = before.get(id)
    // a new entry was not full for anybody
    if (room === null || was === undefined) return []
    return was === null || room > was ? [id] : []
  })
  const raised = studio.raised
    .filter(({ name }) => name.endsWith('.placeFreed'))
    .map(({ facts }) => facts as { scheduleId?: string; courseId?: string })
    .map(({ scheduleId, courseId }) => scheduleId ?? courseId ?? '')
  return { freed: freed.toSorted(), raised: raised.toSorted() }
}
