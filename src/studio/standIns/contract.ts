import * as z from 'zod/mini'
import { count, flag, id, instant, object } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { reasons, states } from './rules/states.ts'

const feature = 'door'

const listed = object({
  id,
  scheduleId: id,
  className: z.string(),
  startsAt: instant,
  endsAt: instant,
  state: z.enum(states),
  teacherId: id,
  teacher: z.string(),
  /** Who has offered to take it over, or has; null if nobody. */
  offeredBy: z.nullable(id),
  offeredName: z.nullable(z.string()),
  /** Why the last offer ended, and who made it. */
  fell: z.nullable(object({ reason: z.enum(reasons), accountId: z.nullable(id), name: z.string() })),
})
export type ListedStandIn = z.infer<typeof listed>

const standIn = object({ standInId: id })
/** `offeredBy`: the offer shown on the screen; a newer offer needs a new decision. */
const decision = object({ standInId: id, offeredBy: id })

export const standIns = contract('standIns', {
  /** Requests for classes from today on, soonest first; the latest for each teacher. */
  list: query({ feature, may: 'seeDesk', input: nothing, answer: z.array(listed) }),
  /** 'I can't take this class': for the teacher's own class, before it begins. */
  ask: command({
    feature,
    may: 'takeAttendance',
    input: object({ scheduleId: id }),
    answer: object({ id, /** Number of readers of the letter. */ told: count }),
    refuses: ['scheduleNotFound', 'entryCancelled', 'entryStarted', 'notTaughtByYou', 'askedAlready'],
  }),
  /** The teacher will take the class after all. */
  withdraw: command({ feature, may: 'takeAttendance', input: standIn, answer: nothing, refuses: ['standInOver'] }),
  /** 'Take it over': takes effect at once if no approval is needed, or the caller is an admin. */
  offer: command({
    feature,
    may: 'takeAttendance',
    input: standIn,
    answer: object({ taken: flag }),
    refuses: ['standInOver', 'entryStarted', 'taughtByYou', 'offeredByAnother'],
  }),
  /** Withdraws the caller's offer. */
  takeBack: command({ feature, may: 'takeAttendance', input: standIn, answer: nothing, refuses: ['offerGone'] }),
  approve: command({
    feature,
    may: 'manageSchedule',
    input: decision,
    answer: object({ /** Participants who are told. */ told: count }),
    refuses: ['offerGone', 'entryStarted', 'teachesNoMore', 'taughtAlready'],
  }),
  refuse: command({ feature, may: 'manageSchedule', input: decision, answer: nothing, refuses: ['offerGone'] }),
})
