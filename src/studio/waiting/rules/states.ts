/**
 * States of a wait:
 * - `waiting`: for the person's turn
 * - `offered`: a place is held for them
 * - `taken`: registered
 * - `declined`: by the person
 * - `expired`: the offer ended without a reply
 * - `left`: by the person
 * - `removed`: by staff
 * - `closed`: the class or course takes nobody any more
 */
export const states = ['waiting', 'offered', 'taken', 'declined', 'expired', 'left', 'removed', 'closed'] as const
export type State = (typeof states)[number]

/** States in which the person still waits. */
export const activeStates = ['waiting', 'offered'] as const satisfies readonly State[]

const moves: Readonly<Record<State, readonly State[]>> = {
  waiting: ['offered', 'taken', 'left', 'removed', 'closed'],
  // back to waiting if the class was moved so that there is no time left to reply
  offered: ['taken', 'declined', 'expired', 'left', 'removed', 'closed', 'waiting'],
  taken: [],
  declined: [],
  // who did not reply in time, and registers later
  expired: ['taken'],
  left: [],
  removed: [],
  closed: [],
}

export const canMove = (from: State, to: State): boolean => moves[from].includes(to)

/** Why a person was skipped; they keep their position and see the reason. */
export const skips = ['clash', 'noPass', 'openPayments', 'overduePayments', 'inactive'] as const
export type Skip = (typeof skips)[number]
