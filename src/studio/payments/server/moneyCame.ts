// The letter to a payer when their money has come in: what was received, and what is still open.
import { and, asc, eq, gt, inArray, isNull, notInArray } from 'drizzle-orm'
import { dayAndMonth } from '#kernel/clock.ts'
import { euros } from '#kernel/money.ts'
import { DAY } from '#kernel/time.ts'
import { does } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { forgetWaiting, saidWhenWritten, type SaidTo, type WaitingNotice } from '#studio/notices/server/takeBack.ts'
import { letterKind, lastTold, tell } from '#studio/notices/server/tell.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { letters } from '../messages/letters.ts'
import { payments, receipts } from '../tables.ts'
import { payingTheRest } from './howToPay.ts'
import { moneyCame } from './moneyLetter.ts'
import { itsClass, labelsOf } from './openOfPayer.ts'

const received = letterKind('payments.received', 'payments')

export const tellingOfMoney = does(moneyCame, async (c, { paymentId, at = c.now }) => {
  const [payment] = await c.tx.select({ payerId: payments.payerId }).from(payments).where(eq(payments.id, paymentId))
  if (!payment) return
  const { payerId } = payment
  // combine waiting letters with what has come in since
  const waiting = await forgetWaiting(c, { subjects: [payerId], kinds: [received] })
  const told = await lastTold(c.tx, received, payerId)
  const came = await c.tx
    .select({ id: receipts.id })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(
      and(
        eq(payments.payerId, payerId),
        isNull(receipts.undoneAt),
        // the bank's own letter tells of what a statement settled
        notInArray(receipts.source, ['bank', 'credit']),
        gt(receipts.cents, 0),
        gt(receipts.id, told?.version ?? 0),
        // the job may run late: count back from when the money came
        gt(receipts.at, at - DAY),
      ),
    )
  const ids = [...new Set([...waiting.flatMap(receiptsOf), ...came.map(({ id }) => id)])]
  const words = await receivedLetter(c, payerId, ids)
  if (!words) return
  const readers = await accountReaders(c.tx, [payerId])
  await tell(c, received, { subject: payerId, version: Math.max(...ids) }, readers, words)
})

const receiptsOf = ({ content }: WaitingNotice) => (content.parts ?? []) as readonly number[]

export const receivedWhenWritten = saidWhenWritten(received, async (c, notice) =>
  // notices of an earlier version hold no receipts
  notice.content.parts ? receivedLetter(c, notice.subject, receiptsOf(notice)) : () => notice.content,
)

/** The letter about those of these receipts that still count; null if there are none. */
async function receivedLetter(c: CommandContext, payerId: string, receiptIds: readonly number[]) {
  if (receiptIds.length === 0) return null
  const came = await c.tx
    .select({
      id: receipts.id,
      cents: receipts.cents,
      description: payments.description,
      userId: payments.userId,
      name: people.displayName,
      startsAt: schedule.startsAt,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .where(and(inArray(receipts.id, [...receiptIds]), eq(payments.payerId, payerId), isNull(receipts.undoneAt)))
    .orderBy(asc(receipts.id))
  if (came.length === 0) return null
  const allToPay = await payingTheRest(c, payerId)
  const sum = came.reduce((total, { cents }) => total + cents, 0)
  return ({ language }: SaidTo): NoticeText => {
    const { received: words, see } = letters[language]
    const labelOf = labelsOf(came, (instant) => dayAndMonth(language, c.settings.timeZone, instant))
    return {
      subject: words.subject(euros(sum, language)),
      paragraphs: [words.thanks],
      facts: came.map((one) => ({ label: words.came(labelOf(one)), value: euros(one.cents, language) })),
      allToPay: allToPay(language),
      button: { label: see, path: '/dashboard' },
      push: { title: words.title, body: '', path: '/dashboard' },
      parts: came.map(({ id }) => id),
    }
  }
}
