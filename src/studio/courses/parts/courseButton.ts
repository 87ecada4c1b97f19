import type { LocalDate } from '#kernel/time.ts'
import { cannotJoin, courseHasStarted, type Course } from '../rules.ts'

/** The button of a course, with the refusal to explain if it is disabled. */
export interface CourseButton {
  readonly does: 'register' | 'cancel'
  readonly refusal: 'courseNotFound' | 'courseDeadlinePassed' | 'courseFull' | 'courseStarted' | null
}

export function courseButton(
  course: Course & { startDate: LocalDate },
  registered: boolean,
  today: LocalDate,
): CourseButton {
  if (registered) return { does: 'cancel', refusal: courseHasStarted(course, today) ? 'courseStarted' : null }
  return { does: 'register', refusal: cannotJoin(course, today) }
}
