import type { Cents } from '#kernel/money.ts'
import { useLives } from '#web/live/useLives.ts'
import { useStudio } from '#web/studio.tsx'
import { payments } from '../calls.ts'
import { discountOf, siblingDiscounts } from '../rules/siblings.ts'

interface Sale {
  /** Cents for each person, before any discount. */
  readonly full: Cents
  readonly code: Cents | null
}

/** The total to pay, and how much of the difference is the sibling discount (cents). */
interface ToPay {
  readonly cents: Cents
  readonly siblings: Cents
}

/**
 * Computes, by the server's own rule, what several people pay for the same item bought at once by the signed-in user;
 * staff who sell pass the person. Without people there is no sibling discount, as for a drop-in.
 */
export function useSiblings(bought: readonly string[] | undefined, soldTo?: string): (sale: Sale) => ToPay {
  const { siblingPercent: percent } = useStudio()
  const asks = percent > 0 && bought !== undefined
  const [mine] = useLives(payments.siblings, asks && soldTo === undefined ? [{}] : [])
  const [theirs] = useLives(payments.siblingsFor, asks && soldTo !== undefined ? [{ userId: soldTo }] : [])
  const live = mine ?? theirs
  const people = live?.state === 'ready' ? live.answer : []
  return ({ full, code }) => {
    // people for whom somebody else pays are not in the result
    const ours = (bought ?? []).filter((personId) => people.some((one) => one.personId === personId))
    const basket = ours.map((personId) => ({ personId, full }))
    const off = asks ? siblingDiscounts(people, basket, percent) : []
    const each = Array.from({ length: Math.max(1, bought?.length ?? 0) }, (_, index) =>
      discountOf(full, { code, siblings: off[index] ?? 0 }),
    )
    return {
      cents: each.reduce((sum, { cents }) => sum + full - cents, 0),
      siblings: each.reduce((sum, { by, cents }) => sum + (by === 'siblings' ? cents : 0), 0),
    }
  }
}
