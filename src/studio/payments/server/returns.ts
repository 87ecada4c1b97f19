// Transfers that the bank has taken back: from where the money is taken, and which payments that opens again.
import { and, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { receivedOf, type Payment, type Share } from '../rules.ts'
import { credits, payments, receipts } from '../tables.ts'
import { changeCredit, creditOf } from './credit.ts'
import { paymentColumns, paymentOf } from './rows.ts'
import { lockPayments, settle } from './settle.ts'
import { payersReached } from './transfers.ts'

/** A transfer that the bank has taken back. */
interface Returned {
  readonly id: string
  /** The line that brought the money. */
  readonly of: string
  /**
   * Lines of the same payer that were taken back before: what they had paid stays paid by the credit used in their
   * place.
   */
  readonly before: readonly string[]
  readonly cents: Cents
}

/** Where the returned money is taken from; `missing` is what cannot be taken, since it was paid back. */
export interface TakenBack {
  readonly fromCredit: readonly { readonly payerId: string; readonly cents: Cents }[]
  readonly shares: readonly Share[]
  readonly missing: Cents
}

/**
 * What returning these transfers, in this order, would do now. The money is taken first from the payer's credit, then
 * from what each transfer had paid, then from what that credit has paid since, or kept from being opened. To do it,
 * pass a `find` that uses `lockPayments`.
 */
export async function wouldReturn(
  tx: Tx,
  all: readonly Returned[],
  find: (which: SQL | undefined) => Promise<Payment[]> = (which) => found(tx, which),
): Promise<Map<string, TakenBack>> {
  const credit = new Map<string, Cents>()
  const received = new Map<string, Cents>()
  const taken = new Map<string, TakenBack>()
  for (const { id, of, before, cents } of all) {
    const reached = await payersReached(tx, of)
    for (const payerId of reached) if (!credit.has(payerId)) credit.set(payerId, await creditOf(tx, payerId))
    const opened = reached.length === 0 ? [] : await find(mayBeOpened(tx, [of, ...before], reached))
    for (const payment of opened) if (!received.has(payment.id)) received.set(payment.id, receivedOf(payment))
    let missing = cents
    const takeFrom = (left: Map<string, Cents>, key: string, most = Infinity): Cents => {
      const back = Math.min(missing, left.get(key) ?? 0, most)
      left.set(key, (left.get(key) ?? 0) - back)
      missing -= back
      return back
    }
    const fromCredit = reached.map((payerId) => ({ payerId, cents: takeFrom(credit, payerId) }))
    const paid = await paidBy(tx, of, before, opened)
    const shares = [...paid].map(([paymentId, most]) => ({ paymentId, cents: takeFrom(received, paymentId, most) }))
    taken.set(id, { fromCredit: fromCredit.filter(isSome), shares: shares.filter(isSome), missing })
  }
  return taken
}

const isSome = ({ cents }: { readonly cents: Cents }): boolean => cents > 0

/** Returns a transfer of locked payers, as `wouldReturn` computed. */
export async function returnTransfer(
  c: CommandContext,
  { fromCredit, shares }: TakenBack,
  { day, sourceId }: { readonly day: LocalDate; readonly sourceId: string },
): Promise<void> {
  for (const { payerId, cents } of fromCredit) {
    await changeCredit(c, { payerId, cents: -cents, day, source: 'returned', way: 'bankTransfer', sourceId })
  }
  const ids = shares.map(({ paymentId }) => paymentId)
  const locked = ids.length === 0 ? [] : await lockPayments(c, inArray(payments.id, ids))
  for (const { paymentId, cents } of shares) {
    const payment = locked.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`There is no payment ${paymentId}.`)
    const money = { cents: -cents, day, way: 'bankTransfer', source: 'bank', sourceId } as const
    await settle(c, payment, money, { rest: 'staysDue', reason: 'bank transfer returned' })
  }
}

const found = async (tx: Tx, which: SQL | undefined): Promise<Payment[]> =>
  (await tx.select(paymentColumns).from(payments).where(which)).map(paymentOf)

/** The payments that a return may open again: those that these lines or these payers' credit paid. */
function mayBeOpened(tx: Tx, lines: readonly string[], reached: readonly string[]): SQL | undefined {
  const byCredit = tx
    .select({ id: credits.paymentId })
    .from(credits)
    .where(and(inArray(credits.payerId, [...reached]), eq(credits.source, 'used'), isNull(credits.undoneAt)))
  const byLine = tx
    .select({ id: receipts.paymentId })
    .from(receipts)
    .where(inArray(receipts.sourceId, [...lines]))
  return or(inArray(payments.id, byLine), inArray(payments.id, byCredit))
}

/**
 * What a line has paid of these payments, then what credit has, then lines that were taken back before; newest first.
 */
async function paidBy(tx: Tx, line: string, before: readonly string[], of: readonly Payment[]) {
  const ids = of.map(({ id }) => id)
  const ofLine = eq(receipts.sourceId, line)
  const ofCredit = eq(receipts.source, 'credit')
  const ofBefore = inArray(receipts.sourceId, [...before])
  const found = await tx
    .select({ paymentId: receipts.paymentId, cents: receipts.cents })
    .from(receipts)
    .where(and(inArray(receipts.paymentId, ids), isNull(receipts.undoneAt), or(ofLine, ofCredit, ofBefore)))
    .orderBy(sql`case when ${ofLine} then 0 when ${ofCredit} then 1 else 2 end`, desc(receipts.id))
  const paid = new Map<string, Cents>()
  for (const { paymentId, cents } of found) paid.set(paymentId, (paid.get(paymentId) ?? 0) + cents)
  return paid
}
