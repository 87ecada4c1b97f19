// Passes, payments and papers.
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { bankLines } from '#studio/bank/tables.ts'
import { categorySpans, pauses } from '#studio/bills/tables.ts'
import { passEntries, purchases } from '#studio/memberships/tables.ts'
import { freezes } from '#studio/passes/tables.ts'
import { numberOf } from '#studio/papers/rules.ts'
import { paperBuyers, papers } from '#studio/papers/tables.ts'
import { paidAmount } from '#studio/payments/rules.ts'
import { referencesOfPayer } from '#studio/payments/server/references.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { seenBy } from '#studio/payments/server/seenBy.ts'
import { paymentHistory, payments, receipts } from '#studio/payments/tables.ts'
import { stebbyTickets } from '#studio/stebby/tables.ts'
import { categoryNameOf } from '#studio/accounts/rules.ts'
import { iso, inIso, byWhom, type Held } from './shape.ts'
import type { Account } from './account.ts'

export async function membershipsOf(tx: Tx, userId: string): Promise<Held['memberships']> {
  const found = await tx
    .select({ ...getTableColumns(purchases), name: purchases.membershipName, boughtAt: purchases.createdAt })
    .from(purchases)
    .where(eq(purchases.userId, userId))
    .orderBy(desc(purchases.createdAt), asc(purchases.id))
  const lines = await tx
    .select(getTableColumns(passEntries))
    .from(passEntries)
    .innerJoin(purchases, eq(purchases.id, passEntries.purchaseId))
    .where(eq(purchases.userId, userId))
    .orderBy(asc(passEntries.id))
  const bookOf = (id: string) =>
    inIso(
      lines.filter(({ purchaseId }) => purchaseId === id),
      'at',
      'validUntil',
    )
  const days = await tx.select().from(freezes).where(eq(freezes.userId, userId)).orderBy(asc(freezes.askedAt))
  const freezesOf = (id: string) => days.filter(({ purchaseId }) => purchaseId === id)
  const passes = found.map((pass) => ({ ...pass, book: bookOf(pass.id), freezes: freezesOf(pass.id) }))
  return inIso(passes, 'validFrom', 'validUntil', 'boughtAt')
}

export async function categoriesOf(
  { tx, settings }: CommandContext,
  userId: string,
  language: Account['language'],
): Promise<Held['categories']> {
  const found = await tx
    .select()
    .from(categorySpans)
    .where(eq(categorySpans.personId, userId))
    .orderBy(asc(categorySpans.id))
  return found.map(({ categoryId, since, until }) => ({
    name: categoryNameOf(settings.membershipCategories, categoryId, language),
    since,
    until,
  }))
}

export const pausesOf = (tx: Tx, userId: string): Promise<Held['pauses']> =>
  tx
    .select({ from: pauses.from, until: pauses.until, reason: pauses.reason })
    .from(pauses)
    .where(eq(pauses.personId, userId))
    .orderBy(asc(pauses.from))

/** All payments for the person, and those that their account pays. */
export const paymentsOf = (tx: Tx, personId: string, accountId: string): Promise<Held['payments']> =>
  listOf(tx, or(eq(payments.userId, personId), eq(payments.payerId, accountId)), accountId)

/**
 * The payments for a child that this guardian may see. Of one that they ordered but do not pay there is what the screens
 * show: what it costs and how it stands, but not what was paid.
 */
export async function paymentsOfChild(tx: Tx, personId: string, accountId: string): Promise<Held['payments']> {
  const ofChild = eq(payments.userId, personId)
  const own = await listOf(tx, and(ofChild, eq(payments.payerId, accountId)), accountId)
  const ofOthers = and(ofChild, ne(payments.payerId, accountId), seenBy(payments, accountId))
  const ordered = await listOf(tx, ofOthers, accountId)
  const unpaid = { amountInCents: null, letGoInCents: 0, receipts: [], history: [] }
  return [...own, ...ordered.map((payment) => ({ ...payment, ...unpaid }))]
}

async function listOf(tx: Tx, which: SQL | undefined, accountId: string): Promise<Held['payments']> {
  const found = await tx
    .select(paymentColumns)
    .from(payments)
    .where(which)
    .orderBy(desc(payments.createdAt), asc(payments.id))
  const ids = tx.select({ id: payments.id }).from(payments).where(which)
  const changes = await tx
    .select()
    .from(paymentHistory)
    .where(inArray(paymentHistory.paymentId, ids))
    .orderBy(asc(paymentHistory.id))
  const money = await tx
    .select()
    .from(receipts)
    .where(and(inArray(receipts.paymentId, ids), isNull(receipts.undoneAt)))
    .orderBy(asc(receipts.id))
  return found.map(paymentOf).map((payment) => ({
    id: payment.id,
    item: payment.item,
    description: payment.description,
    priceInCents: payment.price,
    amountInCents: paidAmount(payment),
    letGoInCents: payment.status === 'confirmed' ? payment.letGo : 0,
    method: payment.paymentMethod,
    status: payment.status,
    deadline: iso(payment.deadline),
    coverMember: payment.coverMember,
    discountCode: payment.discountCode,
    discount: payment.discount,
    siblingPercent: payment.siblingPercent,
    createdAt: iso(payment.createdAt),
    receipts: money
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ day, cents, way }) => ({ day, amountInCents: cents, method: way })),
    history: changes
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ at, byUserId, toStatus, reason }) => ({
        at: iso(at),
        by: byWhom(byUserId, accountId),
        status: toStatus,
        reason,
      })),
  }))
}

export async function referencesFor(tx: Tx, accountId: string): Promise<Held['references']> {
  const found = await referencesOfPayer(tx, accountId)
  return found.map(({ reference, createdAt }) => ({ reference, since: iso(createdAt) }))
}

export async function transfersOf(tx: Tx, accountId: string): Promise<Held['transfers']> {
  const { day, cents, name, iban, text } = bankLines
  return await tx
    .select({ day, amountInCents: cents, name, iban, text })
    .from(bankLines)
    .where(eq(bankLines.payerId, accountId))
    .orderBy(desc(day), asc(bankLines.id))
}

export async function ticketsOf(tx: Tx, personId: string): Promise<Held['stebbyTickets']> {
  const { code, service, holder, worth, typedAt } = stebbyTickets
  const found = await tx
    .select({ code, service, holder, amountInCents: worth, since: typedAt })
    .from(stebbyTickets)
    .innerJoin(payments, eq(payments.id, stebbyTickets.paymentId))
    .where(eq(payments.userId, personId))
    .orderBy(desc(typedAt), asc(code))
  return found.map(({ since, ...ticket }) => ({ ...ticket, since: iso(since) }))
}

export async function papersOf(tx: Tx, accountId: string): Promise<Held['papers']> {
  const found = await tx
    .select()
    .from(papers)
    .where(and(eq(papers.payerId, accountId), isNotNull(papers.content)))
    .orderBy(desc(papers.createdAt), desc(papers.number))
  return found.map(({ series, year, number, day, cents, content }) => ({
    number: numberOf(series, year, number),
    day,
    amountInCents: cents,
    content: content ?? '',
  }))
}

export async function invoicesTo(tx: Tx, accountId: string): Promise<Held['invoicesTo']> {
  const { name, registryCode, address } = paperBuyers
  const [found] = await tx
    .select({ name, registryCode, address })
    .from(paperBuyers)
    .where(eq(paperBuyers.payerId, accountId))
  return found ?? null
}
