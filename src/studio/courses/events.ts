import { event } from '#server/events.ts'

/** Somebody has joined a course; whether it is full by that. */
export const placeTaken = event<{ readonly courseId: string; readonly userId: string; readonly full: boolean }>(
  'courses.placeTaken',
)

/** A course was edited, archived or activated. */
export const courseChanged = event<{ readonly courseId: string }>('courses.courseChanged')

/** A course that is about to be deleted; nobody is registered for it. */
export const courseDeleted = event<{ readonly courseId: string }>('courses.courseDeleted')

/** A course that one can join has more places than before. Whoever handles it counts them under the course's lock. */
export const placeFreed = event<{ readonly courseId: string }>('courses.placeFreed')
