import type { CourseEdit, CourseForm, DeskCourse } from '../contract.ts'

/** The course form as it is typed: numbers and the weekday may be missing yet. */
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

/** The fields of the form, as they are saved. */
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

/** A number that is missing is too small, as 0 is. */
export function filledCourse({ status: _status, ...typed }: TypedCourse): CourseForm {
  return {
    ...typed,
    nrOfClasses: typed.nrOfClasses ?? 0,
    defaultMaxParticipants: typed.defaultMaxParticipants ?? 0,
    weekday: typed.weekday === '' ? null : Number(typed.weekday),
  }
}
