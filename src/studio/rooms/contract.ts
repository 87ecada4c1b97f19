import * as z from 'zod/mini'
import { flag, id, instant, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { MOST_TEACHERS, withRoomsOrTeachers, withTeachers } from './rules.ts'

/** Fields in the forms of classes, entries and courses. A form without them leaves them unchanged. */
export const roomAndTeachersForm = {
  roomId: z.optional(z.nullable(id)),
  teacherIds: z.optional(z.array(id).check(z.maxLength(MOST_TEACHERS))),
}
/** Fields in the results about classes, entries and courses. */
export const roomAndTeachers = { roomId: z.nullable(id), teacherIds: z.array(id) }

export const roomRefusals = ['roomTaken', 'roomNotFound'] as const

const room = object({ id, name: z.string(), archived: flag })
export type Room = z.infer<typeof room>
const teacher = object({ id, name: z.string(), displayName: z.string() })

export const rooms = contract('rooms', {
  /** Names of rooms and current teachers; empty for features that are switched off. */
  shown: query({
    may: 'browse',
    input: nothing,
    answer: object({ rooms: z.array(room), teachers: z.array(teacher) }),
    feature: withRoomsOrTeachers,
  }),
  /** Accounts that may be chosen as teachers. */
  staff: query({ may: 'seeDesk', input: nothing, answer: z.array(teacher), feature: withTeachers }),
  /** When rooms and teachers are taken between two moments, for finding clashes. */
  taken: query({
    may: 'seeDesk',
    input: object({ from: instant, until: instant }),
    answer: z.array(object({ ownerId: id, title: z.string(), startsAt: instant, endsAt: instant, ...roomAndTeachers })),
    feature: withRoomsOrTeachers,
  }),
  add: command({
    may: 'manageSettings',
    input: object({ name: text }),
    answer: object({ id }),
    refuses: ['invalidFields', 'tooManyRooms'],
    feature: 'rooms',
  }),
  rename: command({
    may: 'manageSettings',
    /** `before` is the saved value when the form was opened: see accounts/server/edits.ts. */
    input: object({ id, name: text, before: object({ name: text }) }),
    answer: nothing,
    refuses: ['invalidFields', 'roomNotFound', 'editedMeanwhile'],
    feature: 'rooms',
  }),
  /** An archived room can't be chosen any more, but stays where it is used. */
  archive: command({
    may: 'manageSettings',
    input: object({ id, archived: flag }),
    answer: nothing,
    refuses: ['roomNotFound'],
    feature: 'rooms',
  }),
})
