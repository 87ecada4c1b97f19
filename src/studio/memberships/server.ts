import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { personal, run, serve, shared, type CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { seenBy } from '#studio/payments/server/seenBy.ts'
import { cancelPayments } from '#studio/payments/server/cancel.ts'
import { lockPayment } from '#studio/payments/server/settle.ts'
import { payments } from '#studio/payments/tables.ts'
import { removeClassCategory, usedClassCategories } from './server/classCategories.ts'
import { memberships } from './contract.ts'
import { logLines } from './messages/log.ts'
import { cannotCancel } from './rules.ts'
import { enterInBook } from './server/book.ts'
import { create, manage, setStatus, update } from './server/catalogue.ts'
import { changedAt } from './server/changedAt.ts'
import { paymentColumns } from './server/paymentColumns.ts'
import { boughtWhenWritten, forgetPass, remindOfEnd, tellingOfPass } from './server/letters.ts'
import { deletePurchase, listPurchases, purchasesForExport, updatePurchase } from './server/purchases.ts'
import { followPasses } from './server/running.ts'
import { buy, buySeveral, ofUser, sellTo } from './server/sales.ts'
import { memberships as catalogue, purchases } from './tables.ts'

export const membershipsServer = serve(
  'membership',
  memberships,
  {
    usedClassCategories,
    removeClassCategory,
    catalogue: shared([catalogue], async ({ db }) => {
      const found = await db.select().from(catalogue).where(ne(catalogue.status, 'archived'))
      const price = (item: (typeof found)[number]) => item.standardPrice ?? item.price ?? 0
      return found.toSorted((a, b) => price(a) - price(b) || (a.id < b.id ? -1 : 1))
    }),
    mine: personal({ ownOn: [purchases.userId, payments.userId], accountOn: [accounts.id] }, async (q) => {
      const { db, subjectId, accountId, now, changesAt } = q
      const active = and(eq(purchases.userId, subjectId), eq(purchases.status, 'active'), gt(purchases.validUntil, now))
      const found = await db
        .select({ purchase: purchases, ...paymentColumns })
        .from(purchases)
        .leftJoin(payments, and(eq(payments.id, purchases.paymentId), seenBy(payments, accountId ?? '')))
        .where(active)
        .orderBy(asc(purchases.validUntil), asc(purchases.id))
      changesAt(found[0]?.purchase.validUntil)
      return found.map(({ purchase, ...payment }) => ({
        ...purchase,
        ...payment,
        hasPayment: purchase.paymentId !== null,
      }))
    }),
    buy,
    buySeveral,
    sellTo,
    ofUser,
    cancelPurchase: run(async (c, { purchaseId }) => {
      const [purchase] = await c.tx.select().from(purchases).where(eq(purchases.id, purchaseId)).for('update')
      if (!purchase || purchase.userId !== c.subjectId) return refuse('membershipNotFound')
      const payment = purchase.paymentId === null ? null : await lockPayment(c, purchase.paymentId)
      const refusal = (await isAnothers(c, purchase.paymentId))
        ? 'paidByAnother'
        : cannotCancel(purchase, payment, c.now)
      if (refusal) {
        const message = logLines.notCancelled(refusal)
        c.log({ channel: 'membership', level: 'warning', message, metadata: { purchaseId, user: purchase.userId } })
        return refuse(refusal)
      }
      await c.tx
        .update(purchases)
        .set({ status: 'cancelled', updatedAt: changedAt(c.now) })
        .where(eq(purchases.id, purchaseId))
      await followPasses(c, eq(purchases.id, purchaseId))
      await enterInBook(c, [{ kind: 'cancelled', before: purchase, after: purchase }])
      await forgetPass(c, purchaseId)
      if (payment) await cancelPayments(c, [payment.id], 'membership cancelled by the user')
      const message = logLines.cancelled(purchase.membershipName)
      c.log({ channel: 'membership', level: 'info', message, metadata: { purchaseId, user: purchase.userId } })
      return done({})
    }),
    create,
    manage,
    update,
    setStatus,
    purchases: listPurchases,
    purchasesForExport,
    updatePurchase,
    deletePurchase,
  },
  { on: [boughtWhenWritten], jobs: [tellingOfPass, remindOfEnd] },
)

/** Whether a child's payment belongs to another guardian, so that the caller may not see it. */
async function isAnothers(c: CommandContext, paymentId: string | null): Promise<boolean> {
  if (paymentId === null) return false
  const mine = and(eq(payments.id, paymentId), seenBy(payments, c.me.accountId))
  return (await c.tx.select({ id: payments.id }).from(payments).where(mine)).length === 0
}
