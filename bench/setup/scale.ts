/** How much a run measures: the quick one only sees that every figure can still be taken. */
export interface Scale {
  readonly quick: boolean
  /** Seconds. */
  readonly warmUp: number
  /** Of a round, in seconds. */
  readonly seconds: number
  readonly rounds: number
  /** How often something is changed before watchers. */
  readonly changes: number
  /** Of how many watchers one comes. */
  readonly crowd: number
  /** Milliseconds in which late answers and fonts have moved what they move on a slow phone. */
  readonly settles: number
}

export const full: Scale = {
  quick: false,
  warmUp: 3,
  seconds: 4,
  rounds: 3,
  changes: 100,
  crowd: 1,
  settles: 1_500,
}
export const quick: Scale = {
  quick: true,
  warmUp: 0.2,
  seconds: 0.3,
  rounds: 1,
  changes: 5,
  crowd: 1 / 20,
  settles: 250,
}
