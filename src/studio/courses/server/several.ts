import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { handler } from '#server/procedures.ts'
import { inTheirOrder, inTheWay } from '#studio/accounts/server/several.ts'
import type { courses as contract } from '../contract.ts'
import { discountTries } from './discounts.ts'
import { claimCoursePlace, type Claimed } from './places.ts'

type Several = InputOf<typeof contract.joinSeveral>

/** Registers several people for one course: all or none. */
export const joinSeveral = handler({
  limits: (input: Several, request) => discountTries(input.discountCode, request),
  run: async (c, { people, ...choice }) => {
    const claimed: Claimed[] = []
    const ordered = inTheirOrder(people)
    const together = ordered.map(({ personId }) => personId)
    for (const personId of together) {
      const claim = await claimCoursePlace(c, choice, personId, { claimed, together })
      if (!claim.ok) return await inTheWay(c, claim, personId)
      claimed.push(claim.value)
    }
    if (new Set(people.map(({ personId }) => personId)).size < people.length) return refuse('alreadyInCourse')
    let price = 0
    for (const { save } of claimed) price += (await save()).price
    return done({ price })
  },
})
