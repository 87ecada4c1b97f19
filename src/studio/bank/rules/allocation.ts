// Which payments of a payer a sum pays.
import type { Cents } from '#kernel/money.ts'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { takesTransfer, type PaidShare } from '../rules.ts'
import type { Known, Suggestion, Way } from './waitingLine.ts'

/** Maximum number of payments in a set that one line pays. */
export const MOST_TOGETHER = 12
/**
 * Maximum steps of the search for such a set (some tens of milliseconds). A search that exceeds it finds none, since a
 * set found so far may not be the only one.
 */
const MOST_STEPS = 100_000

/**
 * Which of a payer's payments a sum pays: one of that amount, else the only set that adds up to it, else the oldest
 * first; the rest is credit. Null if it may be for a payment that a teacher has marked.
 */
export function allocate(cents: Cents, all: readonly Open[]): { way: Way; parts: PaidShare[]; credit: Cents } | null {
  const open = all.filter(takesTransfer)
  if (open.length < all.length && !open.some(({ rest }) => rest === cents)) return null
  return sharedOut(cents, open)
}

/** The same for payments without a teacher's mark. */
function sharedOut(cents: Cents, open: readonly Open[]): { way: Way; parts: PaidShare[]; credit: Cents } {
  const exact = open.find(({ rest }) => rest === cents)
  if (exact) return { way: 'exact', parts: [{ paymentId: exact.id, cents }], credit: 0 }
  const set = onlySet(cents, open)
  if (set) return { way: 'set', parts: set.map(({ id, rest }) => ({ paymentId: id, cents: rest })), credit: 0 }
  let credit = cents
  const parts: PaidShare[] = []
  for (const { id, rest } of open) {
    const part = Math.min(credit, rest)
    if (part === 0) continue
    parts.push({ paymentId: id, cents: part, ...(part < rest && { of: rest }) })
    credit -= part
  }
  return { way: parts.length > 0 ? 'oldest' : 'credit', parts, credit }
}

/** What a line would pay for a suggested payer: nothing that a teacher has marked. */
export const suggestedParts = (
  cents: Cents,
  { payerId, paymentId }: Suggestion,
  { open }: Known,
): readonly PaidShare[] =>
  paymentId === null ? sharedOut(cents, (open.get(payerId) ?? []).filter(takesTransfer)).parts : [{ paymentId, cents }]

/** Whether the line may pay what a teacher has marked: then a person reviews it individually. */
export const mayBeMarked = (cents: Cents, { payerId, paymentId }: Suggestion, { open }: Known): boolean =>
  paymentId === null && allocate(cents, open.get(payerId) ?? []) === null

/** What allocation needs to know of a payment. */
type Open = Pick<OpenPayment, 'id' | 'rest' | 'status'>

/** Payments that add up to some sum, as a linked list from the last one. */
interface Chain {
  readonly last: Open
  readonly before: Chain | null
}
/** A set with some sum and number of payments, and whether it is the only one. */
interface Reached {
  readonly chain: Chain | null
  readonly only: boolean
}

/** The only set of open payments that adds up to a sum (cents); null if there is none or more than one. */
export function onlySet(cents: Cents, open: readonly Open[]): Open[] | null {
  const largestFirst = open.filter(({ rest }) => rest < cents).toSorted((a, b) => b.rest - a.rest)
  // the key combines the sum of a set and its number of payments
  let reached = new Map<number, Reached>([[0, { chain: null, only: true }]])
  let found: Reached | null = null
  let steps = 0
  for (const [place, payment] of largestFirst.entries()) {
    // the largest sum that each number of remaining payments can add
    const most = [0]
    for (const { rest } of largestFirst.slice(place + 1, place + 1 + MOST_TOGETHER))
      most.push((most.at(-1) ?? 0) + rest)
    const next = new Map<number, Reached>()
    const keep = (count: number, sum: Cents, one: Reached) => {
      if (sum + (most[Math.min(most.length - 1, MOST_TOGETHER - count)] ?? 0) < cents) return
      const key = sum * (MOST_TOGETHER + 1) + count
      next.set(key, next.has(key) ? { ...one, only: false } : one)
    }
    for (const [key, one] of reached) {
      if (++steps > MOST_STEPS) return null
      const count = key % (MOST_TOGETHER + 1)
      const sum = (key - count) / (MOST_TOGETHER + 1)
      keep(count, sum, one)
      const more = sum + payment.rest
      if (count === MOST_TOGETHER || more > cents) continue
      const longer = { chain: { last: payment, before: one.chain }, only: one.only }
      if (more < cents) keep(count + 1, more, longer)
      else if (found || !one.only) return null
      else found = longer
    }
    reached = next
  }
  const set = new Set<Open>()
  for (let chain = found?.chain; chain; chain = chain.before) set.add(chain.last)
  return found && open.filter((payment) => set.has(payment))
}
