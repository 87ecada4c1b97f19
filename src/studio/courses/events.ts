import { event } from '#server/events.ts'

/** A course that one can join has more places than before. Whoever handles it counts them under the course's lock. */
export const placeFreed = event<{ readonly courseId: string }>('courses.placeFreed')
