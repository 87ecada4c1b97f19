// Somebody says whose a line is: payments of whomever it is for, and whose credit the rest becomes.
import { done, refuse } from '#kernel/result.ts'
import { run } from '#server/procedures.ts'
import type { Share } from '#studio/payments/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { makePayer } from '#studio/payments/server/payers.ts'
import { bookTransfer, openPaymentsOf, payersReached } from '#studio/payments/server/transfers.ts'
import { decide, lockWaiting } from './settle.ts'
import { tellSoon } from './tell.ts'

interface Assigned {
  readonly lineId: string
  /** Whose credit the rest becomes, and who is said to have paid. */
  readonly payerId: string
  /** Payments of this payer, or of others. */
  readonly shares: readonly Share[]
}

export const assign = run(async (c, { lineId, payerId, shares }: Assigned) => {
  const [line] = await lockWaiting(c, [lineId])
  if (!line || line.kind !== 'payment' || line.currency !== 'EUR') return refuse('lineMoved')
  const sum = shares.reduce((total, { cents }) => total + cents, 0)
  if (sum > line.cents) return refuse('tooMuch')
  const ids = shares.map(({ paymentId }) => paymentId)
  const payers = (await openPaymentsOf(c.tx, ids)).map((payment) => payment.payerId)
  await lockPayers(c, [payerId, ...payers])
  const open = await openPaymentsOf(c.tx, ids)
  const fits = ({ paymentId, cents }: Share) =>
    cents > 0 && open.some(({ id, rest, status }) => id === paymentId && cents <= rest && status !== 'markedByTeacher')
  if (new Set(ids).size < ids.length || !shares.every(fits)) return refuse('paymentMoved')
  if (!(await makePayer(c, payerId))) return refuse('paymentMoved')
  const credit = line.cents - sum
  await bookTransfer(c, { payerId, parts: shares, credit, day: line.day, sourceId: line.id })
  await decide(c, line, 'settled', { way: 'assigned', shares, credit }, payerId)
  await tellSoon(c, await payersReached(c.tx, line.id))
  return done({})
})
