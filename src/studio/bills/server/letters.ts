// One e-mail per payer with one sum; it waits while the batch can be undone.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { dayAndMonth } from '#kernel/clock.ts'
import { euros } from '#kernel/money.ts'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { saidWhenWritten, type SaidTo } from '#studio/notices/server/takeBack.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { referenceFor, toTransfer, transferFacts } from '#studio/payments/server/howToPay.ts'
import { dueStatuses, restOf } from '#studio/payments/rules.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import { letters } from '../messages/letters.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { monthlyFees } from '../tables.ts'

const fees = letterKind('bills.fees', 'payments')
const tellPayer = job<{ batch: string; payerId: string }>('bills.tell', ({ batch, payerId }) => `${batch} ${payerId}`)

export const tellSoon = (c: CommandContext, batch: string, payerIds: readonly string[]): Promise<void> =>
  c.queueOrBringForward(
    tellPayer,
    c.now + UNDO_WITHIN,
    payerIds.map((payerId) => ({ batch, payerId })),
  )

export const tellsOfFees = does(tellPayer, async (c, { batch, payerId }) => {
  const letter = await feesLetter(c, batch, payerId)
  if (!letter) return
  const readers = await accountReaders(c.tx, [payerId])
  await tell(c, fees, { subject: payerId, version: letter.madeAt }, readers, letter.words)
})

export const feesWhenWritten = saidWhenWritten(fees, async (c, { subject, content }) => {
  const [batch] = (content.parts ?? []) as readonly string[]
  // queued by an earlier version, without a batch
  if (batch === undefined) return () => content
  return (await feesLetter(c, batch, subject))?.words ?? null
})

/** What a payer owes for a batch; null if it was undone, is paid, or moved to another payer, who sees it. */
async function feesLetter(c: CommandContext, batch: string, payerId: string) {
  const found = await c.tx
    .select({ payment: paymentColumns, name: people.displayName, madeAt: monthlyFees.createdAt })
    .from(monthlyFees)
    .innerJoin(payments, eq(payments.id, monthlyFees.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .where(and(eq(monthlyFees.batch, batch), eq(payments.payerId, payerId), inArray(payments.status, [...dueStatuses])))
    .orderBy(asc(people.displayName), asc(payments.id))
  const lines = found.map(({ name, payment: row }) => {
    const payment = paymentOf(row)
    return { name, payment, rest: restOf(payment) }
  })
  const [first] = lines
  if (!found[0] || !first) return null
  const { madeAt } = found[0]
  const { deadline, paymentMethod } = first.payment
  const reference = await referenceFor(c.tx, c.settings, payerId)
  const { timeZone, bankAccount } = c.settings
  const cents = lines.reduce((total, { rest }) => total + rest, 0)
  const transfer = bankAccount !== null && paymentMethod === 'bankTransfer'
  const wordsTo = ({ language }: SaidTo): NoticeText => {
    const words = letters[language]
    const sum = euros(cents, language)
    const until = dayAndMonth(language, timeZone, deadline)
    return {
      subject: words.subject(sum),
      paragraphs: [words.intro(lines.length)],
      facts: [
        ...lines.map(({ payment, name, rest }) => ({
          label: words.line(name, payment.description),
          value: [
            euros(rest, language),
            ...(payment.siblingPercent === null ? [] : [words.siblings(payment.siblingPercent)]),
          ].join(', '),
        })),
        { label: words.together, value: sum },
        { label: words.until, value: until },
      ],
      transfer: transfer ? toTransfer(language, cents, transferFacts(language, bankAccount, reference)) : undefined,
      button: { label: words.see, path: '/dashboard' },
      push: { title: words.title, body: words.push(until), path: '/dashboard' },
      parts: [batch],
    }
  }
  return { madeAt, words: wordsTo }
}
