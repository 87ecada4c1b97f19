// Payments, credit and reference numbers move to another payer.
import { and, eq, inArray } from 'drizzle-orm'
import { on } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { payersChanged } from '#studio/families/events.ts'
import { isDue, isSettled } from '../rules.ts'
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
  const theirs = await lockPayments(c, eq(payments.payerId, own))
  const open = theirs.filter((payment) => !isSettled(payment)).map(({ id }) => id)
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
  if (open.length === theirs.length) await c.tx.delete(payers).where(eq(payers.id, own))
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

/**
 * Before an account is deleted: moves what it owes for others to those who pay for them now, and the rest to its
 * person, for the books. For a user who is deleted too, `forgetDue` has already cancelled what was owed.
 */
export async function leavePayer(c: CommandContext, accountId: string, personId: string): Promise<void> {
  // not `lockPayers`: a sale that only refers to the payer must come before or after, too
  const [payer] = await c.tx.select().from(payers).where(eq(payers.id, accountId)).for('update')
  if (!payer) return
  const theirs = await lockPayments(c, eq(payments.payerId, accountId))
  const others = theirs.filter((payment) => payment.userId !== personId && isDue(payment))
  for (const userId of new Set(others.map((payment) => payment.userId))) {
    const ids = others.filter((payment) => payment.userId === userId).map(({ id }) => id)
    const { payerId, parts } = payerFor(c.tx, { userId, by: null, now: c.now })
    await c.tx
      .with(...parts)
      .update(payments)
      .set({ payerId })
      .where(inArray(payments.id, ids))
  }
  const own = { id: payerOfPerson(personId), personId, createdAt: c.now }
  await c.tx.insert(payers).values(own).onConflictDoNothing()
  await c.tx.update(payments).set({ payerId: own.id }).where(eq(payments.payerId, accountId))
  await c.tx.update(payerReferences).set({ payerId: own.id }).where(eq(payerReferences.payerId, accountId))
  await c.tx.update(credits).set({ payerId: own.id }).where(eq(credits.payerId, accountId))
  await c.tx.delete(payers).where(eq(payers.id, accountId))
}
