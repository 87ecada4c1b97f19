import * as z from 'zod/mini'
import { cents, count, date, id, instant, object, text, time } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'

export const weeklyPlan = object({
  classId: id,
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  startDate: date,
  endDate: date,
  startTime: time,
  endTime: time,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
})
export type WeeklyPlan = z.infer<typeof weeklyPlan>

export const scheduleEntry = object({
  id,
  className: z.string(),
  classDescription: z.string(),
  categories: z.array(z.string()),
  startsAt: instant,
  endsAt: instant,
  maxParticipants: count,
  registeredCount: count,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  cancelledAt: z.nullable(instant),
})
export type ScheduleEntry = z.infer<typeof scheduleEntry>

/** Dates and times are those of the studio's clock. Fields may be empty: the rules say which text belongs to that. */
const entryForm = object({
  className: text,
  classDescription: text,
  maxParticipants: z.nullable(count),
  categories: z.array(text).check(z.maxLength(20)),
  startDate: text,
  startTime: text,
  endDate: text,
  endTime: text,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
})
export type EntryForm = z.infer<typeof entryForm>

export const schedule = contract('schedule', {
  /** One entry per matching weekday between the two dates: all or none. */
  add: command({
    may: 'manageSchedule',
    input: weeklyPlan,
    answer: object({ created: count, seriesId: id }),
    refuses: ['invalidFields', 'classNotFound'],
  }),
  /** One entry for its form; null when there is none. */
  entry: query({ may: 'seeDesk', input: object({ scheduleId: id }), answer: z.nullable(scheduleEntry) }),
  /** When a class stands on the schedule between two days, both included: to see what a plan would repeat. */
  timesOfClass: query({
    may: 'seeDesk',
    input: object({ classId: id, startDate: date, endDate: date }),
    answer: z.array(object({ startsAt: instant, endsAt: instant })),
  }),
  /** Classes to come that stand on closed days, soonest first. */
  onClosedDays: query({
    may: 'manageSchedule',
    input: nothing,
    answer: z.array(
      object({
        closedDaysId: id,
        id,
        className: z.string(),
        startsAt: instant,
        endsAt: instant,
        registeredCount: count,
      }),
    ),
  }),
  update: command({
    may: 'manageSchedule',
    /** `before` is what the form was begun with: see accounts/server/edits.ts. */
    input: z.extend(entryForm, { scheduleId: id, before: entryForm }),
    answer: nothing,
    refuses: ['invalidFields', 'scheduleNotFound', 'entryCancelled', 'editedMeanwhile'],
  }),
  /** Only an entry without registrations; one with registrations is cancelled instead. */
  delete: command({
    may: 'manageSchedule',
    input: object({ scheduleId: id }),
    answer: object({ /** How many get a letter. */ told: count }),
    refuses: ['scheduleNotFound', 'entryHasRegistrations'],
  }),
})
