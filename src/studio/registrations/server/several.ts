import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { handler } from '#server/procedures.ts'
import { inTheirOrder, inTheWay } from '#studio/accounts/server/several.ts'
import { discountTries } from '#studio/courses/server/discounts.ts'
import type { registrations as contract } from '../contract.ts'
import { claimWithDropIn, claimWithMakeUp, claimWithMembership, savePlaces, type Claim } from './take.ts'

type Several = InputOf<typeof contract.registerSeveral>

/** Registers several people for one class, each with a pass or for the fee: all of them, or none. */
export const registerSeveral = handler({
  limits: (input: Several, request) => discountTries(input.discountCode, request),
  run: async (c, { people, scheduleId, ...sale }) => {
    const claims: Claim<{ price?: number }>[] = []
    for (const { personId: userId, purchaseId, makeUpId = null } of inTheirOrder(people)) {
      const place = { scheduleId, userId }
      const claim =
        makeUpId !== null
          ? await claimWithMakeUp(c, { ...place, makeUpId }, claims)
          : purchaseId === null
            ? await claimWithDropIn(c, { ...place, ...sale }, claims)
            : await claimWithMembership(c, { ...place, purchaseId }, claims)
      if (!claim.ok) return await inTheWay(c, claim, userId)
      claims.push(claim.value)
    }
    if (new Set(people.map(({ personId }) => personId)).size < people.length) return refuse('alreadyRegistered')
    const answers = await savePlaces(c, claims)
    return done({ price: answers.reduce((sum, { price = 0 }) => sum + price, 0) })
  },
})
