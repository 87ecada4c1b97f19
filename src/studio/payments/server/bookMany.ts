// Creates many payments in a few statements; otherwise as `createPayment`.
import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { PaidItem } from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'
import { methodUnchosen } from './book.ts'
import { makePayers } from './payers.ts'

interface Billed {
  readonly id: string
  readonly userId: string
  readonly payerId: string
  readonly item: PaidItem
  readonly itemId: string
  readonly description: string
  readonly price: Cents
  readonly discount: Cents
  readonly siblingPercent: number | null
  readonly deadline: Instant
  readonly runsUntil: Instant
}

/** Payments per statement: a statement takes at most 65,535 parameters. */
const AT_ONCE = 500

/** Creates due payments, each with its payer and first history entry; by transfer if the studio has a bank account. */
export async function createPayments(c: CommandContext, orders: readonly Billed[]): Promise<void> {
  const { vatLiable, vatRate } = c.settings.sections.payments
  const agreed = {
    status: 'due',
    paymentMethod: methodUnchosen(c, 'bankTransfer'),
    vatRate: vatLiable ? vatRate : null,
    updatedBy: c.actorId,
    createdAt: c.now,
    updatedAt: c.now,
  } as const
  await makePayers(c, [...new Map(orders.map((order) => [order.payerId, order])).values()])
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const some = orders.slice(from, from + AT_ONCE)
    await c.tx.insert(payments).values(some.map((order) => ({ ...order, ...agreed })))
    const first = { at: c.now, byUserId: c.actorId, toStatus: 'due', reason: 'created' } as const
    await c.tx.insert(paymentHistory).values(some.map(({ id }) => ({ paymentId: id, ...first })))
  }
}
