import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { handler } from '#server/procedures.ts'
import { inTheirOrder, inTheWay } from '#studio/accounts/server/several.ts'
import { discountTries } from '#studio/courses/server/discounts.ts'
import type { registrations as contract } from '../contract.ts'
import { claimWithDropIn, claimWithMakeUp, claimWithMembership } from './take.ts'

type Several = InputOf<typeof contract.registerSeveral>

/** Registers several people for one class, each with a pass or for the fee: all of them, or none. */
export const registerSeveral = handler({
  limits: (input: Several, request) => discountTries(input.discountCode, request),
  run: async (c, { people, scheduleId, ...sale }) => {
    const saves: (() => Promise<{ price?: number }>)[] = []
    for (const { personId: userId, purchaseId, makeUpId = null } of inTheirOrder(people)) {
      const place = { scheduleId, userId }
      const claim =
        makeUpId !== null
          ? await claimWithMakeUp(c, { ...place, makeUpId }, saves.length)
          : purchaseId === null
            ? await claimWithDropIn(c, { ...place, ...sale }, saves.length)
            : await claimWithMembership(c, { ...place, purchaseId }, saves.length)
      if (!claim.ok) return await inTheWay(c, claim, userId)
      saves.push(claim.value.save)
    }
    if (new Set(people.map(({ personId }) => personId)).size < people.length) return refuse('alreadyRegistered')
    let price = 0
    for (const save of saves) {
      const answer = await save()
      price += answer.price ?? 0
    }
    return done({ price })
  },
})
