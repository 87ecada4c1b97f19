import type { CourseEdit, CourseForm, DeskCourse } from '../contract.ts'

/** The course form as typed: numbers and the weekday may still be missing. */
export interface TypedCourse extends Omit<CourseEdit, 'nrOfClasses' | 'defaultMaxParticipants' | 'weekday'> {
  nrOfClasses: number | null
  defaultMaxParticipants: number | null
  weekday: '1' | '2' | '3' | '4' | '5' | '6' | '7' | ''
}

export const emptyCourse: TypedCourse = {
  name: '',
  description: '',
  standardPrice: null,
  memberPrice: null,
  nrOfClasses: 1,
  defaultMaxParticipants: 10,
  startDate: '',
  endDate: '',
  regDeadline: '',
  weekday: '',
  startTime: '',
  endTime: '',
  status: 'active',
}

/** Form values of a saved course. */
export function typedCourse(course: DeskCourse & { readonly daysOff?: unknown }): TypedCourse {
  const {
    id: _id,
    registeredCount: _count,
    heldCount: _held,
    daysOff: _off,
    createdAt: _at,
    updatedAt: _changed,
    weekday,
    ...fields
  } = course
  return { ...fields, weekday: String(weekday) as TypedCourse['weekday'] }
}

/** A missing number becomes 0, which the rule refuses. */
export function filledCourse({ status: _status, ...typed }: TypedCourse): CourseForm {
  return {
    ...typed,
    nrOfClasses: typed.nrOfClasses ?? 0,
    defaultMaxParticipants: typed.defaultMaxParticipants ?? 0,
    weekday: typed.weekday === '' ? null : Number(typed.weekday),
  }
}
