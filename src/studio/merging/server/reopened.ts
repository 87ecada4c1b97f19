// Payments paid before a merge keep their payer until they are reopened: then somebody has to owe them.
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { paymentReopened } from '#studio/payments/events.ts'
import { makePayers, payerIdFor } from '#studio/payments/server/payers.ts'
import { payers, payments } from '#studio/payments/tables.ts'
import { merges } from '../tables.ts'
import { moveRows } from './move.ts'
import { ofPayer } from './ownerColumns.ts'

/** The kept record's payer owes a reopened payment, as for payments that were open at the merge. */
export const movesReopened = on(paymentReopened, async (c, { before, after }) => {
  if (after.status === 'cancelled') return
  const [payer] = await c.tx
    .select({ personId: payers.personId, accountId: accounts.id, owner: accounts.personId })
    .from(payers)
    .leftJoin(accounts, eq(accounts.id, payers.accountId))
    .where(eq(payers.id, before.payerId))
  const closed = payer?.accountId != null && payer.owner === null
  if (!payer || (payer.personId === null && !closed)) return
  const notUndone = await c.tx
    .select()
    .from(merges)
    .where(and(isNull(merges.undoneAt), or(eq(merges.keptId, before.userId), eq(merges.goneId, payer.personId ?? ''))))
    .orderBy(desc(merges.at), desc(merges.id))
  const merge = notUndone.find(
    ({ goneId, before: was }) => goneId === payer.personId || (closed && was?.account?.accountId === payer.accountId),
  )
  const theirs = merge ?? notUndone.find(({ keptId }) => keptId === payer.personId)
  const to = await payerIdFor(c.tx, before.userId)
  if (!theirs || to === before.payerId) return
  await makePayers(c, [{ payerId: to, userId: before.userId }])
  const it = eq(payments.id, before.id)
  // stored for an undo, while one is possible; the payment may have moved by now
  await c.tx.update(payments).set({ payerId: before.payerId }).where(it)
  if (theirs.before) await moveRows(c.tx, ofPayer.payments, { mergeId: theirs.id, from: before.payerId, to }, it)
  else await c.tx.update(payments).set({ payerId: to }).where(it)
})
