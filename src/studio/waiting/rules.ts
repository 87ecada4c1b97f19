import type { Instant } from '#kernel/time.ts'
import { misfit, type Purchase } from '#studio/memberships/rules.ts'
import { whyPayFirst, type Owed, type PayFirstLimits } from '#studio/payments/rules.ts'
import type { Skip } from './rules/states.ts'

export const kinds = ['class', 'course'] as const
export type Kind = (typeof kinds)[number]

/** The class or course for which people wait. */
export interface Target {
  readonly kind: Kind
  readonly id: string
}

type Pass = Purchase & { readonly id: string }

/** Facts about the person whose turn it is. */
export interface Next {
  readonly active: boolean
  /** Whether they have another class or course at that time. */
  readonly busy: boolean
  readonly owed: Owed
  readonly passes: readonly Pass[]
  /** Id of the pass with which a place should be taken for them. */
  readonly takeWith: string | null
  /** Whether an account that books for them has accepted the current terms; without that nothing is booked for them. */
  readonly acceptedTerms: boolean
}

interface ForClass {
  readonly startsAt: Instant
  readonly categories: readonly string[]
}

export type Turn =
  | { readonly does: 'take'; readonly purchaseId: string }
  | { readonly does: 'offer' }
  | { readonly does: 'skip'; readonly why: Skip }

/** Decides what happens at a person's turn; `forClass` is null for a course, which can't be paid with a pass. */
export function turnOf(next: Next, forClass: ForClass | null, limits: PayFirstLimits, now: Instant): Turn {
  const skip = (why: Skip): Turn => ({ does: 'skip', why })
  if (!next.active) return skip('inactive')
  if (next.busy) return skip('clash')
  const payFirst = whyPayFirst('user', next.owed, limits)
  if (payFirst === 'overduePayments') return skip('overduePayments')
  const fits = (pass: Pass) => forClass !== null && misfit(pass, forClass, now) === null
  if (next.takeWith !== null) {
    const pass = next.passes.find(({ id }) => id === next.takeWith)
    if (!pass || !fits(pass)) return skip('noPass')
    return next.acceptedTerms ? { does: 'take', purchaseId: pass.id } : { does: 'offer' }
  }
  if (payFirst === 'tooManyOpenPayments' && !next.passes.some(fits)) return skip('openPayments')
  return { does: 'offer' }
}
