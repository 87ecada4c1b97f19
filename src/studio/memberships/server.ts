import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { personal, run, serve, shared } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { cancelPayment, createPayment, lockPayment, methodNotOffered } from '#studio/payments/server/book.ts'
import { payments } from '#studio/payments/tables.ts'
import { memberships } from './contract.ts'
import { cannotCancel, checkMembership, membershipPrice, validUntil } from './rules.ts'
import { memberships as catalogue, purchases } from './tables.ts'

export const membershipsServer = serve(memberships, {
  catalogue: shared(['memberships'], async ({ db }) => {
    const found = await db.select().from(catalogue).where(ne(catalogue.status, 'archived'))
    const price = (item: (typeof found)[number]) => item.standardPrice ?? item.price ?? 0
    return found.toSorted((a, b) => price(a) - price(b) || (a.id < b.id ? -1 : 1))
  }),
  mine: personal({ ownOn: ['purchases', 'payments'] }, async ({ db, userId, now, changesAt }) => {
    const active = and(eq(purchases.userId, userId), eq(purchases.status, 'active'), gt(purchases.validUntil, now))
    const found = await db
      .select({ purchase: purchases, paymentStatus: payments.status })
      .from(purchases)
      .leftJoin(payments, eq(payments.id, purchases.paymentId))
      .where(active)
      .orderBy(asc(purchases.validUntil), asc(purchases.id))
    changesAt(found[0]?.purchase.validUntil)
    return found.map(({ purchase, paymentStatus }) => ({ ...purchase, paymentStatus }))
  }),
  buy: run(async (c, input) => {
    const [item] = await c.tx.select().from(catalogue).where(eq(catalogue.id, input.membershipId)).for('share')
    if (!item || item.status === 'archived') return refuse('membershipNotFound')
    const prices = membershipPrice(item)
    if (!prices || item.validPeriod < 1) return refuse('membershipPriceMissing')
    const notOffered = methodNotOffered(input)
    if (notOffered) return notOffered
    const { userId } = c.me
    const price = priceFor(prices, input.coverMember)
    const { coverMember, paymentMethod } = input
    const order = { userId, item: 'membership', itemId: item.id, description: item.name, price } as const
    const paymentId = await createPayment(c, { ...order, coverMember, paymentMethod })
    const purchaseId = newId()
    await c.tx.insert(purchases).values({
      id: purchaseId,
      userId,
      membershipId: item.id,
      membershipName: item.name,
      classLimit: item.classLimit,
      validFrom: c.now,
      validUntil: validUntil(c.now, item.validPeriod),
      categories: item.categories,
      excludedCategories: item.excludedCategories,
      paymentId,
      createdAt: c.now,
      updatedAt: c.now,
    })
    const metadata = { purchaseId, membershipId: item.id }
    c.log({ channel: 'membership', level: 'info', message: `Membership purchased: ${item.name}.`, metadata })
    return done({ purchaseId, price })
  }),
  cancelPurchase: run(async (c, { purchaseId }) => {
    const [purchase] = await c.tx.select().from(purchases).where(eq(purchases.id, purchaseId)).for('update')
    if (!purchase || purchase.userId !== c.me.userId) return refuse('membershipNotFound')
    const payment = purchase.paymentId === null ? null : await lockPayment(c, purchase.paymentId)
    const refusal = cannotCancel(purchase, payment, c.now)
    if (refusal) return refuse(refusal)
    await c.tx.update(purchases).set({ status: 'cancelled', updatedAt: c.now }).where(eq(purchases.id, purchaseId))
    if (payment) await cancelPayment(c, payment.id, 'membership cancelled by the user')
    const message = `Membership cancelled: ${purchase.membershipName}.`
    c.log({ channel: 'membership', level: 'info', message, metadata: { purchaseId } })
    return done({})
  }),
  create: run(async (c, input) => {
    const wrong = refuseWrong(checkMembership(input))
    if (wrong) return wrong
    const id = newId()
    const { standardPrice, memberPrice, classLimit, validPeriod, categories, excludedCategories } = input
    await c.tx.insert(catalogue).values({
      id,
      name: input.name.trim(),
      description: input.description.trim(),
      standardPrice,
      memberPrice,
      classLimit,
      validPeriod,
      categories,
      excludedCategories,
      createdAt: c.now,
      updatedAt: c.now,
    })
    c.log({ channel: 'membership', level: 'info', message: `Membership created: ${input.name.trim()}.` })
    return done({ id })
  }),
})
