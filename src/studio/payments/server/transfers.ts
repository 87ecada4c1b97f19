// What a line of a bank statement does to payments, for the concept that reads statements. `sourceId` is the line's id.
// Transfers that the bank took back are in returns.ts.
import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { groupedBy } from '#kernel/grouped.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import {
  isOpen,
  restOf,
  unsettledStatuses,
  type CreditGoneBy,
  type CreditSource,
  type OpenPayment,
  type Payment,
  type Share,
} from '../rules.ts'
import { credits, payerReferences, payments, receipts } from '../tables.ts'
import { changeCredit, lockPayers } from './credit.ts'
import { itsClass } from './openOfPayer.ts'
import { paymentColumns, paymentOf, received } from './rows.ts'
import { lockPayments, settle, takeBack } from './settle.ts'

/** Open payments of these payers and those that a teacher marked, the earliest deadline first. */
export async function openOfPayers(tx: Tx, payerIds: readonly string[]): Promise<OpenPayment[]> {
  return await openWhere(tx, inArray(payments.payerId, [...payerIds]))
}

/** Payers with at least two open payments. */
export async function payersOwingSeveral(tx: Tx): Promise<string[]> {
  const found = await tx
    .select({ payerId: payments.payerId })
    .from(payments)
    .where(isUnsettled)
    .groupBy(payments.payerId)
    .having(sql`count(*) > 1`)
  return found.map(({ payerId }) => payerId)
}

/** Those of these payments that are open. */
export async function openPaymentsOf(tx: Tx, ids: readonly string[]): Promise<OpenPayment[]> {
  return ids.length === 0 ? [] : await openWhere(tx, inArray(payments.id, [...ids]))
}

/** Open payments of any payer with one of these amounts still to come. */
export async function openOfAmounts(tx: Tx, cents: readonly Cents[]): Promise<OpenPayment[]> {
  return await openWhere(tx, inArray(sql`${payments.price} - ${received}`, [...cents]))
}

/**
 * Open payments of the people of a condition, at most one page, those of exactly this sum first; without a condition,
 * of all.
 */
export async function openOfPeople(tx: Tx, which: SQL | undefined, cents: Cents): Promise<OpenPayment[]> {
  return await openWhere(tx, which, { most: PAGE_SIZE, first: sql`${payments.price} - ${received} <> ${cents}` })
}

const isUnsettled = and(inArray(payments.status, [...unsettledStatuses]), gt(payments.price, 0))

/** The people who hold the paying accounts. */
const holders = alias(people, 'holders')

async function openWhere(
  tx: Tx,
  which: SQL | undefined,
  { most = 100_000, first }: { most?: number; first?: SQL } = {},
): Promise<OpenPayment[]> {
  const found = await tx
    .select({ payment: paymentColumns, startsAt: schedule.startsAt, person: people, holder: holders })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(accounts, eq(accounts.id, payments.payerId))
    .leftJoin(holders, eq(holders.id, accounts.personId))
    .leftJoin(schedule, itsClass)
    .where(and(which, isUnsettled))
    .orderBy(...(first ? [first] : []), asc(payments.deadline), asc(payments.id))
    .limit(most)
  return found.map(({ payment, startsAt, person, holder }) => ({
    id: payment.id,
    payerId: payment.payerId,
    description: payment.description,
    startsAt,
    userId: person.id,
    person: fullName(person),
    // people without a paying account pay for themselves
    payer: fullName(holder ?? person),
    rest: restOf(paymentOf(payment)),
    deadline: payment.deadline,
    status: payment.status,
  }))
}

/** The payers of these reference numbers. */
export async function payersOf(tx: Tx, references: readonly string[]): Promise<Map<string, string>> {
  const found = await tx
    .select({ reference: payerReferences.reference, payerId: payerReferences.payerId })
    .from(payerReferences)
    .where(inArray(payerReferences.reference, [...references]))
  return new Map(found.map(({ reference, payerId }) => [reference, payerId]))
}

/** All reference numbers of these payers. */
export async function referencesOfPayers(tx: Tx, payerIds: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ reference: payerReferences.reference })
    .from(payerReferences)
    .where(inArray(payerReferences.payerId, [...payerIds]))
  return found.map(({ reference }) => reference)
}

interface Transfer {
  readonly payerId: string
  readonly parts: readonly Share[]
  /** What exceeds the parts, in cents. */
  readonly credit: Cents
  /** The bank's booking day. */
  readonly day: LocalDate
  readonly sourceId: string
}

/**
 * Books a transfer of a locked payer on open payments, and the surplus as credit. Returns what it paid; `of` is the
 * open amount (cents) of a payment that it paid only in part. Books nothing and returns null if a payment is no longer
 * open by its part: whoever confirms or cancels one locks the payment, but not the payer.
 */
export async function bookTransfer(c: CommandContext, { payerId, parts, credit, day, sourceId }: Transfer) {
  const ids = parts.map(({ paymentId }) => paymentId)
  const locked = parts.length === 0 ? [] : await lockPayments(c, inArray(payments.id, ids))
  const booked = parts.flatMap((part) => {
    const payment = locked.find(({ id }) => id === part.paymentId)
    return payment && isOpen(payment) && part.cents <= restOf(payment) ? [{ ...part, payment }] : []
  })
  if (booked.length < parts.length) return null
  const paid: (Share & { of?: Cents })[] = []
  for (const { paymentId, cents, payment } of booked) {
    const of = restOf(payment)
    paid.push({ paymentId, cents, ...(of > cents && { of }) })
    const money = { cents, day, way: 'bankTransfer', source: 'bank', sourceId } as const
    await settle(c, payment, money, { rest: 'staysDue', reason: 'received by bank transfer' })
  }
  if (credit > 0) await changeCredit(c, { payerId, cents: credit, day, source: 'bank', way: 'bankTransfer', sourceId })
  return paid
}

