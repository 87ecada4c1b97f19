/** How much a run measures: the quick one only sees that every figure can still be taken. */
export interface Scale {
  readonly quick: boolean
  readonly warmUp: number
  readonly seconds: number
  readonly rounds: number
}

export const full: Scale = { quick: false, warmUp: 3, seconds: 4, rounds: 3 }
export const quick: Scale = { quick: true, warmUp: 2, seconds: 2, rounds: 1 }
