import * as z from 'zod/mini'
import { cents, count, date, id, instant, object, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { hindrances, mergedFields, movedKinds } from './rules.ts'

const alike = object({
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  dob: z.nullable(z.string()),
  email: z.string(),
  createdAt: instant,
})
export type Alike = z.infer<typeof alike>

const mergedRecord = object({
  mergeId: id,
  displayName: z.string(),
  familyName: z.string(),
  at: instant,
  undoableUntil: instant,
})
export type MergedRecord = z.infer<typeof mergedRecord>

const preview = object({
  /** What moves to the kept record, with the number of each kind. */
  moves: z.array(object({ kind: z.enum(movedKinds), count })),
  credit: cents,
  /** Fields in which the two differ; empty where a record has no value. */
  differs: z.array(object({ field: z.enum(mergedFields), kept: z.string(), gone: z.string() })),
  /** E-mail addresses with which each signs in; empty if it does not. */
  signsIn: object({ kept: z.string(), gone: z.string() }),
  hindrances: z.array(
    object({
      why: z.enum(hindrances),
      name: z.string(),
      at: z.nullable(instant),
      /** The class whose list has both; an admin can remove one of them there, also after the class. */
      scheduleId: z.nullable(id),
    }),
  ),
  refused: z.nullable(z.enum(['userNotFound', 'notTheSame', 'ownRecord', 'staffRecord'])),
})
export type MergePreview = z.infer<typeof preview>

const both = { keptId: id, goneId: id }
const feature = 'families'

export const merging = contract('merging', {
  /** Likely duplicates of a record, records merged into it, and the record it was merged into. */
  ofUser: query({
    may: 'manageUsers',
    feature,
    input: object({ userId: id }),
    answer: object({ alike: z.array(alike), merged: z.array(mergedRecord), into: z.nullable(id) }),
  }),
  /** Likely duplicates: people with the same name and date of birth; the oldest record of each. */
  twice: query({
    may: 'manageUsers',
    feature,
    input: nothing,
    answer: object({
      total,
      people: z.array(
        object({ userId: id, displayName: z.string(), familyName: z.string(), dob: date, records: count }),
      ),
    }),
  }),
  /** What a merge would move, and what prevents it. */
  preview: query({ may: 'manageUsers', feature, input: object(both), answer: preview }),
  merge: command({
    may: 'manageUsers',
    feature,
    input: object({
      ...both,
      /** The fields whose value comes from the record that goes. */
      take: z.array(z.enum(mergedFields)).check(z.maxLength(mergedFields.length)),
    }),
    answer: object({ mergeId: id }),
    refuses: ['userNotFound', 'notTheSame', 'ownRecord', 'staffRecord', 'inTheWay'],
  }),
  /** Undoes a merge within 30 days: each row moves back to the record that it came from. */
  undo: command({
    may: 'manageUsers',
    feature,
    input: object({ mergeId: id }),
    answer: nothing,
    refuses: ['undoOver', 'mergedSince', 'creditSpent'],
  }),
})
