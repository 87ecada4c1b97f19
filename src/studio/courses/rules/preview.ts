import { clock, dayAndClock, dayAndMonth } from '#kernel/clock.ts'
import { offerData, studioData, type Preview, type PreviewFacts } from '#kernel/preview.ts'
import type { ListedCourse } from '../contract.ts'
import { classesOf, isCourseFull } from '../rules.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Link preview of a course on other sites. */
export function coursePreview(course: ListedCourse, facts: PreviewFacts): Preview {
  const { language, address, picture } = facts
  const dates = [...new Set([course.startDate, course.endDate])].map((day) =>
    dayAndMonth(language, 'UTC', Date.parse(day)),
  )
  const times = `${clock(language, course.startTime)}–${clock(language, course.endTime)}`
  const { location, organizer } = studioData(facts)
  return {
    title: course.name,
    when: dayAndClock(language, dates.join(' – '), times),
    description: course.description,
    data: {
      '@type': 'Course',
      name: course.name,
      description: course.description,
      image: picture,
      url: address,
      provider: organizer,
      offers: {
        ...offerData(course.standardPrice, isCourseFull(course), address),
        availabilityEnds: course.regDeadline,
        category: 'Paid',
      },
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Onsite',
        startDate: course.startDate,
        endDate: course.endDate,
        location,
        courseSchedule: {
          '@type': 'Schedule',
          repeatFrequency: 'P1W',
          repeatCount: classesOf(course),
          byDay: `https://schema.org/${days[course.weekday - 1] ?? 'Monday'}`,
          startTime: course.startTime,
          endTime: course.endTime,
          scheduleTimezone: facts.timeZone,
        },
      },
    },
  }
}
