// What a line of a bank statement does to payments: for the concept that reads them. Its id is `sourceId`.
import { and, asc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { people } from '#studio/accounts/tables.ts'
import { openStatuses, restOf, type OpenPayment, type Share } from '../rules.ts'
import { credits, payerReferences, payments, receipts } from '../tables.ts'
import { changeCredit, creditOf, lockPayers } from './credit.ts'
import { paymentColumns, paymentOf } from './rows.ts'
import { lockPayments, settle, takeBack } from './settle.ts'

/** What these payers have open, and what of theirs a teacher marked; the soonest deadline first. */
export async function openOfPayers(tx: Tx, payerIds: readonly string[]): Promise<OpenPayment[]> {
  return await openWhere(tx, inArray(payments.payerId, [...payerIds]))
}

/** What anybody has open of one of these prices. */
export async function openOfPrices(tx: Tx, cents: readonly Cents[]): Promise<OpenPayment[]> {
  return await openWhere(tx, inArray(payments.price, [...cents]))
}

/** What these people have open, at most a page of it; all where there is no condition. */
export async function openOfPeople(tx: Tx, which: SQL | undefined): Promise<OpenPayment[]> {
  return await openWhere(tx, which, PAGE_SIZE)
}

async function openWhere(tx: Tx, which: SQL | undefined, most = 100_000): Promise<OpenPayment[]> {
  const found = await tx
    .select({ payment: paymentColumns, person: people })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .where(and(which, inArray(payments.status, [...openStatuses, 'markedByTeacher']), gt(payments.price, 0)))
    .orderBy(asc(payments.deadline), asc(payments.id))
    .limit(most)
  return found.map(({ payment, person }) => ({
    id: payment.id,
    payerId: payment.payerId,
    description: payment.description,
    person: fullName(person),
    rest: restOf(paymentOf(payment)),
    deadline: payment.deadline,
    status: payment.status,
  }))
}

/** Which payers have these references. */
export async function payersOf(tx: Tx, references: readonly string[]): Promise<Map<string, string>> {
  const found = await tx
    .select({ reference: payerReferences.reference, payerId: payerReferences.payerId })
    .from(payerReferences)
    .where(inArray(payerReferences.reference, [...references]))
  return new Map(found.map(({ reference, payerId }) => [reference, payerId]))
}

interface Transfer {
  readonly payerId: string
  readonly parts: readonly Share[]
  /** What is beyond them. */
  readonly credit: Cents
  /** The bank's booking day. */
  readonly day: LocalDate
  readonly sourceId: string
}

/** Books a transfer of a locked payer on open payments, and what is beyond them as credit. */
export async function bookTransfer(c: CommandContext, { payerId, parts, credit, day, sourceId }: Transfer) {
  const ids = parts.map(({ paymentId }) => paymentId)
  const locked = parts.length === 0 ? [] : await lockPayments(c, inArray(payments.id, ids))
  for (const { paymentId, cents } of parts) {
    const payment = locked.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`There is no payment ${paymentId}.`)
    const money = { cents, day, way: 'bankTransfer', source: 'bank', sourceId } as const
    await settle(c, payment, money, { rest: 'staysDue', reason: 'received by bank transfer' })
  }
  if (credit > 0) await changeCredit(c, { payerId, cents: credit, day, source: 'bank', sourceId })
}

/** The payers whom a booked transfer has reached. */
export async function payersReached(tx: Tx, sourceId: string): Promise<string[]> {
  const paid = await tx
    .selectDistinct({ payerId: payments.payerId })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(receipts.sourceId, sourceId))
  const kept = await tx.selectDistinct({ payerId: credits.payerId }).from(credits).where(eq(credits.sourceId, sourceId))
  return [...new Set([...paid, ...kept].map(({ payerId }) => payerId))]
}

/** Undoes a transfer as a mistake, unless its credit was spent since. */
export async function undoTransfer(c: CommandContext, sourceId: string): Promise<Refusal<'creditSpent'> | null> {
  await lockPayers(c, await payersReached(c.tx, sourceId))
  const kept = and(eq(credits.sourceId, sourceId), isNull(credits.undoneAt))
  for (const { payerId, cents } of await c.tx.select().from(credits).where(kept)) {
    if (cents > (await creditOf(c.tx, payerId))) return refuse('creditSpent')
  }
  const ofLine = eq(receipts.sourceId, sourceId)
  const paid = c.tx
    .select({ id: receipts.paymentId })
    .from(receipts)
    .where(and(ofLine, isNull(receipts.undoneAt)))
  for (const payment of await lockPayments(c, inArray(payments.id, paid))) {
    await takeBack(c, payment, ofLine, 'bank transfer undone')
  }
  await c.tx.update(credits).set({ undoneAt: c.now }).where(kept)
  return null
}

/**
 * The bank has taken back a transfer: by so much less has come, first of the payer's credit, then of what it had paid.
 * Answers what could not be taken from either, because what it paid was cancelled since.
 */
export async function returnTransfer(
  c: CommandContext,
  returned: { readonly of: string; readonly cents: Cents; readonly day: LocalDate; readonly sourceId: string },
): Promise<Cents> {
  const { of, day, sourceId } = returned
  const reached = await payersReached(c.tx, of)
  await lockPayers(c, reached)
  let left = returned.cents
  for (const payerId of reached) {
    const cents = Math.min(left, await creditOf(c.tx, payerId))
    if (cents > 0) await changeCredit(c, { payerId, cents: -cents, day, source: 'returned', sourceId })
    left -= cents
  }
  const received = await c.tx
    .select({ paymentId: receipts.paymentId, cents: receipts.cents })
    .from(receipts)
    .where(and(eq(receipts.sourceId, of), isNull(receipts.undoneAt)))
    .orderBy(asc(receipts.id))
  const ids = received.map(({ paymentId }) => paymentId)
  const locked = ids.length === 0 ? [] : await lockPayments(c, inArray(payments.id, ids))
  for (const { paymentId, cents } of received.toReversed()) {
    const payment = locked.find(({ id }) => id === paymentId)
    const back = Math.min(left, cents)
    if (!payment || back === 0) continue
    const money = { cents: -back, day, way: 'bankTransfer', source: 'bank', sourceId } as const
    await settle(c, payment, money, { rest: 'staysDue', reason: 'bank transfer returned' })
    left -= back
  }
  return left
}
