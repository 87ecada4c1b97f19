import type { Cents } from '#kernel/money.ts'
import { allocate } from '../rules/matching.ts'
import { sameWords } from './sameWords.ts'

interface Found {
  readonly payerId: string
  readonly name: string
  readonly payments: readonly { readonly paymentId: string; readonly cents: Cents; readonly markedByTeacher: boolean }[]
}
/** Of chosen payments, in their order, who pays each and what is open of it. */
export type Payments = ReadonlyMap<string, { readonly payerId: string; readonly open: Cents }>

/**
 * What is ticked before anybody does: where it is clear who paid, the payments that the same sum would pay by a reference
 * number. Nothing is booked by it.
 */
export function proposed(
  payers: readonly Found[],
  line: { readonly name: string | null; readonly cents: Cents },
): Payments {
  const named = payers.length === 1 ? payers : payers.filter(({ name }) => sameWords(name, line.name ?? ''))
  const [payer, ...others] = named
  if (!payer || others.length > 0) return new Map()
  const { payerId, payments } = payer
  const open = payments.map(({ paymentId: id, cents: rest, markedByTeacher }) => ({
    id,
    rest,
    status: markedByTeacher ? ('markedByTeacher' as const) : ('due' as const),
  }))
  const paid = allocate(line.cents, open)?.parts ?? []
  const restOf = new Map(open.map(({ id, rest }) => [id, rest]))
  return new Map(paid.map(({ paymentId, cents }) => [paymentId, { payerId, open: restOf.get(paymentId) ?? cents }]))
}
