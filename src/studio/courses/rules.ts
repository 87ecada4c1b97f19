import { isSame } from '#kernel/edits.ts'
import type { Cents } from '#kernel/money.ts'
import { addDays, isDate, isTime, weekdayOf, type LocalDate } from '#kernel/time.ts'
import { isMisleading } from '#kernel/visible.ts'
import { DESCRIPTION_LENGTH, isBetween, lengthOf, NAME_LENGTH, PARTICIPANTS } from '#studio/classes/rules.ts'
import { closedOn, type ClosedDays } from '#studio/closures/rules.ts'
import type { Price } from '#studio/payments/rules.ts'
import type { CourseEdit, CourseForm, ListedCourse } from './contract.ts'

export type Course = Pick<
  ListedCourse,
  'status' | 'endDate' | 'regDeadline' | 'registeredCount' | 'heldCount' | 'defaultMaxParticipants'
>

export const coursePrice = (course: { standardPrice: Cents; memberPrice: Cents | null }): Price => ({
  kind: 'two',
  standardPrice: course.standardPrice,
  memberPrice: course.memberPrice,
})

/** Only active courses that end today or later are listed for users. */
export const isListed = (course: Course, today: LocalDate): boolean =>
  course.status === 'active' && course.endDate >= today

/** Free places, without those on offer. */
export const freeCoursePlaces = (course: Course): number =>
  course.defaultMaxParticipants - course.registeredCount - course.heldCount

export const isCourseFull = (course: Course): boolean => freeCoursePlaces(course) <= 0

/** The deadline is a whole day in the studio's time zone: registering on that day is allowed. */
export const deadlinePassed = (course: { regDeadline: LocalDate }, today: LocalDate): boolean =>
  today > course.regDeadline

/** Why nobody new can join, or null; checked in the order in which the reasons matter to people. */
export function cannotJoin(
  course: Course,
  today: LocalDate,
): 'courseNotFound' | 'courseDeadlinePassed' | 'courseFull' | null {
  if (!isListed(course, today)) return 'courseNotFound'
  if (deadlinePassed(course, today)) return 'courseDeadlinePassed'
  return isCourseFull(course) ? 'courseFull' : null
}

/** Sorts: courses that can be joined, then full ones, then closed ones. */
export function joinableFirst<Some extends Course>(all: readonly Some[], today: LocalDate): Some[] {
  const rank = (course: Some) => (deadlinePassed(course, today) ? 2 : isCourseFull(course) ? 1 : 0)
  return all.toSorted((one, other) => rank(one) - rank(other))
}

/** How many people can join today. */
export const placesLeft = (course: Course, today: LocalDate): number =>
  cannotJoin(course, today) === null ? freeCoursePlaces(course) : 0

/** Days on which the course would take place, but the studio is closed. */
export const daysOff = (course: Weekly, closed: readonly ClosedDays[]): LocalDate[] =>
  datesOf(course).filter((day) => closedOn(closed, day))

type Weekly = Pick<ListedCourse, 'startDate' | 'endDate' | 'weekday'>

function datesOf({ startDate, endDate, weekday }: Weekly): LocalDate[] {
  const days: LocalDate[] = []
  const first = addDays(startDate, (weekday - weekdayOf(startDate) + 7) % 7)
  for (let day = first; day <= endDate; day = addDays(day, 7)) days.push(day)
  return days
}

/** Number of classes: by the dates, without closed days; the typed number if no date is left. */
export const classesOf = (course: Weekly & Pick<ListedCourse, 'nrOfClasses' | 'daysOff'>): number =>
  datesOf(course).length - course.daysOff.length || course.nrOfClasses

export interface DiscountCode {
  readonly courseId: string
  readonly amount: Cents
  readonly audience: 'members' | 'others'
}

export const normalCode = (typed: string): string => typed.trim().toUpperCase()

export type DiscountRefusal = 'discountInvalid' | 'discountOtherCourse' | 'discountForOthers' | 'discountForMembers'

