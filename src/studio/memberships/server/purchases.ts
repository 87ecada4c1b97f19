import { and, asc, count, eq, exists, getTableColumns, gt, inArray, min, sql, type SQL } from 'drizzle-orm'
import type { InBoth } from '#kernel/messages.ts'
import { pageOf, partOf } from '#kernel/paging.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import { endOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import type { Tx } from '#server/db/database.ts'
import { run, shared, type CommandContext, type QueryContext } from '#server/procedures.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import type { Payment } from '#studio/payments/rules.ts'
import { cancelPayments } from '#studio/payments/server/cancel.ts'
import { lockPayment } from '#studio/payments/server/settle.ts'
import { endsRunning } from '#studio/payments/server/siblings.ts'
import { payments } from '#studio/payments/tables.ts'
import type { memberships as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkPurchase, whatDeleteDoes } from '../rules.ts'
import { LONGEST_WHY } from '../rules/book.ts'
import { passEntries, purchases } from '../tables.ts'
import { enterInBook } from './book.ts'
import { changedAt } from './changedAt.ts'
import { tellOfCancelledPass } from './letters.ts'
import { paymentColumns } from './paymentColumns.ts'
import { followPasses } from './running.ts'

type Purchase = typeof purchases.$inferSelect

const dependsOn = [purchases, people, contentOf(accounts), guardians, payments]

export const listPurchases = shared(dependsOn, async (q, input: { search: string; page: number }) => {
  const which = await listed(q, input.search)
  const total = await howMany(q, which)
  return await pageOf(input.page, total, (limit, offset) => rowsOf(q, which, limit, offset))
})

export const purchasesForExport = shared(dependsOn, async (q, { search, part }: { search: string; part: number }) => {
  const which = await listed(q, search)
  const total = await howMany(q, which)
  return await partOf(part, total, (limit, offset) => rowsOf(q, which, limit, offset))
})

/** Purchases that have not expired, whatever their status. */
const listed = async (q: QueryContext, search: string) =>
  and(gt(purchases.validUntil, q.now), await ofPeopleFound(q.db, search, purchases.userId))

/** Ending soonest first. */
async function rowsOf(q: QueryContext, which: SQL | undefined, limit: number, offset: number) {
  const order = [asc(purchases.validUntil), asc(purchases.id)]
  const ids = q.db
    .select({ id: purchases.id })
    .from(purchases)
    .where(which)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return await q.db
    .select({
      ...getTableColumns(purchases),
      displayName: people.displayName,
      familyName: people.familyName,
      lateForgiven: sql<boolean>`${lateForgiven(q.db, purchases.id)}`,
      ...paymentColumns,
    })
    .from(purchases)
    .innerJoin(people, eq(people.id, purchases.userId))
    .leftJoin(payments, eq(payments.id, purchases.paymentId))
    .where(inArray(purchases.id, ids))
    .orderBy(...order)
}

/** Whether the book of a pass says that a class came back which had been cancelled late. */
const lateForgiven = (tx: Tx, purchaseId: typeof purchases.id | string) =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(passEntries)
      .where(and(eq(passEntries.purchaseId, purchaseId), eq(passEntries.cause, 'lateForgiven'))),
  )

/** Counts the purchases; refreshes the list when the first of them expires. */
async function howMany(q: QueryContext, which: SQL | undefined): Promise<number> {
  const [all] = await q.db
    .select({ total: count(), soonest: min(purchases.validUntil) })
    .from(purchases)
    .where(which)
  q.changesAt(all?.soonest)
  return all?.total ?? 0
}

