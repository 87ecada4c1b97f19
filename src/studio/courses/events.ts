import { event } from '#server/events.ts'

/** Somebody joined a course; says whether it is full now. */
export const placeTaken = event<{ readonly courseId: string; readonly userId: string; readonly full: boolean }>(
  'courses.placeTaken',
)

/** A course was edited, archived or activated. */
export const courseChanged = event<{ readonly courseId: string }>('courses.courseChanged')

/** A course without registrations is about to be deleted. */
export const courseDeleted = event<{ readonly courseId: string }>('courses.courseDeleted')

/** An open course has more free places than before. Handlers count them under the course's lock. */
export const placeFreed = event<{ readonly courseId: string }>('courses.placeFreed')
