// Somebody says whose a line is: payments of whomever it is for, and whose credit the rest becomes.
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import type { Share } from '#studio/payments/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { makePayer } from '#studio/payments/server/payers.ts'
import { bookTransfer, openPaymentsOf, payersReached } from '#studio/payments/server/transfers.ts'
import type { Hint } from '../rules.ts'
import { suggestedParts } from '../rules/matching.ts'
import { decide, lockWaiting } from './settle.ts'
import { tellSoon } from './tell.ts'
import { waitingBeside, type Line } from './waiting.ts'

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
  const hint = await hintOf(c, line, { payerId, shares })
  const credit = line.cents - sum
  const paid = await bookTransfer(c, { payerId, parts: shares, credit, day: line.day, sourceId: line.id })
  await decide(c, line, 'settled', { way: 'assigned', shares: paid, credit, ...(hint && { hint }) }, payerId)
  await tellSoon(c, await payersReached(c.tx, line.id))
  return done({})
})

/** By which of its suggestions a line is assigned; null where somebody has found it by themselves. */
async function hintOf(
  c: CommandContext,
  line: Line,
  { payerId, shares }: Omit<Assigned, 'lineId'>,
): Promise<Hint | null> {
  const { matches, known } = await waitingBeside(c.tx, [line])
  const match = matches.get(line.id)
  if (match?.kind !== 'look') return null
  const same = (parts: readonly Share[]) =>
    parts.length === shares.length &&
    parts.every(({ paymentId, cents }) => shares.some((one) => one.paymentId === paymentId && one.cents === cents))
  const chosen = match.suggestions.find(
    (one) => one.payerId === payerId && same(suggestedParts(line.cents, one, known)),
  )
  return chosen?.hint ?? null
}
