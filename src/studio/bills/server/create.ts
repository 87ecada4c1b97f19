import { UNDO_WITHIN } from '#kernel/undo.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { monthInWords } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Language } from '#kernel/messages.ts'
import { euros } from '#kernel/money.ts'
import { firstDayAfter } from '#kernel/months.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { startOfDay } from '#kernel/zone.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { categoryNameOf } from '#studio/accounts/rules.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { createPayments } from '#studio/payments/server/bookMany.ts'
import { lockPayingAccounts } from '#studio/payments/server/siblings.ts'
import { cancelPayments } from '#studio/payments/server/cancel.ts'
import { lockPayments } from '#studio/payments/server/settle.ts'
import { payments } from '#studio/payments/tables.ts'
import { siblingPercentOf } from '#studio/settings/rules.ts'
import type { bills as contract } from '../contract.ts'
import { letters } from '../messages/letters.ts'
import { logLines } from '../messages/log.ts'
import { discountsOf, MOST_FEE } from '../rules.ts'
import { monthlyFees } from '../tables.ts'
import { tellSoon } from './letters.ts'
import { billOf, dueAtOf } from './month.ts'

export const create = run(async (c, { month, rows }: InputOf<typeof contract.create>) => {
  if (rows.some(({ cents }) => cents < 1 || cents > MOST_FEE)) return refuse('feeOutOfRange')
  // creates one batch at a time
  await c.tx.execute(sql`lock table ${monthlyFees} in share row exclusive mode`)
  const asked = new Map(rows.map((row) => [row.personId, row]))
  await lockPayingAccounts(c, [...asked.keys()], null)
  const { settings } = c
  const bill = await billOf(c.tx, settings, month, c.now)
  const percent = siblingPercentOf(settings.sections)
  const billable = bill.rows.filter(({ personId, billed }) => billed === null && asked.has(personId))
  const discounts = discountsOf(billable, bill.families, new Set(asked.keys()), percent)
  const decided = billable.map((row) => {
    const proposed = row.full - (discounts.get(row.personId) ?? 0)
    return { row, proposed, seen: asked.get(row.personId) }
  })
  const changed = rows.length - decided.filter(({ proposed, seen }) => seen?.proposed === proposed).length
  if (changed > 0) return refuse('billChanged', { changed })

  const until = startOfDay(settings.timeZone, firstDayAfter(month))
  const deadline = dueAtOf(month, settings, c.now)
  const languageOf = await languagesOf(
    c,
    decided.map(({ row }) => row.payerId),
  )
  const feeName = (language: Language, categoryId: string) =>
    letters[language].fee(
      monthInWords(language, month),
      categoryNameOf(settings.membershipCategories, categoryId, language),
    )
  const orders = decided.map(({ row, proposed, seen }) => {
    const price = seen?.cents ?? proposed
    // a typed sum replaces the discounted price
    const discount = price === proposed ? row.full - proposed : 0
    return {
      id: newId(),
      userId: row.personId,
      payerId: row.payerId,
      item: 'monthly fee' as const,
      itemId: month,
      description: feeName(languageOf(row.payerId), row.categoryId),
      price,
      discount,
      siblingPercent: discount > 0 ? percent : null,
      deadline,
      runsUntil: until,
    }
  })
  await createPayments(c, orders)
  const batch = newId()
  await c.tx.insert(monthlyFees).values(
    decided.map(({ row: { personId, categoryId } }, index) => ({
      month,
      personId,
      categoryId,
      paymentId: orders[index]?.id ?? '',
      batch,
      createdAt: c.now,
    })),
  )
  const payerIds = [...new Set(orders.map(({ payerId }) => payerId))]
  await tellSoon(c, batch, payerIds)
  const sum = orders.reduce((total, { price }) => total + price, 0)
  const message = logLines.billed(orders.length, month)
  c.log({ channel: 'payments', level: 'info', message, metadata: { batch, month, sum: euros(sum, 'en') } })
  return done({ batch, created: orders.length, payers: payerIds.length, sum })
})

/** Language of each payment's name: the payer's, or the admin's if the payer has no account. */
async function languagesOf(c: CommandContext, payerIds: readonly string[]): Promise<(payerId: string) => Language> {
  const found = await c.tx
    .select({ id: accounts.id, language: accounts.language })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(payerIds), c.me.accountId]))
  const languages = new Map(found.map(({ id, language }) => [id, language]))
  return (payerId) => languages.get(payerId) ?? languages.get(c.me.accountId) ?? 'en'
}

export const undo = run(async (c, { batch }: { batch: string }) => {
  const made = await c.tx.select().from(monthlyFees).where(eq(monthlyFees.batch, batch))
  const [first] = made
  if (!first || first.createdAt + UNDO_WITHIN <= c.now) return refuse('undoTooLate')
  const ids = made.map(({ paymentId }) => paymentId)
  const due = await lockPayments(c, and(inArray(payments.id, ids), eq(payments.status, 'due')))
  await cancelPayments(
    c,
    due.map(({ id }) => id),
    'bill taken back',
  )
  const message = logLines.takenBack(due.length)
  c.log({ channel: 'payments', level: 'info', message, metadata: { batch, month: first.month } })
  return done({ undone: due.length, stayed: made.length - due.length })
})
