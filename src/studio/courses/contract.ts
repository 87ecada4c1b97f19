import * as z from 'zod/mini'
import { cents, count, flag, id, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paymentMethods, paymentStatuses } from '#studio/payments/rules.ts'

const course = z.object({
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
})
export type ListedCourse = z.infer<typeof course>

const ownCourse = z.object({
  courseId: id,
  name: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  weekday: count,
  startTime: z.string(),
  endTime: z.string(),
  nrOfClasses: count,
  paymentStatus: z.enum(paymentStatuses),
  price: cents,
})
export type OwnCourse = z.infer<typeof ownCourse>

export const courseForm = z.object({
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
})
export type CourseForm = z.infer<typeof courseForm>

const discountRefusals = ['discountInvalid', 'discountOtherCourse', 'discountForOthers', 'discountForMembers'] as const

export const courses = contract('courses', {
  /** Active courses that end today or later, by start date. */
  available: query({ may: 'browse', input: nothing, answer: z.array(course) }),
  /** The courses the caller is registered for, that have not ended. */
  mine: query({ may: 'manageOwn', input: nothing, answer: z.array(ownCourse) }),
  /** What a code takes off here; `courseId` is null for anything that is no course. Changes nothing. */
  checkDiscount: command({
    may: 'register',
    input: z.object({ code: text, courseId: z.nullable(id), coverMember: flag }),
    answer: z.object({ code: z.string(), amount: cents }),
    refuses: discountRefusals,
    once: false,
  }),
  join: command({
    may: 'register',
    input: z.object({
      courseId: id,
      coverMember: flag,
      paymentMethod: z.enum(paymentMethods),
      discountCode: z.nullable(text),
    }),
    answer: z.object({ price: cents }),
    refuses: [
      'courseNotFound',
      'courseDeadlinePassed',
      'courseFull',
      'alreadyInCourse',
      'methodNotOffered',
      ...discountRefusals,
    ],
  }),
  leave: command({
    may: 'manageOwn',
    input: z.object({ courseId: id }),
    answer: nothing,
    refuses: ['courseNotFound', 'notInCourse', 'courseStarted'],
  }),
  create: command({ may: 'manageCourses', input: courseForm, answer: z.object({ id }), refuses: ['invalidFields'] }),
  addDiscountCode: command({
    may: 'manageCourses',
    input: z.object({ courseId: id, code: text, amount: cents, audience: z.enum(['members', 'others']) }),
    answer: nothing,
    refuses: ['courseNotFound', 'discountCodeTaken', 'invalidFields'],
  }),
})
