import { addDays, weekdayOf, type Instant, type LocalDate, type LocalTime } from '#kernel/time.ts'
import type { OwnCourse } from '#studio/courses/contract.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'

/** A class or course day in the studio's time zone, so that both sort together. */
export interface Visit {
  readonly key: string
  /** Only for a class. */
  readonly scheduleId?: string
  readonly name: string
  readonly how: 'registered' | 'included' | 'course'
  readonly day: LocalDate
  readonly from: LocalTime
  readonly to: LocalTime
  /** First name of the visitor, if the user looks after several people. */
  readonly who?: string
}

interface Timed {
  readonly className: string
  readonly startsAt: Instant
  readonly endsAt: Instant
}

interface Facts {
  readonly registered: readonly (Timed & { readonly scheduleId: string })[]
  readonly entries: readonly (Timed & {
    readonly id: string
    readonly categories: readonly string[]
    readonly cancelledAt: Instant | null
  })[]
  readonly courses: readonly CourseTimes[]
  readonly membershipCategory: string | null
  readonly classCategories: readonly ClassCategory[]
  /** Ids of classes to which they said that they can't come. */
  readonly absentFrom?: readonly string[]
}

type CourseTimes = Omit<
  OwnCourse,
  'nrOfClasses' | 'paymentStatus' | 'paymentDeadline' | 'price' | 'moneyBack' | 'roomId' | 'teacherIds'
>

/** The date and time of an instant in the studio's time zone. */
export interface Clock {
  dayOf(instant: Instant): LocalDate
  timeOf(instant: Instant): LocalTime
}

/** The next day of a course that has not ended yet; null after the last one. */
export function nextCourseDay(course: CourseTimes, today: LocalDate, time: LocalTime): LocalDate | null {
  const first = today > course.startDate ? today : course.startDate
  const day = addDays(first, (course.weekday - weekdayOf(first) + 7) % 7)
  let coming = day === today && course.endTime <= time ? addDays(day, 7) : day
  while (course.daysOff.includes(coming)) coming = addDays(coming, 7)
  return coming <= course.endDate ? coming : null
}

/** The member's next visits, soonest first: registered and included classes, and the next day of each course. */
export function whatsNext(facts: Facts, now: Instant, clock: Clock): Visit[] {
  const today = clock.dayOf(now)
  const visit = (key: string, how: Visit['how'], { className, startsAt, endsAt }: Timed): Visit => ({
    key,
    scheduleId: key,
    name: className,
    how,
    day: clock.dayOf(startsAt),
    from: clock.timeOf(startsAt),
    to: clock.timeOf(endsAt),
  })
  const registered = facts.registered
    .filter((place) => place.endsAt > now)
    .map((place) => visit(place.scheduleId, 'registered', place))
  const taken = new Set(registered.map(({ key }) => key))
  const included = facts.entries
    .filter((entry) => entry.endsAt > now && entry.cancelledAt === null && !taken.has(entry.id))
    .filter((entry) => !facts.absentFrom?.includes(entry.id))
    .filter((entry) => isIncluded(facts.classCategories, facts.membershipCategory, entry.categories))
    .map((entry) => visit(entry.id, 'included', entry))
  const courses = facts.courses.flatMap((course): Visit[] => {
    const day = nextCourseDay(course, today, clock.timeOf(now))
    if (day === null) return []
    return [{ key: course.courseId, name: course.name, how: 'course', day, from: course.startTime, to: course.endTime }]
  })
  return [...registered, ...included, ...courses].toSorted(bySoonest)
}

const at = ({ day, from }: Visit) => `${day}T${from}`
export const bySoonest = (a: Visit, b: Visit): number => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0)
