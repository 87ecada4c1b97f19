import * as z from 'zod/mini'
import { count, flag, id, instant, object } from '#kernel/fields.ts'
import { command, contract, forPerson, nothing, query } from '#kernel/procedures.ts'
import { kinds } from './rules.ts'
import { skips, states } from './rules/states.ts'

const feature = 'waitingLists'
const target = { kind: z.enum(kinds), id }

const own = object({
  ...target,
  name: z.string(),
  /** Only for a class. */
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  categories: z.array(id),
  state: z.enum(states),
  /** 1 is next; null after the wait has ended. */
  position: z.nullable(count),
  offeredUntil: z.nullable(instant),
  skipped: z.nullable(z.enum(skips)),
  takeWith: z.nullable(id),
  /** A place is free for everybody: there was no time left for offers. */
  open: flag,
})
export type OwnWaiting = z.infer<typeof own>

const listed = object({
  id,
  userId: id,
  displayName: z.string(),
  familyName: z.string(),
  joinedAt: instant,
  state: z.enum(states),
  offeredUntil: z.nullable(instant),
  skipped: z.nullable(z.enum(skips)),
  toldAt: z.nullable(instant),
  takesItself: z.boolean(),
})
export type ListedWaiting = z.infer<typeof listed>

const closed = ['scheduleNotFound', 'entryCancelled', 'entryStarted', 'courseNotFound', 'courseDeadlinePassed'] as const
const noOffer = [
  'entryCancelled',
  'entryStarted',
  'courseNotFound',
  'courseDeadlinePassed',
  'noFreePlace',
  'tooLateToOffer',
] as const
const passRefusals = [
  'membershipNotFound',
  'membershipEnded',
  'membershipUsedUp',
  'membershipExpiresBefore',
  'membershipFrozen',
  'membershipCategory',
] as const

export const waiting = contract('waiting', {
  /** A person's waits and expired offers, until the class has begun or the course's deadline has passed. */
  mine: query({ feature, may: 'see', subject: 'personId', input: object(forPerson), answer: z.array(own) }),
  join: command({
    feature,
    may: 'book',
    needsTerms: true,
    subject: 'personId',
    input: object({ ...target, takeWith: z.nullable(id), ...forPerson }),
    answer: object({ position: count }),
    refuses: [
      ...closed,
      'notFull',
      'alreadyRegistered',
      'includedAlready',
      'comesInstead',
      'alreadyWaiting',
      ...passRefusals,
    ],
  }),
  /** 'Take it for me' with this pass; null means asking first. */
  takeForMe: command({
    feature,
    may: 'book',
    subject: 'personId',
    input: object({ ...target, takeWith: z.nullable(id), ...forPerson }),
    answer: nothing,
    refuses: ['notWaiting', 'termsNotAccepted', ...passRefusals],
  }),
  leave: command({
    feature,
    may: 'book',
    subject: 'personId',
    input: object({ ...target, ...forPerson }),
    answer: nothing,
    refuses: ['notWaiting'],
  }),
  /** 'No, thanks': the place goes to the next person. */
  decline: command({
    feature,
    may: 'book',
    subject: 'personId',
    input: object({ ...target, ...forPerson }),
    answer: nothing,
    refuses: ['offerEnded'],
  }),
  /** Everybody who waits, the next person first. */
  list: query({
    feature,
    may: 'registerOthers',
    input: object(target),
    answer: object({ rows: z.array(listed), whyNoOffer: z.nullable(z.enum(noOffer)) }),
  }),
  /** Offers a free place to a person, ahead of those before them. */
  offer: command({
    feature,
    may: 'registerOthers',
    input: object({ waitingId: id }),
    answer: object({ until: instant }),
    refuses: ['notWaiting', ...noOffer],
  }),
  remove: command({
    feature,
    may: 'registerOthers',
    input: object({ waitingId: id }),
    answer: nothing,
    refuses: ['notWaiting'],
  }),
})
