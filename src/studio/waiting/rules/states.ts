/**
 * Where somebody stands who waits for a place. `waiting`: for their turn. `offered`: a place is held for them. All others
 * are the end: `taken` with a registration, `declined`, `expired` where the offer ended, `left`, `removed` by staff,
 * `closed` where there is nothing to wait for any more.
 */
export const states = ['waiting', 'offered', 'taken', 'declined', 'expired', 'left', 'removed', 'closed'] as const
export type State = (typeof states)[number]

/** Those who still wait. */
export const activeStates = ['waiting', 'offered'] as const satisfies readonly State[]

const moves: Readonly<Record<State, readonly State[]>> = {
  waiting: ['offered', 'taken', 'left', 'removed', 'closed'],
  // back to waiting where the class was moved so that there is no time left to answer
  offered: ['taken', 'declined', 'expired', 'left', 'removed', 'closed', 'waiting'],
  taken: [],
  declined: [],
  expired: [],
  left: [],
  removed: [],
  closed: [],
}

export const canMove = (from: State, to: State): boolean => moves[from].includes(to)

/** Why somebody's turn passed by; they keep their place and see it. */
export const skips = ['clash', 'noPass', 'openPayments', 'overduePayments', 'inactive'] as const
export type Skip = (typeof skips)[number]
