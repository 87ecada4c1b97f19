import { eq } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import type { Language } from '#kernel/messages.ts'
import type { Tx } from '#server/db/database.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { letters } from '../messages/letters.ts'
import { isMarked, type Payment } from '../rules.ts'
import { payments } from '../tables.ts'
import { ifCancelled, moneyBackColumns } from './settle.ts'

/** Money of payments before they were cancelled (cents); `marked` if somebody said that more was paid. */
interface CancelledMoney {
  readonly received: Cents
  readonly atDesk: Cents
  readonly marked: boolean
}

/** What a letter says about the money of payments that were not due when staff cancelled them: what is credit now. */
export function moneyOfCancelled(
  { received, atDesk, marked }: CancelledMoney,
  { isPayer, language }: { readonly isPayer: boolean; readonly language: Language },
): string[] {
  const { ended: words } = letters[language]
  const { credit, desk } = ifCancelled({ received, atDesk })
  if (credit === 0) return [words.moneyBack]
  const became = isPayer ? words.credit : words.payersCredit
  return [became(euros(credit, language)), ...(desk > 0 || marked ? [words.moreBack] : [])]
}

/** A payment before staff cancel it. */
export type MoneyBefore = Pick<Payment, 'status' | 'payerId'> & Omit<CancelledMoney, 'marked'>

/** Reads what `moneyOfCancelledPayment` needs, before the payment is cancelled. */
export async function moneyBefore(tx: Tx, paymentId: string): Promise<MoneyBefore | null> {
  const columns = { status: payments.status, ...moneyBackColumns }
  const [found] = await tx.select(columns).from(payments).where(eq(payments.id, paymentId))
  return found ?? null
}

/** The same for one payment, due or not, if the reader may hear of it. */
export function moneyOfCancelledPayment(
  before: MoneyBefore | null,
  reader: Pick<Reader, 'accountId' | 'of' | 'language'>,
): string[] {
  const { accountId, language } = reader
  const told = moneyOfEnded(before, reader)
  if (before === null || told.length === 0 || before.status === 'due') return told
  const isPayer = accountId === before.payerId
  return moneyOfCancelled({ ...before, marked: isMarked(before.status) }, { isPayer, language })
}

/**
 * What a letter says about the money of something that staff have ended, while its payment stays; `payment` as it was
 * before. Nothing for a guardian who does not pay it.
 */
export function moneyOfEnded(
  payment: Pick<Payment, 'status' | 'payerId'> | null,
  { accountId, of, language }: Pick<Reader, 'accountId' | 'of' | 'language'>,
): string[] {
  if (payment === null || payment.status === 'cancelled') return []
  if (of !== null && accountId !== payment.payerId) return []
  const { ended: words } = letters[language]
  return [payment.status === 'due' ? words.nothingToPay : words.moneyBack]
}