/** The payers to whom a booked transfer was assigned. */
export async function payersReached(tx: Tx, sourceId: string): Promise<string[]> {
  const paid = await tx
    .selectDistinct({ payerId: payments.payerId })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(receipts.sourceId, sourceId))
  const kept = await tx.selectDistinct({ payerId: credits.payerId }).from(credits).where(eq(credits.sourceId, sourceId))
  return [...new Set([...paid, ...kept].map(({ payerId }) => payerId))]
}

/** All lines of statements that were assigned to a payer. */
export async function sourcesOf(tx: Tx, payerId: string): Promise<string[]> {
  const paid = await tx
    .selectDistinct({ id: receipts.sourceId })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(payments.payerId, payerId), eq(receipts.source, 'bank'), isNull(receipts.undoneAt)))
  const kept = await tx
    .selectDistinct({ id: credits.sourceId })
    .from(credits)
    .where(and(eq(credits.payerId, payerId), isNull(credits.undoneAt)))
  return [...new Set([...paid, ...kept].flatMap(({ id }) => id ?? []))]
}

/** What each of these lines did for a payer (cents): on payments and as credit; negative if it was taken back. */
export async function sumsOfLines(tx: Tx, payerId: string, lines: readonly string[]): Promise<Map<string, Cents>> {
  const booked = await tx
    .select({ id: receipts.sourceId, cents: receipts.cents })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(payments.payerId, payerId), inArray(receipts.sourceId, [...lines]), isNull(receipts.undoneAt)))
  const kept = await tx
    .select({ id: credits.sourceId, cents: credits.cents })
    .from(credits)
    .where(and(eq(credits.payerId, payerId), inArray(credits.sourceId, [...lines]), isNull(credits.undoneAt)))
  const sums = new Map<string, Cents>()
  for (const { id, cents } of [...booked, ...kept]) if (id !== null) sums.set(id, (sums.get(id) ?? 0) + cents)
  return sums
}

/** What these lines have paid of a payer's payments, without undone receipts. */
export async function paidByLines(tx: Tx, payerId: string, lines: readonly string[]) {
  const found = await tx
    .select({ description: payments.description, person: people, cents: receipts.cents })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .where(
      and(
        eq(payments.payerId, payerId),
        inArray(receipts.sourceId, [...lines]),
        isNull(receipts.undoneAt),
        gt(receipts.cents, 0),
      ),
    )
    .orderBy(asc(receipts.id))
  return found.map(({ description, person, cents }) => ({ description, person: fullName(person), cents }))
}

/** Those of these transfers whose credit is no longer available, and where it went. */
export async function creditGone(tx: Tx, sourceIds: readonly string[]): Promise<Map<string, CreditGoneBy>> {
  const stands = isNull(credits.undoneAt)
  const brought = await tx
    .select()
    .from(credits)
    .where(and(inArray(credits.sourceId, [...sourceIds]), stands))
    .orderBy(asc(credits.id))
  const payerIds = [...new Set(brought.map(({ payerId }) => payerId))]
  const all = await tx
    .select()
    .from(credits)
    .where(and(inArray(credits.payerId, payerIds), stands))
  const sum = (some: readonly Changed[]) => some.reduce((added, { cents }) => added + cents, 0)
  const theirs = groupedBy(all, ({ payerId }) => payerId)
  const gone = new Map<string, CreditGoneBy>()
  for (const added of groupedBy(brought, ({ sourceId, payerId }) => `${sourceId} ${payerId}`).values()) {
    const [{ sourceId, payerId, id: first }] = added
    const changes = theirs.get(payerId) ?? []
    const missing = sum(added) - sum(changes)
    if (missing <= 0) continue
    const since = (source: CreditSource) => 0 - sum(changes.filter((one) => one.source === source && one.id > first))
    // what the credit paid for can be undone; what was paid back cannot
    const back = since('paidBack') > 0 ? 'creditPaidBack' : 'creditTakenBack'
    gone.set(sourceId ?? '', since('used') >= missing ? 'creditSpent' : back)
  }
  return gone
}

type Changed = typeof credits.$inferSelect

/** Undoes a transfer as a mistake. Its payers and payments must be locked, and its credit still available. */
export async function undoTransfer(c: CommandContext, sourceId: string, paid: readonly Payment[]): Promise<void> {
  for (const payment of paid) {
    await takeBack(c, payment, eq(receipts.sourceId, sourceId), 'bank transfer undone')
  }
  const kept = and(eq(credits.sourceId, sourceId), isNull(credits.undoneAt))
  await c.tx.update(credits).set({ undoneAt: c.now }).where(kept)
}

/** Locks the payers of a transfer, then the payments that it had paid, whatever their state is now. */
export async function lockReached(c: CommandContext, sourceId: string) {
  await lockPayers(c, await payersReached(c.tx, sourceId))
  const paid = c.tx.select({ id: receipts.paymentId }).from(receipts).where(eq(receipts.sourceId, sourceId))
  return await lockPayments(c, inArray(payments.id, paid))
}
