import { and, eq, inArray } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { payersChanged } from '#studio/families/events.ts'
import { isSettled } from '../rules.ts'
import { paymentReopened } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { credits, payerReferences, payers, payments } from '../tables.ts'
import { issuedTo, makePayers, payerFor, payerIdFor, payerOfPerson } from './payers.ts'
import { lockPayments } from './settle.ts'

/**
 * For a person who paid as a person, without an account, and for whom an account pays now: moves the open payments, the
 * credit and the reference numbers to the account, so that an old number finds the new payer. Paid payments stay for
 * the books. What an account owes stays with it even after the link to the person has ended.
 */
export const moveToAccount = on(payersChanged, async (c, { personId }) => {
  const own = payerOfPerson(personId)
  const [payer] = await c.tx.select().from(payers).where(eq(payers.id, own)).for('update')
  const to = await payerIdFor(c.tx, personId)
  if (!payer || to === own) return
  const paid = await lockPayments(c, eq(payments.payerId, own))
  const open = paid.filter((payment) => !isSettled(payment)).map(({ id }) => id)
  const { payerId, parts } = payerFor(c.tx, { userId: personId, by: null, now: c.now })
  await c.tx
    .with(...parts)
    .update(payerReferences)
    .set({ payerId })
    .where(eq(payerReferences.payerId, own))
  await c.tx
    .update(payments)
    .set({ payerId: to })
    .where(and(eq(payments.payerId, own), inArray(payments.id, open)))
  await c.tx.update(credits).set({ payerId: to }).where(eq(credits.payerId, own))
  if (open.length === paid.length) await c.tx.delete(payers).where(eq(payers.id, own))
  else await issuedTo(c.tx, own, c.now)
  const metadata = { user: personId, payments: open.length }
  c.log({ channel: 'payments', level: 'info', message: logLines.owedByAccount, metadata })
})

/** A payment of such a person that is open again after it was paid: moves it to whoever pays for the person now. */
export const moveReopened = on(paymentReopened, async (c, { before, after }) => {
  const { id, payerId, userId } = before
  if (after.status === 'cancelled' || payerId !== payerOfPerson(userId)) return
  const to = await payerIdFor(c.tx, userId)
  if (to === payerId) return
  await makePayers(c, [{ payerId: to, userId }])
  await c.tx.update(payments).set({ payerId: to }).where(eq(payments.id, id))
})
