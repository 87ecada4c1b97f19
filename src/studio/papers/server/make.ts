import { and, eq, inArray, isNull } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { may, refuseWrong } from '#studio/accounts/rules.ts'
import { receivedOf, restOf } from '#studio/payments/rules.ts'
import { payerIdFor } from '#studio/payments/server/payers.ts'
import { lockPayment, lockPayments } from '#studio/payments/server/settle.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import { canHaveReceipt, checkBuyer, numberOf, tidyBuyer, toInvoice, type BuyerForm } from '../rules.ts'
import { paperBuyers, papers } from '../tables.ts'
import { blank, invoicedOf, lineOf, moneyWhere, payerName, paymentsWhere, referenceOf, sellerOf } from './facts.ts'
import { issue } from './issue.ts'

/** Returns the receipt of a confirmed payment, and creates it if there is none. */
export const receipt = run(async (c: CommandContext, { paymentId }: { paymentId: string }) => {
  const payment = await lockPayment(c, paymentId)
  const theirs = payment?.payerId === c.me.accountId || may(c.me.kind, 'seeDesk')
  if (!payment || !theirs) return refuse('paymentNotFound')
  if (!canHaveReceipt(payment)) return refuse('paymentNotConfirmed')
  const [there] = await c.tx
    .select()
    .from(papers)
    .where(and(eq(papers.paymentId, paymentId), isNull(papers.endedAt)))
  if (there) return done({ id: there.id, number: numberOf(there.series, there.year, there.number) })

  const [known] = await paymentsWhere(c.tx, c.settings.timeZone, eq(payments.id, paymentId))
  if (!known) return refuse('paymentNotFound')
  const money = await moneyWhere(c.tx, eq(receipts.paymentId, paymentId))
  const lines = money
    .filter(({ cents }) => cents !== 0)
    .map(({ day, way, cents }) => ({ ...lineOf(known, cents), paidDay: day, way }))
  const name = await payerName(c.tx, payment.payerId)
  const buyer = { name, registryCode: '', vatNumber: '', address: '' }
  const reference = await referenceOf(c.tx, payment.payerId)
  const content = { ...blank, seller: sellerOf(c.settings.sections), buyer, reference, lines }
  return done(await issue(c, { kind: 'receipt', payerId: payment.payerId, content, paymentIds: [paymentId] }))
})

interface Chosen {
  readonly paymentIds: readonly string[]
  readonly buyer: BuyerForm
}

export const invoice = run((c: CommandContext, chosen: Chosen) => invoiceOf(c, c.me.accountId, chosen))

export const invoiceFor = run(async (c: CommandContext, { userId, ...chosen }: Chosen & { userId: string }) =>
  invoiceOf(c, await payerIdFor(c.tx, userId), chosen),
)

async function invoiceOf(c: CommandContext, payerId: string, { paymentIds, buyer }: Chosen) {
  const wrong = refuseWrong(checkBuyer(buyer))
  if (wrong) return wrong
  const ids = [...new Set(paymentIds)]
  const locked = await lockPayments(c, inArray(payments.id, ids))
  if (locked.length < ids.length || locked.some((payment) => payment.payerId !== payerId)) {
    return refuse('paymentNotFound')
  }
  const invoiced = await invoicedOf(c.tx, ids)
  const known = (await paymentsWhere(c.tx, c.settings.timeZone, inArray(payments.id, ids))).toReversed()
  const asked = known.map((one) => ({ ...one, cents: toInvoice(one.payment, invoiced.get(one.payment.id) ?? 0) }))
  if (asked.some(({ cents }) => cents === 0)) return refuse('alreadyInvoiced')

  const kept = tidyBuyer(buyer)
  await c.tx
    .insert(paperBuyers)
    .values({ payerId, ...kept })
    .onConflictDoUpdate({ target: paperBuyers.payerId, set: kept })
  const today = dateIn(c.settings.timeZone, c.now)
  const open = asked.filter(({ payment }) => restOf(payment) > 0)
  const deadlines = open.map(({ payment }) => dateIn(c.settings.timeZone, payment.deadline)).toSorted()
  const due = deadlines[0] === undefined ? null : deadlines[0] < today ? today : deadlines[0]
  const { name, registryCode, address } = kept
  const content = {
    ...blank,
    seller: sellerOf(c.settings.sections),
    buyer: { name, registryCode, vatNumber: '', address },
    reference: await referenceOf(c.tx, payerId),
    lines: asked.map((one) => lineOf(one, one.cents)),
    // what came for an earlier invoice is on that one
    paid: asked.reduce((sum, { payment, cents }) => {
      const left = receivedOf(payment) - (invoiced.get(payment.id) ?? 0)
      return sum + Math.min(cents, Math.max(0, left))
    }, 0),
    due,
  }
  return done(await issue(c, { kind: 'invoice', payerId, content, paymentIds: asked.map(({ payment }) => payment.id) }))
}
