import * as z from 'zod/mini'
import { calendarEvent } from '#kernel/calendar.ts'
import { cents, count, flag, id, instant, object, page, part, searchText, text, total } from '#kernel/fields.ts'
import { command, contract, forPeople, forPerson, nothing, query } from '#kernel/procedures.ts'
import { contactsInList, listedFacts } from '#studio/families/contract.ts'
import { moneyBack } from '#studio/payments/contract.ts'
import { paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'
import { roomAndTeachers, roomAndTeachersForm, roomRefusals } from '#studio/rooms/contract.ts'

const course = object({
  id,
  name: z.string(),
  description: z.string(),
  standardPrice: cents,
  memberPrice: z.nullable(cents),
  defaultMaxParticipants: count,
  nrOfClasses: count,
  startDate: z.string(),
  endDate: z.string(),
  regDeadline: z.string(),
  weekday: count,
  startTime: z.string(),
  endTime: z.string(),
  status: z.enum(['active', 'archived']),
  registeredCount: count,
  /** Places held for people on the waiting list to whom they are offered. */
  heldCount: count,
  ...roomAndTeachers,
})

/** On these days the course does not take place. */
const closedOn = { daysOff: z.array(z.string()) }

/** `takesCodes`: whether the course has discount codes. */
const listedCourse = z.extend(course, { takesCodes: flag, ...closedOn })
export type ListedCourse = z.infer<typeof listedCourse>

const ownCourse = object({
  courseId: id,
  name: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  weekday: count,
  startTime: z.string(),
  endTime: z.string(),
  nrOfClasses: count,
  ...closedOn,
  ...roomAndTeachers,
  /** Null if another guardian pays. */
  paymentStatus: z.nullable(z.enum(paymentStatuses)),
  paymentDeadline: z.nullable(instant),
  price: z.nullable(cents),
  moneyBack: z.nullable(moneyBack),
})
export type OwnCourse = z.infer<typeof ownCourse>

const deskCourse = z.extend(course, { createdAt: instant, updatedAt: instant })
const overviewCourse = z.extend(deskCourse, closedOn)
export type OverviewCourse = z.infer<typeof overviewCourse>
export type DeskCourse = z.infer<typeof deskCourse>

const registrant = object({
  registrationId: id,
  courseId: id,
  courseName: z.string(),
  teacherIds: z.array(id),
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  email: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  paymentDeadline: instant,
  createdAt: instant,
  ...listedFacts,
})
export type CourseRegistrant = z.infer<typeof registrant>

const courseOfUser = object({
  registrationId: id,
  courseId: id,
  name: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  paymentDeadline: instant,
  createdAt: instant,
})
export type CourseOfUser = z.infer<typeof courseOfUser>

const discountCode = object({ code: z.string(), amount: cents, audience: z.enum(['members', 'others']) })

const status = z.enum(['active', 'archived'])

export const courseForm = object({
  name: text,
  description: text,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  defaultMaxParticipants: count,
  nrOfClasses: count,
  startDate: text,
  endDate: text,
  regDeadline: text,
  weekday: z.nullable(count),
  startTime: text,
  endTime: text,
  ...roomAndTeachersForm,
})
export type CourseForm = z.infer<typeof courseForm>

const courseEdit = z.extend(courseForm, { status })
export type CourseEdit = z.infer<typeof courseEdit>

const discountRefusals = ['discountInvalid', 'discountOtherCourse', 'discountForOthers', 'discountForMembers'] as const

const joinRefusals = [
  'courseNotFound',
  'courseDeadlinePassed',
  'courseFull',
  'offerEnded',
  'alreadyInCourse',
  'tooManyOpenPayments',
  'overduePayments',
  'methodNotOffered',
  ...discountRefusals,
] as const

export const courses = contract('courses', {
  /** Active courses that end today or later, by start date. */
  available: query({ may: 'browse', input: nothing, answer: z.array(listedCourse) }),
  /** One available course, for its own page; null if not available. */
  listed: query({ may: 'browse', input: object({ id }), answer: z.nullable(listedCourse) }),
  /** Evenings of courses on coming closed days: left out since `offAt`, or taking place if null. */
  onClosedDays: query({
    may: 'manageCourses',
    input: nothing,
    answer: z.array(
      object({
        closedDaysId: id,
        offAt: z.nullable(instant),
        undoable: flag,
        id,
        name: z.string(),
        day: z.string(),
        registeredCount: count,
      }),
    ),
  }),
  /** A person's courses that have not ended. */
  mine: query({ may: 'see', subject: 'personId', input: object(forPerson), answer: z.array(ownCourse) }),
  /** Every date of a course that the person is registered for, for their calendar; empty for other courses. */
  calendar: query({
    may: 'see',
    subject: 'personId',
    input: object({ id, ...forPerson }),
    answer: z.array(calendarEvent),
    live: false,
  }),
  /** The discount of a code; `courseId` is null for things other than courses. Changes nothing. */
  checkDiscount: command({
    may: 'book',
    input: object({ code: text, courseId: z.nullable(id), coverMember: flag }),
    answer: object({ code: z.string(), amount: cents }),
    refuses: discountRefusals,
    once: false,
  }),
  join: command({
    may: 'book',
    needsTerms: true,
    subject: 'personId',
    input: object({
      ...forPerson,
      courseId: id,
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    answer: object({ price: cents }),
    refuses: joinRefusals,
  }),
  /** Registers several people at once: all or none. */
  joinSeveral: command({
    may: 'book',
    feature: 'families',
    needsTerms: true,
    subjects: 'people',
    input: object({
      people: forPeople,
      courseId: id,
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    /** The total price for all of them (cents). */
    answer: object({ price: cents }),
    refuses: joinRefusals,
  }),
  /** Lets staff register a person, such as one who phones; logged as done by staff. */
  registerOther: command({
    may: 'registerOthers',
    subject: 'userId',
    input: object({ userId: id, courseId: id, coverMember: flag, paymentMethod: z.enum(paymentMethods) }),
    answer: object({ paymentId: id, price: cents }),
    refuses: ['userInactive', ...joinRefusals],
  }),
  leave: command({
    may: 'book',
    subject: 'personId',
    input: object({ courseId: id, ...forPerson }),
    answer: nothing,
    refuses: ['courseNotFound', 'notInCourse', 'courseStarted'],
  }),
  /** One page of the courses overview, newest first. */
  overview: query({
    may: 'seeDesk',
    input: object({ status, page }),
    answer: object({ rows: z.array(overviewCourse), total, page }),
  }),
  /** One course for its form; null if it does not exist. */
  one: query({ may: 'seeDesk', input: object({ courseId: id }), answer: z.nullable(deskCourse) }),
  /**
   * One page of registrants, grouped by course, newest first: of running courses, or also of ended and archived ones.
   */
  registrants: query({
    may: 'seeDesk',
    input: object({ ended: flag, search: searchText, page }),
    answer: object({ rows: z.array(registrant), total, page }),
  }),
  /** One page of a user's course registrations, newest first. */
  ofUser: query({
    may: 'seeDesk',
    input: object({ userId: id, page }),
    answer: object({ rows: z.array(courseOfUser), total, page }),
  }),
  registrantsForExport: query({
    may: 'seeDesk',
    input: object({ ended: flag, search: searchText, part }),
    answer: object({ rows: z.array(registrant), total, parts: count }),
  }),
  /** Contacts of a registrant; null if the caller may not see them. */
  contacts: query({
    may: 'seeDesk',
    input: object({ courseId: id, userId: id }),
    answer: object({ contacts: contactsInList }),
  }),
  discountCodes: query({ may: 'seeDesk', input: object({ courseId: id }), answer: z.array(discountCode) }),
  create: command({
    may: 'manageCourses',
    input: courseForm,
    answer: object({ id }),
    refuses: ['invalidFields', ...roomRefusals],
  }),
  addDiscountCode: command({
    may: 'manageCourses',
    input: object({ courseId: id, code: text, amount: cents, audience: z.enum(['members', 'others']) }),
    answer: nothing,
    refuses: ['courseNotFound', 'invalidFields'],
  }),
  removeDiscountCode: command({
    may: 'manageCourses',
    input: object({ courseId: id, code: text }),
    answer: nothing,
    refuses: ['discountCodeNotFound'],
  }),
  /** Ids of rooms that a class, an entry or a course uses. */
  usedRooms: query({ may: 'manageSettings', input: nothing, answer: z.array(id), feature: 'rooms' }),
  /** Removes an unused room. Here, because courses is the highest concept that uses rooms. */
  removeRoom: command({
    may: 'manageSettings',
    input: object({ id }),
    answer: nothing,
    refuses: ['roomNotFound', 'roomInUse'],
    feature: 'rooms',
  }),
  update: command({
    may: 'manageCourses',
    /** `before` is what the form was opened with: see accounts/server/edits.ts. */
    input: z.extend(courseEdit, { courseId: id, before: courseEdit }),
    answer: nothing,
    refuses: ['courseNotFound', 'invalidFields', 'editedMeanwhile', ...roomRefusals],
  }),
  /** Archives or activates a course. */
  setStatus: command({
    may: 'manageCourses',
    input: object({ courseId: id, status }),
    answer: nothing,
    refuses: ['courseNotFound', 'invalidFields', ...roomRefusals],
  }),
  /** Deletes a course that has no registrations. */
  remove: command({
    may: 'manageCourses',
    input: object({ courseId: id }),
    answer: nothing,
    refuses: ['courseNotFound', 'courseHasRegistrations'],
  }),
  /** Frees the place and cancels the payment. */
  deleteRegistration: command({
    may: 'deleteCourseRegistrations',
    input: object({ registrationId: id }),
    answer: nothing,
    refuses: ['notInCourse'],
  }),
})
