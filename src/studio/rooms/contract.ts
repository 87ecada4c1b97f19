import * as z from 'zod/mini'
import { flag, id, instant, object, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { MOST_TEACHERS, withRoomsOrTeachers, withTeachers } from './rules.ts'

/** In forms of classes, entries and courses. A form without them leaves them as they are. */
export const roomAndTeachersForm = {
  roomId: z.optional(z.nullable(id)),
  teacherIds: z.optional(z.array(id).check(z.maxLength(MOST_TEACHERS))),
}
/** In what is shown of them. */
export const roomAndTeachers = { roomId: z.nullable(id), teacherIds: z.array(id) }

export const roomRefusals = ['roomTaken', 'roomNotFound'] as const

const room = object({ id, name: z.string(), archived: flag })
export type Room = z.infer<typeof room>
const named = object({ id, name: z.string() })

export const rooms = contract('rooms', {
  /** What the rooms and those who teach are called; nothing of what is switched off. */
  shown: query({
    may: 'browse',
    input: nothing,
    answer: object({ rooms: z.array(room), teachers: z.array(named) }),
    feature: withRoomsOrTeachers,
  }),
  /** Who may be chosen to teach. */
  staff: query({ may: 'seeDesk', input: nothing, answer: z.array(named), feature: withTeachers }),
  /** When rooms and teachers are taken between two moments: to see what would clash. */
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
    /** `before` is what the form was begun with: see accounts/server/edits.ts. */
    input: object({ id, name: text, before: object({ name: text }) }),
    answer: nothing,
    refuses: ['invalidFields', 'roomNotFound', 'editedMeanwhile'],
    feature: 'rooms',
  }),
  /** An archived room can't be chosen any more; what has it keeps it. */
  archive: command({
    may: 'manageSettings',
    input: object({ id, archived: flag }),
    answer: nothing,
    refuses: ['roomNotFound'],
    feature: 'rooms',
  }),
})
