import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, object, text, time, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { roomAndTeachers, roomAndTeachersForm, roomRefusals } from '#studio/rooms/contract.ts'
import { MOST_AT_ONCE } from './rules/series.ts'
import { MOST_PLANS } from './rules/slots.ts'

export const weeklyPlan = object({
  classId: id,
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  startDate: date,
  endDate: date,
  startTime: time,
  endTime: time,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  /** Days of the plan to leave out. */
  leaveOut: z.optional(z.array(date).check(z.maxLength(500))),
  ...roomAndTeachersForm,
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
  /** Places held for people to whom they were offered. */
  heldCount: count,
  standardPrice: z.nullable(cents),
  memberPrice: z.nullable(cents),
  cancelledAt: z.nullable(instant),
  ...roomAndTeachers,
})
export type ScheduleEntry = z.infer<typeof scheduleEntry>

/** Dates and times are in the studio's time zone. Fields may be empty: the rules say which text is shown then. */
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
  ...roomAndTeachersForm,
})
export type EntryForm = z.infer<typeof entryForm>

/** Entries changed together: those that the dialog listed. */
const together = { scheduleId: id, scheduleIds: z.array(id).check(z.maxLength(MOST_AT_ONCE)) }
const togetherRefusals = ['scheduleNotFound', 'entryCancelled', 'seriesChanged'] as const

export const schedule = contract('schedule', {
  /** Adds one entry for each matching weekday between the two dates: all or none. */
  add: command({
    may: 'manageSchedule',
    input: weeklyPlan,
    answer: object({ created: count, seriesId: id }),
    refuses: ['invalidFields', 'classNotFound', ...roomRefusals],
  }),
  /** Adds several plans: all or none. */
  addAll: command({
    may: 'manageSchedule',
    input: object({ plans: z.array(weeklyPlan).check(z.minLength(1), z.maxLength(MOST_PLANS)) }),
    answer: object({ created: count, seriesIds: z.array(id) }),
    refuses: ['invalidFields', 'classNotFound', ...roomRefusals],
  }),
  /** Undoes added plans within two minutes; an entry with a registration stays. */
  undoPlans: command({
    may: 'manageSchedule',
    input: object({ seriesIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_PLANS)) }),
    answer: object({ removed: count, stayed: count }),
    refuses: ['tooLateToUndo'],
  }),
  /** What was planned by each press of the last two minutes, if some of it can still be undone; the newest first. */
  undoablePlans: query({
    may: 'manageSchedule',
    input: nothing,
    answer: z.array(object({ at: instant, seriesIds: z.array(id), planned: count, classNames: z.array(z.string()) })),
  }),
  /** Classes by weekday and time between two days, or in the last planned weeks. */
  weekly: query({
    may: 'seeDesk',
    input: object({ span: z.nullable(object({ startDate: date, endDate: date })) }),
    answer: object({
      startDate: date,
      endDate: date,
      /** Without a given span: the whole term to which the last weeks belong. */
      term: z.nullable(object({ startDate: date, endDate: date })),
      slots: z.array(
        object({
          classId: id,
          className: z.string(),
          weekday: count,
          startTime: time,
          endTime: time,
          standardPrice: z.nullable(cents),
          memberPrice: z.nullable(cents),
          ...roomAndTeachers,
          /** Number of entries found at this time. */
          times: count,
        }),
      ),
    }),
  }),
  /** One entry for its form; null when there is none. */
  entry: query({ may: 'seeDesk', input: object({ scheduleId: id }), answer: z.nullable(scheduleEntry) }),
  /** Entries between two days, both included: for showing what a plan would repeat or overlap. */
  between: query({
    may: 'seeDesk',
    input: object({ startDate: date, endDate: date }),
    answer: z.array(object({ id, classId: z.nullable(id), className: z.string(), startsAt: instant, endsAt: instant })),
  }),
  /** Upcoming entries on closed days, soonest first. */
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
    /** `before` is the form as it was opened: see accounts/server/edits.ts. */
    input: z.extend(entryForm, { scheduleId: id, before: entryForm }),
    answer: nothing,
    refuses: ['invalidFields', 'scheduleNotFound', 'entryCancelled', 'editedMeanwhile', ...roomRefusals],
  }),
  /** Deletes an entry without registrations; one with registrations must be cancelled instead. */
  delete: command({
    may: 'manageSchedule',
    input: object({ scheduleId: id }),
    answer: object({ /** Number of readers of the letter. */ told: count }),
    refuses: ['scheduleNotFound', 'entryHasRegistrations', 'changedJustNow'],
  }),
  /** Upcoming entries of the same series, including this one, soonest first. */
  series: query({ may: 'seeDesk', input: object({ scheduleId: id }), answer: z.array(scheduleEntry) }),
  /** Edits an entry and others of its series in the same way: all or none. */
  editSeries: command({
    may: 'manageSchedule',
    input: z.extend(entryForm, { ...together, before: entryForm }),
    answer: object({ changeId: total, changed: count }),
    refuses: ['invalidFields', 'editedMeanwhile', 'fewerThanRegistered', ...togetherRefusals, ...roomRefusals],
  }),
  /** Cancels an entry and others of its series. Registrations end and letters go out after the time for undoing. */
  cancelSeries: command({
    may: 'manageSchedule',
    input: object(together),
    answer: object({ changeId: total, changed: count }),
    refuses: togetherRefusals,
  }),
  /** Changes of entries that can still be undone, the newest first. */
  undoable: query({
    may: 'manageSchedule',
    input: nothing,
    answer: z.array(
      object({
        changeId: total,
        /** When the change was made. */
        at: instant,
        kind: z.enum(['edited', 'cancelled']),
        className: z.string(),
        changed: count,
        /** Whether it cancelled classes on days on which the studio is closed. */
        onClosedDays: flag,
      }),
    ),
  }),
  /** Undoes a change; keeps what others have changed since. */
  undoChange: command({
    may: 'manageSchedule',
    input: object({ changeId: total }),
    answer: object({ undone: count }),
    refuses: ['changeStands', 'undoLaterFirst', ...roomRefusals, 'invalidFields'],
  }),
})