export const updatePurchase = run(async (c, input: InputOf<typeof contract.updatePurchase>) => {
  const { purchaseId, before, reason = '', ...typed } = input
  if (reason.trim().length > LONGEST_WHY) return refuseFields({ reason: 'reasonTooLong' })
  const purchase = await lockPurchase(c, purchaseId)
  if (!purchase) return refuse('membershipNotFound')
  const zone = c.settings.timeZone
  const saved = { ...purchase, validUntil: dateIn(zone, purchase.validUntil) }
  const check = (form: typeof typed) => checkPurchase(form, dateIn(zone, purchase.validFrom))
  // nobody is named as the last editor, since registrations change the count too
  const edit = await decideEdit<typeof typed>(c, { editedBy: null }, { saved, before, typed, check })
  if (!edit.ok) return edit
  const { classesUsed, classLimit, status } = edit.value
  const by = classesUsed - purchase.classesUsed
  const validUntil = endOf(zone, edit.value.validUntil, purchase.validUntil)
  await c.tx
    .update(purchases)
    .set({
      classesUsed,
      classesCorrected: purchase.classesCorrected + by,
      classLimit,
      validUntil,
      status,
      updatedAt: changedAt(c.now),
    })
    .where(eq(purchases.id, purchaseId))
  await followPasses(c, eq(purchases.id, purchaseId))
  const change = {
    before: purchase,
    after: { ...purchase, classesUsed, classLimit, validUntil },
    reason: reason.trim(),
  }
  const isCorrected = by !== 0 || classLimit !== purchase.classLimit || validUntil !== purchase.validUntil
  const wasMade = status === 'cancelled' ? ('cancelled' as const) : ('activeAgain' as const)
  await enterInBook(c, [
    ...(isCorrected ? [{ kind: 'corrected' as const, ...change }] : []),
    ...(status === purchase.status ? [] : [{ kind: wasMade, ...change, before: change.after }]),
  ])
  log(c, purchase, logLines.changedForUser(purchase.membershipName), {
    ...(by !== 0 && { classesUsed: `${purchase.classesUsed} → ${classesUsed}` }),
    ...(classLimit !== purchase.classLimit && { classLimit: `${purchase.classLimit} → ${classLimit}` }),
    ...(validUntil !== purchase.validUntil && { validUntil: edit.value.validUntil }),
    ...(status !== purchase.status && { status: `${purchase.status} → ${status}` }),
  })
  if (status === 'cancelled' && purchase.status === 'active') {
    await tellOfCancelledPass(c, purchase, await settlePayment(c, purchase))
  }
  if (status === 'active' && purchase.status === 'cancelled') await warnOfNoPayment(c, purchase)
  return done({})
})

export const deletePurchase = run(async (c, { purchaseId }: { purchaseId: string }) => {
  const purchase = await lockPurchase(c, purchaseId)
  if (!purchase) return refuse('membershipNotFound')
  const payment = await lockPaymentOf(c, purchase)
  const [forgiven] = await c.tx
    .select({ late: sql<boolean>`${lateForgiven(c.tx, purchaseId)}` })
    .from(sql`(select) one`)
  const does = whatDeleteDoes({ ...purchase, lateForgiven: forgiven?.late === true }, payment?.status ?? null)
  if (does === 'nothing') return refuse('membershipKept')
  if (does === 'removes') {
    await c.tx.delete(purchases).where(eq(purchases.id, purchaseId))
    if (payment) await endsRunning(c, payment.id)
    log(c, purchase, logLines.deletedForUser(purchase.membershipName))
  } else {
    await c.tx
      .update(purchases)
      .set({ status: 'cancelled', updatedAt: changedAt(c.now) })
      .where(eq(purchases.id, purchaseId))
    await followPasses(c, eq(purchases.id, purchaseId))
    await enterInBook(c, [{ kind: 'cancelled', before: purchase, after: purchase }])
    log(c, purchase, logLines.cancelledForUser(purchase.membershipName))
  }
  await settlePayment(c, purchase)
  await tellOfCancelledPass(c, purchase, payment)
  return done({ removed: does === 'removes' })
})

async function lockPurchase(c: CommandContext, purchaseId: string): Promise<Purchase | null> {
  const [row] = await c.tx.select().from(purchases).where(eq(purchases.id, purchaseId)).for('update')
  return row ?? null
}

async function lockPaymentOf(c: CommandContext, { paymentId }: Purchase): Promise<Payment | null> {
  return paymentId === null ? null : lockPayment(c, paymentId)
}

/**
 * Cancels a due payment with the pass; a payment that may have been received is left to staff. Returns the payment
 * before that.
 */
async function settlePayment(c: CommandContext, purchase: Purchase): Promise<Payment | null> {
  const payment = await lockPaymentOf(c, purchase)
  if (payment?.status === 'due') await cancelPayments(c, [payment.id], 'membership cancelled by staff')
  else if (payment && payment.status !== 'cancelled') {
    const message = logLines.moneyStays(payment.status)
    const metadata = { paymentId: payment.id, user: purchase.userId }
    c.log({ channel: 'payments', level: 'warning', message, metadata })
  }
  return payment
}

/** Staff may reactivate a pass whose payment is cancelled, but a warning is logged. */
async function warnOfNoPayment(c: CommandContext, purchase: Purchase): Promise<void> {
  const payment = await lockPaymentOf(c, purchase)
  if (payment?.status !== 'cancelled') return
  const message = logLines.nothingDue
  const metadata = { purchaseId: purchase.id, paymentId: payment.id, user: purchase.userId }
  c.log({ channel: 'membership', level: 'warning', message, metadata })
}

/**
 * The last moment of a day, so that the pass is shown as valid until that day; an unchanged day keeps its exact time.
 */
function endOf(zone: string, day: LocalDate, before: Instant): Instant {
  return day === dateIn(zone, before) ? before : endOfDay(zone, day)
}

function log(c: CommandContext, purchase: Purchase, message: InBoth, changes: Record<string, unknown> = {}) {
  const metadata = { purchaseId: purchase.id, user: purchase.userId, ...changes }
  c.log({ channel: 'membership', level: 'info', message, metadata })
}
