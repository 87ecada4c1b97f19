import type { Workplace } from '#server/errands/errand.ts'

/** The process ends here: nothing after it is done. */
export class EndedHere extends Error {}

/** The process ends after so many transactions of a long call: what it had under way is never saved. */
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

/** The end of a process settles nothing either: who took the call is waited for until its time is over. */
export async function endsWithin(call: () => Promise<unknown>): Promise<never> {
  await call()
  throw new EndedHere()
}
