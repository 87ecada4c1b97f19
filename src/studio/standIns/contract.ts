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
  /** Who would take it over, or has; null where nobody would. */
  offeredBy: z.nullable(id),
  offeredName: z.nullable(z.string()),
  /** Why the last offer fell, and whose it was. */
  fell: z.nullable(object({ reason: z.enum(reasons), name: z.string() })),
})
export type ListedStandIn = z.infer<typeof listed>

const standIn = object({ standInId: id })
/** `offeredBy` is whom the screen showed: another's offer is decided anew. */
const decision = object({ standInId: id, offeredBy: id })

export const standIns = contract('standIns', {
  /** Classes from today on that a teacher can't take, or could not, soonest first; of each teacher's the last. */
  list: query({ feature, may: 'seeDesk', input: nothing, answer: z.array(listed) }),
  /** 'I can't take this class': of one's own, before it begins. */
  ask: command({
    feature,
    may: 'takeAttendance',
    input: object({ scheduleId: id }),
    answer: object({ id, /** How many are told. */ told: count }),
    refuses: ['scheduleNotFound', 'entryCancelled', 'entryStarted', 'notTaughtByYou', 'askedAlready'],
  }),
  /** The teacher takes it after all. */
  withdraw: command({ feature, may: 'takeAttendance', input: standIn, answer: nothing, refuses: ['standInOver'] }),
  /** 'Take it over': at once where nobody has to approve, or by an admin. */
  offer: command({
    feature,
    may: 'takeAttendance',
    input: standIn,
    answer: object({ taken: flag }),
    refuses: ['standInOver', 'entryStarted', 'taughtByYou', 'offeredByAnother'],
  }),
  /** Whoever offered can't either. */
  takeBack: command({ feature, may: 'takeAttendance', input: standIn, answer: nothing, refuses: ['offerGone'] }),
  approve: command({
    feature,
    may: 'manageSchedule',
    input: decision,
    answer: object({ /** How many of those who come are told. */ told: count }),
    refuses: ['offerGone', 'entryStarted', 'teachesNoMore', 'taughtAlready'],
  }),
  refuse: command({ feature, may: 'manageSchedule', input: decision, answer: nothing, refuses: ['offerGone'] }),
})
