/**
 * States of a request for a stand-in:
 * - `open`: a stand-in is needed
 * - `offered`: a teacher has offered, and an admin decides
 * - `taken`: the stand-in teaches the class
 * - `withdrawn`: the teacher takes the class after all
 * - `replaced`: the studio has assigned other teachers
 * - `cancelled`: the class was cancelled
 * - `begun`: the class began without a stand-in
 */
export const states = ['open', 'offered', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun'] as const
export type State = (typeof states)[number]

/** States in which a class still needs a stand-in. */
export const activeStates = ['open', 'offered'] as const satisfies readonly State[]

export const isActive = (state: State): boolean => activeStates.some((one) => one === state)

const moves: Readonly<Record<State, readonly State[]>> = {
  // directly to taken if an admin takes it over, or no approval is needed
  open: ['offered', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun'],
  // back to open if the offer ended: see `reasons`
  offered: ['open', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun'],
  taken: [],
  withdrawn: [],
  // if that change is undone
  replaced: ['open', 'offered'],
  cancelled: [],
  begun: [],
}

export const canMove = (from: State, to: State): boolean => moves[from].includes(to)

/** Why an offer ended: the studio refused it, the teacher withdrew it, or the class was moved. */
export const reasons = ['refused', 'takenBack', 'moved'] as const
export type Reason = (typeof reasons)[number]
