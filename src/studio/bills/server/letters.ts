// One letter for each payer with one sum. It waits while the bill can be taken back.
import { and, asc, eq, ne } from 'drizzle-orm'
import { dayAndMonth } from '#kernel/clock.ts'
import { euros } from '#kernel/money.ts'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { referenceFor, transferFacts } from '#studio/payments/server/howToPay.ts'
import { payments } from '#studio/payments/tables.ts'
import { letters } from '../messages/letters.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { monthlyFees } from '../tables.ts'

const fees = letterKind('bills.fees', 'payments')
const tellPayer = job<{ batch: string; payerId: string }>('bills.tell', ({ batch, payerId }) => `${batch} ${payerId}`)

export const tellSoon = (c: CommandContext, batch: string, payerIds: readonly string[]): Promise<void> =>
  c.soonest(
    tellPayer,
    c.now + UNDO_WITHIN,
    payerIds.map((payerId) => ({ batch, payerId })),
  )

export const tellsOfFees = does(tellPayer, async (c, { batch, payerId }) => {
  const found = await c.tx
    .select({ payment: payments, name: people.displayName, madeAt: monthlyFees.createdAt })
    .from(monthlyFees)
    .innerJoin(payments, eq(payments.id, monthlyFees.paymentId))
    .innerJoin(people, eq(people.id, payments.userId))
    .where(and(eq(monthlyFees.batch, batch), eq(payments.payerId, payerId), ne(payments.status, 'cancelled')))
    .orderBy(asc(people.displayName), asc(payments.id))
  const [first] = found
  // taken back, or moved to another payer, who sees it
  if (!first) return
  const [reference, readers] = await Promise.all([
    referenceFor(c.tx, c.settings, payerId),
    accountReaders(c.tx, [payerId]),
  ])
  const { timeZone, bankAccount } = c.settings
  const sum = euros(found.reduce((total, { payment }) => total + payment.price, 0))
  const transfer = bankAccount !== null && first.payment.paymentMethod === 'bankTransfer'
  await tell(c, fees, { subject: payerId, version: first.madeAt }, readers, ({ language }) => {
    const words = letters[language]
    const until = dayAndMonth(language, timeZone, first.payment.deadline)
    return {
      subject: words.subject(sum),
      paragraphs: [words.intro(found.length)],
      facts: [
        ...found.map(({ payment, name }) => ({
          label: words.line(name, payment.description),
          value: [
            euros(payment.price),
            ...(payment.siblingPercent === null ? [] : [words.siblings(payment.siblingPercent)]),
          ].join(', '),
        })),
        { label: words.together, value: sum },
        { label: words.until, value: until },
        ...(transfer ? transferFacts(language, bankAccount, reference) : []),
      ],
      button: { label: words.see, path: '/dashboard' },
      push: { title: words.title, body: words.push(until), path: '/dashboard' },
    }
  })
})
