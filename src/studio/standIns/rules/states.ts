/**
 * How it stands with a class that its teacher can't take. `open`: somebody is looked for. `offered`: somebody would take
 * it over, and an admin decides. All others are the end: `taken` by whoever offered, `withdrawn` by the teacher, who
 * takes it after all, `replaced` where the studio has put others in the teacher's place, `cancelled` with the class,
 * `begun` where it began before anybody had taken it over.
 */
export const states = ['open', 'offered', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun'] as const
export type State = (typeof states)[number]

/** Those in which a class still needs somebody. */
export const activeStates = ['open', 'offered'] as const satisfies readonly State[]

export const isActive = (state: State): boolean => activeStates.some((one) => one === state)

const moves: Readonly<Record<State, readonly State[]>> = {
  // taken without an offer that waits: an admin took it over, or nobody has to approve
  open: ['offered', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun'],
  // back to open where the offer fell: see `reasons`
  offered: ['open', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun'],
  taken: [],
  withdrawn: [],
  // where that is undone
  replaced: ['open'],
  cancelled: [],
  begun: [],
}

export const canMove = (from: State, to: State): boolean => moves[from].includes(to)

/** Why an offer fell: the studio refused it, whoever offered can't either, or the class was moved since. */
export const reasons = ['refused', 'takenBack', 'moved'] as const
export type Reason = (typeof reasons)[number]
