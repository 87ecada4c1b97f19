import type { Cents } from '#kernel/money.ts'
import type { CourseForm, DeskCourse } from '../contract.ts'

/** The course form as it is typed: numbers and the weekday may be missing yet. */
export interface TypedCourse {
  name: string
  description: string
  standardPrice: Cents | null
  memberPrice: Cents | null
  nrOfClasses: number | null
  defaultMaxParticipants: number | null
  startDate: string
  endDate: string
  regDeadline: string
  weekday: '1' | '2' | '3' | '4' | '5' | '6' | '7' | ''
  startTime: string
  endTime: string
  status: 'active' | 'archived'
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

export const typedCourse = (course: DeskCourse): TypedCourse => ({
  name: course.name,
  description: course.description,
  standardPrice: course.standardPrice,
  memberPrice: course.memberPrice,
  nrOfClasses: course.nrOfClasses,
  defaultMaxParticipants: course.defaultMaxParticipants,
  startDate: course.startDate,
  endDate: course.endDate,
  regDeadline: course.regDeadline,
  weekday: String(course.weekday) as TypedCourse['weekday'],
  startTime: course.startTime,
  endTime: course.endTime,
  status: course.status,
})

/** A number that is missing is too small, as 0 is. */
export function filledCourse({ status: _status, ...typed }: TypedCourse): CourseForm {
  return {
    ...typed,
    nrOfClasses: typed.nrOfClasses ?? 0,
    defaultMaxParticipants: typed.defaultMaxParticipants ?? 0,
    weekday: typed.weekday === '' ? null : Number(typed.weekday),
  }
}
