import { count, desc, eq, getTableColumns } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { pageOf } from '#kernel/paging.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { daysAfter } from '#kernel/zone.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { inTheirOrder, inTheWay } from '#studio/accounts/server/several.ts'
import { stillHere } from '#studio/accounts/server/locks.ts'
import { people } from '#studio/accounts/tables.ts'
import { OWES_NOTHING, priceFor } from '#studio/payments/rules.ts'
import { createPayment, lockAndCountOwed, methodNotOffered, payFirst } from '#studio/payments/server/book.ts'
import { lockSiblings } from '#studio/payments/server/siblings.ts'
import { payments } from '#studio/payments/tables.ts'
import type { memberships as contract } from '../contract.ts'
import { logLines, type NotBought } from '../messages/log.ts'
import { membershipPrice } from '../rules.ts'
import { memberships as catalogue, purchases } from '../tables.ts'
import { enterInBook } from './book.ts'
import { passBought } from './letters.ts'
import { paymentColumns } from './paymentColumns.ts'

type Choice = Omit<InputOf<typeof contract.buy>, 'personId'>

export const buy = run(async (c, choice: Choice) => await sell(c, choice))

/** Sells a pass to each of several people: all or none. */
export const buySeveral = run(async (c, { people, ...choice }: InputOf<typeof contract.buySeveral>) => {
  const saves: (() => Promise<{ price: number }>)[] = []
  const together = inTheirOrder(people).map(({ personId }) => personId)
  for (const personId of together) {
    const sale = await claimSale(c, choice, personId, together)
    if (!sale.ok) return await inTheWay(c, sale, personId)
    saves.push(sale.value.save)
  }
  let price = 0
  for (const save of saves) price += (await save()).price
  return done({ price })
})

async function sell(c: CommandContext, choice: Choice) {
  const sale = await claimSale(c, choice, c.subjectId)
  return sale.ok ? done(await sale.value.save()) : sale
}

export const sellTo = run(async (c, choice: Choice & { userId: string }) => {
  // lock order: before the person, as in every sale
  await lockSiblings(c, [c.subjectId])
  const [person] = await c.tx
    .select({ active: people.active, deletedAt: people.deletedAt })
    .from(people)
    .where(eq(people.id, c.subjectId))
    // as strong as the lock that a purchase takes later, else two sales could deadlock
    .for('no key update')
  if (!person || person.deletedAt !== null) return refuse('userNotFound')
  if (!person.active) return refuse('userInactive')
  return await sell(c, choice)
})

export const ofUser = shared([purchases, payments], async (q, input: { userId: string; page: number }) => {
  const theirs = eq(purchases.userId, input.userId)
  const newest = q.db
    .select({ ...getTableColumns(purchases), ...paymentColumns })
    .from(purchases)
    .leftJoin(payments, eq(payments.id, purchases.paymentId))
    .where(theirs)
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
  const [all] = await q.db.select({ total: count() }).from(purchases).where(theirs)
  return await pageOf(input.page, all?.total, (limit, offset) => newest.limit(limit).offset(offset))
})

/** A new purchase with its due payment, at the catalogue's price; nothing is written until it is saved. */
export async function claimSale(
  c: CommandContext,
  choice: Choice,
  userId: string,
  together: readonly string[] = [userId],
) {
  const { membershipId, coverMember, paymentMethod } = choice
  const discounted = await lockSiblings(c, together)
  const [item] = await c.tx.select().from(catalogue).where(eq(catalogue.id, membershipId)).for('share')
  const refuseAndLog = <Code extends NotBought>(code: Code) => {
    const message = logLines.notBought(code)
    c.log({ channel: 'membership', level: 'warning', message, metadata: { membershipId, user: userId } })
    return refuse(code)
  }
  if (!item || item.status === 'archived') return refuseAndLog('membershipNotFound')
  const payer = c.forOther ? (await stillHere(c.tx, userId)) && OWES_NOTHING : await lockAndCountOwed(c, userId)
  if (!payer) return refuseAndLog('membershipNotFound')
  const prices = membershipPrice(item)
  if (!prices || item.validPeriod < 1) return refuseAndLog('membershipPriceMissing')
  const unpaid = payFirst(c, payer)
  if (unpaid) {
    refuseAndLog(unpaid.code)
    return unpaid
  }
  const notOffered = methodNotOffered(c, choice)
  if (notOffered) return notOffered
  const price = await discounted({ userId, full: priceFor(prices, coverMember), code: null })
  const ends = daysAfter(c.settings.timeZone, c.now, item.validPeriod)
  const order = { userId, item: 'membership', itemId: item.id, description: item.name, ...price } as const
  const save = async () => {
    const paymentId = newId()
    await createPayment(c, { id: paymentId, ...order, coverMember, paymentMethod, runsUntil: ends })
    const purchaseId = newId()
    const pass = { id: purchaseId, classesUsed: 0, classLimit: item.classLimit, validUntil: ends }
    await c.tx.insert(purchases).values({
      ...pass,
      userId,
      membershipId: item.id,
      membershipName: item.name,
      validFrom: c.now,
      categories: item.categories,
      excludedCategories: item.excludedCategories,
      paymentId,
      createdAt: c.now,
      updatedAt: c.now,
    })
    await enterInBook(c, [{ kind: 'bought', before: null, after: pass }])
    await c.queueOrReplace(passBought, c.now, { purchaseId })
    const metadata = { purchaseId, membershipId: item.id, user: userId }
    const message = (c.forOther ? logLines.sold : logLines.purchased)(item.name)
    c.log({ channel: 'membership', level: 'info', message, metadata })
    return { purchaseId, paymentId, price: price.price }
  }
  return done({ price: price.price, save })
}
