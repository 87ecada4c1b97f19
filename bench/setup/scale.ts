/** How much a run measures. The quick one only checks that every figure can still be taken. */
export interface Scale {
  readonly quick: boolean
  readonly rounds: number
  /** Of a round of registrations. */
  readonly seconds: number
  /** How often something is changed before watchers. */
  readonly changes: number
  /** Browsers that watch while others register. */
  readonly watchers: number
  /** Browsers of those who register. */
  readonly pages: number
  /** Time in ms in which a slow phone finishes painting. */
  readonly settles: number
  /** How many times the studio of 5,000 people is filled in, or the part of it that is. */
  readonly sizes: readonly number[]
  /** Inputs for each procedure. */
  readonly inputs: number
}

export const full: Scale = {
  quick: false,
  rounds: 3,
  seconds: 4,
  changes: 100,
  watchers: 200,
  pages: 100,
  settles: 1_500,
  sizes: [1, 10],
  inputs: 20,
}

export const quick: Scale = {
  quick: true,
  rounds: 1,
  seconds: 0.3,
  changes: 3,
  watchers: 10,
  pages: 5,
  settles: 250,
  sizes: [0.02],
  inputs: 2,
}
