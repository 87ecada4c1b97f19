// The letter to a payer for whom another account has booked or bought something: it says who it was.
import { and, eq } from 'drizzle-orm'
import { euros } from '#kernel/money.ts'
import { does } from '#server/jobs/jobs.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { letters } from '../messages/letters.ts'
import { payments } from '../tables.ts'
import { madeBy, paying, referenceFor } from './howToPay.ts'
import { owedByAnother } from './moneyLetter.ts'
import { paymentColumns, paymentOf } from './rows.ts'
import { restOf } from '../rules.ts'

const owes = letterKind('payments.owedByAnother', 'payments', { atOnce: true })

/** Does nothing if the payment is paid or cancelled before the job runs. */
export const tellingWhoOwes = does(owedByAnother, async (c, { paymentId }) => {
  const [[found], by] = await Promise.all([
    c.tx
      .select({ payment: paymentColumns, name: people.displayName, payerIs: accounts.personId })
      .from(payments)
      .innerJoin(people, eq(people.id, payments.userId))
      .leftJoin(accounts, eq(accounts.id, payments.payerId))
      .where(and(eq(payments.id, paymentId), eq(payments.status, 'due'))),
    madeBy(c.tx, paymentId),
  ])
  if (!found) return
  const payment = paymentOf(found.payment)
  const { payerId, description, deadline, paymentMethod } = payment
  const rest = restOf(payment)
  if (rest === 0 || by.accountId === payerId) return
  const [reference, readers] = await Promise.all([
    referenceFor(c.tx, c.settings, payerId),
    accountReaders(c.tx, [payerId]),
  ])
  await tell(c, owes, { subject: paymentId, version: 1 }, readers, ({ language }) => {
    const { byAnother, forYou, see } = letters[language]
    const words = found.payerIs === payment.userId ? forYou : byAnother
    const pay = paying(c, language, { rest, deadline, paymentMethod, standing: payment }, reference)
    return {
      subject: words.subject(euros(rest, language), found.name),
      paragraphs: [words.intro(by.name || c.settings.studioName, description, found.name), ...pay.paragraphs],
      facts: pay.facts,
      button: { label: see, path: '/dashboard' },
      push: { title: words.title(found.name), body: '', path: '/dashboard' },
    }
  })
})
