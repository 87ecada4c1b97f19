import { eq } from 'drizzle-orm'
import { euros, type Cents } from '#kernel/money.ts'
import type { Tx } from '#server/db/database.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { letters } from '../messages/letters.ts'
import { isMarked, type PaymentStatus } from '../rules.ts'
import { payments } from '../tables.ts'
import { ifCancelled, moneyBackColumns } from './cancel.ts'

/** A payment before staff ended what it was for. */
export interface MoneyBefore {
  readonly status: PaymentStatus
  readonly payerId: string | null
  /** Cents that were received, and how many of them at the desk; 0 of a payment that stays, as none become credit. */
  readonly received: Cents
  readonly atDesk: Cents
}

type ToldTo = Pick<Reader, 'accountId' | 'of' | 'language'>

/** Reads that before the payment is cancelled. */
export async function moneyBefore(tx: Tx, paymentId: string): Promise<MoneyBefore | null> {
  const columns = { status: payments.status, ...moneyBackColumns }
  const [found] = await tx.select(columns).from(payments).where(eq(payments.id, paymentId))
  return found ?? null
}

/** Only the payer and the person whom it was for read about the money, not other guardians. */
export const hearsOfMoney = ({ accountId, of }: ToldTo, { payerId }: Pick<MoneyBefore, 'payerId'>): boolean =>
  of === null || accountId === payerId

/** What a letter says about the money of something that staff have ended, if the reader may hear of it. */
export function moneyOfEnded(payment: MoneyBefore | null, reader: ToldTo): string[] {
  if (payment === null || payment.status === 'cancelled' || !hearsOfMoney(reader, payment)) return []
  return payment.status === 'due' ? [letters[reader.language].ended.nothingToPay] : moneyOfPaid([payment], reader)
}

/** The same for payments that were not due: what is credit now, and whether to ask for money. */
export function moneyOfPaid(paid: readonly MoneyBefore[], { accountId, language }: ToldTo): string[] {
  const { ended: words } = letters[language]
  const sum = (of: 'received' | 'atDesk') => paid.reduce((total, payment) => total + payment[of], 0)
  const { credit, desk } = ifCancelled({ received: sum('received'), atDesk: sum('atDesk') })
  if (credit === 0) return [words.moneyBack]
  const became = paid.every(({ payerId }) => payerId === accountId) ? words.credit : words.payersCredit
  const asks = desk > 0 || paid.some(({ status }) => isMarked(status))
  return [became(euros(credit, language)), ...(asks ? [words.moreBack] : [])]
}