/** Why a code gives no discount, or null; 'members' means that the cover-member box is ticked. */
export function discountRefusal(
  code: DiscountCode | null,
  courseId: string | null,
  coverMember: boolean,
): DiscountRefusal | null {
  if (!code) return 'discountInvalid'
  if (code.courseId !== courseId) return 'discountOtherCourse'
  if (code.audience === 'members' && !coverMember) return 'discountForMembers'
  return code.audience === 'others' && coverMember ? 'discountForOthers' : null
}

/** Which fields of a new discount code are wrong. */
export function checkDiscountCode(form: { code: string; amount: Cents }): { code?: string; amount?: string } {
  return {
    ...(!/^[\p{L}\d_-]{3,30}$/u.test(normalCode(form.code)) && { code: 'discountCodeInvalid' }),
    ...(form.amount < 1 && { amount: 'discountAmountInvalid' }),
  }
}

/** Which fields of the course form are wrong. */
export function checkCourse(form: CourseForm): Partial<Record<keyof CourseForm, string>> {
  const errors: Partial<Record<keyof CourseForm, string>> = {}
  if (!isBetween(lengthOf(form.name), NAME_LENGTH)) errors.name = 'courseNameLength'
  else if (isMisleading(form.name)) errors.name = 'nameMisleading'
  if (lengthOf(form.description) > DESCRIPTION_LENGTH) errors.description = 'descriptionTooLong'
  if (form.standardPrice === null || form.standardPrice < 0) errors.standardPrice = 'coursePriceInvalid'
  if (form.memberPrice !== null && form.memberPrice < 0) errors.memberPrice = 'courseMemberPriceInvalid'
  else if (form.memberPrice !== null && form.standardPrice !== null && form.memberPrice > form.standardPrice) {
    errors.memberPrice = 'memberPriceAbove'
  }
  if (!isBetween(form.defaultMaxParticipants, PARTICIPANTS)) errors.defaultMaxParticipants = 'participantsOutOfRange'
  if (form.nrOfClasses < 1) errors.nrOfClasses = 'classCountTooSmall'
  for (const name of ['startDate', 'endDate', 'regDeadline'] as const) {
    if (!isDate(form[name])) errors[name] = 'dateRequired'
  }
  if (!errors.startDate && !errors.endDate && form.endDate < form.startDate) errors.endDate = 'endDateBeforeStart'
  if (!errors.endDate && !errors.regDeadline && form.regDeadline > form.endDate) errors.regDeadline = 'deadlineAfterEnd'
  if (form.weekday === null || !isBetween(form.weekday, { least: 1, most: 7 })) errors.weekday = 'weekdayRequired'
  for (const name of ['startTime', 'endTime'] as const) if (!isTime(form[name])) errors[name] = 'timeRequired'
  if (!errors.startTime && !errors.endTime && form.endTime <= form.startTime) errors.endTime = 'endTimeBeforeStart'
  return errors
}

/** As `checkCourse`, for a course with registrations: an edit must not cost anybody their place. */
export function checkCourseEdit(
  form: CourseForm,
  course: { registeredCount: number; heldCount: number },
): Partial<Record<keyof CourseForm, string>> {
  const errors = checkCourse(form)
  if (!errors.defaultMaxParticipants && form.defaultMaxParticipants < course.registeredCount + course.heldCount) {
    errors.defaultMaxParticipants = 'maxBelowRegistered'
  }
  return errors
}

/** Fields of which registered people are told. */
const toldNames = ['startDate', 'endDate', 'weekday', 'startTime', 'endTime', 'roomId', 'teacherIds'] as const

type ToldFacts = Pick<CourseEdit, (typeof toldNames)[number]>

/** Whether registered people may have to be told of an edit. */
export const concernsPeople = (before: ToldFacts, after: ToldFacts): boolean =>
  toldNames.some((name) => !isSame(before[name], after[name]))

/** A course with registrations can only be archived. */
export const cannotDelete = (course: { registeredCount: number }): 'courseHasRegistrations' | null =>
  course.registeredCount > 0 ? 'courseHasRegistrations' : null

/** Whether the course has begun, so that people can no longer cancel by themselves. */
export const courseHasStarted = (course: { startDate: LocalDate }, today: LocalDate): boolean =>
  today >= course.startDate
