/** How much a run measures. The quick one only checks that every figure can be measured. */
export interface Scale {
  readonly quick: boolean
  readonly rounds: number
  /** Duration of one round of registrations. */
  readonly seconds: number
  /** Number of changes made while browsers watch. */
  readonly changes: number
  /** Browsers that watch while others register. */
  readonly watchers: number
  /** Browsers of the people who register. */
  readonly pages: number
  /** Time in ms after which a slow phone has finished painting. */
  readonly settles: number
  /** Sizes of the filled studio, as multiples of 5,000 people. */
  readonly sizes: readonly number[]
  /** Number of inputs for each procedure. */
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
