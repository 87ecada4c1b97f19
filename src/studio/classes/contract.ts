import * as z from 'zod/mini'
import { count, id, instant, object, page, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { roomAndTeachers, roomAndTeachersForm, roomRefusals } from '#studio/rooms/contract.ts'

export const classForm = object({
  name: text,
  description: text,
  defaultMaxParticipants: count,
  categories: z.array(text).check(z.maxLength(20)),
  ...roomAndTeachersForm,
})
export type ClassForm = z.infer<typeof classForm>

const listedClass = object({
  id,
  name: z.string(),
  description: z.string(),
  defaultMaxParticipants: count,
  categories: z.array(z.string()),
  ...roomAndTeachers,
  createdAt: instant,
  updatedAt: instant,
})
export type ListedClass = z.infer<typeof listedClass>

export const classes = contract('classes', {
  /** All classes by name, to choose from. */
  list: query({ may: 'seeDesk', input: nothing, answer: z.array(listedClass) }),
  /** One page of the overview, by creation date. */
  overview: query({
    may: 'seeDesk',
    input: object({ order: z.enum(['newest', 'oldest']), page }),
    answer: object({ rows: z.array(listedClass), total, page }),
  }),
  create: command({
    may: 'manageClasses',
    input: classForm,
    answer: object({ id }),
    refuses: ['invalidFields', ...roomRefusals],
  }),
  update: command({
    may: 'manageClasses',
    /** `before` is what the form was opened with: see accounts/server/edits.ts. */
    input: z.extend(classForm, { classId: id, before: classForm }),
    answer: nothing,
    refuses: ['classNotFound', 'invalidFields', 'editedMeanwhile', ...roomRefusals],
  }),
  /** Deletes the class; its schedule entries are copies and stay. */
  remove: command({
    may: 'manageClasses',
    input: object({ classId: id }),
    answer: nothing,
    refuses: ['classNotFound'],
  }),
})
