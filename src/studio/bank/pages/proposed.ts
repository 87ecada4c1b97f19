import type { Cents } from '#kernel/money.ts'
import { allocate } from '../rules/allocation.ts'
import { sameWords } from './sameWords.ts'

interface Found {
  readonly payerId: string
  readonly name: string
  readonly payments: readonly { readonly paymentId: string; readonly cents: Cents; readonly markedByTeacher: boolean }[]
}
/** The chosen payments, in order, with the payer and the open amount of each. */
export type Payments = ReadonlyMap<string, { readonly payerId: string; readonly open: Cents }>

/**
 * The payments ticked by default: if the payer is clear, those that the sum would pay by a reference number. Nothing is
 * booked.
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
