import type { Workplace } from '#server/errands/errand.ts'

/** Simulates the end of the process: nothing after it runs. */
export class EndedHere extends Error {}

/** Simulates the end of the process after this many transactions of a long call: its unsaved work is lost. */
export const endsAfter = (transactions: number) => {
  let left = transactions
  return (place: Workplace): Workplace => ({
    ...place,
    inOne: (work) => {
      if (left-- === 0) throw new EndedHere()
      return place.inOne(work)
    },
  })
}

/**
 * Makes the call, then simulates the end of the process before the result is saved: the call stays taken until it
 * expires.
 */
export async function endsWithin(call: () => Promise<unknown>): Promise<never> {
  await call()
  throw new EndedHere()
}
