import type { Cents } from '#kernel/money.ts'

/** The price of a person's running courses, memberships and monthly fees, before any discount. */
export interface Running {
  readonly personId: string
  readonly cents: Cents
}

/** Something that is bought now, at its price before any discount. */
export interface Bought {
  readonly personId: string
  readonly full: Cents
}

/**
 * Which of one payer's people, sorted oldest first, pays in full: the one whose running and new items cost most; of
 * equals the older.
 */
export function paysInFull(people: readonly Running[], bought: readonly Bought[]): string | null {
  const sums = new Map(people.map(({ personId, cents }) => [personId, cents]))
  for (const { personId, full } of bought) sums.set(personId, (sums.get(personId) ?? 0) + full)
  let most: { personId: string; cents: Cents } | null = null
  for (const [personId, cents] of sums) if (most === null || cents > most.cents) most = { personId, cents }
  return most?.personId ?? null
}

/** What a percentage takes off one payment (cents), rounded half up. */
export const siblingDiscount = (full: Cents, percent: number): Cents => Math.floor((full * percent + 50) / 100)

/** What the sibling discount takes off each item that one payer's people buy now (cents, in the order of `bought`). */
export function siblingDiscounts(people: readonly Running[], bought: readonly Bought[], percent: number): Cents[] {
  const first = paysInFull(people, bought)
  return bought.map(({ personId, full }) => (personId === first ? 0 : siblingDiscount(full, percent)))
}

/**
 * What is taken off one price: the larger of the code and the sibling discount, and of equals the code, since it was
 * typed.
 */
export function discountOf(
  full: Cents,
  { code, siblings }: { readonly code: Cents | null; readonly siblings: Cents },
): { readonly by: 'code' | 'siblings' | null; readonly cents: Cents } {
  const ofCode = Math.min(full, code ?? 0)
  if (code !== null && ofCode >= siblings) return { by: 'code', cents: ofCode }
  return siblings > 0 ? { by: 'siblings', cents: siblings } : { by: null, cents: 0 }
}
