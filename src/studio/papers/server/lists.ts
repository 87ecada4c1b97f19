import { and, desc, eq, gt, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { dateIn } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, shared, type PersonalContext, type QueryContext } from '#server/procedures.ts'
import { fullName, may } from '#studio/accounts/rules.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { receivedOf } from '#studio/payments/rules.ts'
import { itsClass } from '#studio/payments/server/openOfPayer.ts'
import { payerIdFor } from '#studio/payments/server/payers.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { payments, receipts } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { lacking, MOST_LINES, numberOf, toInvoice, worthOf, type Paper } from '../rules.ts'
import { invoiceLines, paperBuyers, papers } from '../tables.ts'
import {
  blank,
  buyerOf,
  invoicedOf,
  lineOf,
  moneyWhere,
  payerName,
  paymentsWhere,
  referenceOf,
  sellerOf,
} from './facts.ts'

/** The tables that decide who pays for a person. */
const paying = [guardians, contentOf(accounts), people]

export const mine = personal({ accountOn: [papers.payerId, payments.payerId] }, async ({ db, accountId }) =>
  listOf(db, accountId ?? '', eq(papers.payerId, accountId ?? '')),
)

/** The papers of a person's payer, and those about the person's payments. */
export const ofUser = shared([papers, payments, ...paying], async ({ db }, { userId }: { userId: string }) => {
  const payerId = await payerIdFor(db, userId)
  const theirs = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId))
  const about = union(
    db.select({ id: papers.id }).from(papers).where(inArray(papers.paymentId, theirs)),
    db.select({ id: invoiceLines.paperId }).from(invoiceLines).where(inArray(invoiceLines.paymentId, theirs)),
  )
  return await listOf(db, payerId, or(eq(papers.payerId, payerId), inArray(papers.id, about)))
})

async function listOf(db: Tx, payerId: string, which: SQL | undefined) {
  const credited = sql<number>`(select coalesce(sum(n.cents), 0) from papers n where n.invoice_id = papers.id)`
  const found = await db
    .select({ paper: papers, credited: credited.mapWith(Number) })
    .from(papers)
    .where(and(which, isNotNull(papers.content)))
    .orderBy(desc(papers.createdAt), desc(papers.number))
  const year = sql<number>`extract(year from ${receipts.day})::int`
  const years = await db
    .selectDistinct({ year })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(payments.payerId, payerId), sql`${receipts.undoneAt} is null`))
    .orderBy(desc(year))
  const shown = found.map(({ paper, credited: less }) => {
    const { id, kind, series, number, day, cents, about, endedAt } = paper
    const ended = endedAt !== null || (kind === 'invoice' && cents + less === 0)
    return { id, kind, number: numberOf(series, paper.year, number), day, cents, about, ended }
  })
  return { papers: shown, years: years.map((row) => row.year) }
}

export const toInvoiceMine = personal(
  {
    on: [people, contentOf(accounts), contentOf(schedule)],
    accountOn: [papers.payerId, payments.payerId, paperBuyers.payerId],
  },
  async (q) => invoiceable(q, q.accountId ?? ''),
)

export const toInvoiceOf = shared(
  [papers, payments, paperBuyers, contentOf(schedule), ...paying],
  async (q, { userId }: { userId: string }) => invoiceable(q, await payerIdFor(q.db, userId)),
)

async function invoiceable({ db, settings: { sections } }: QueryContext, payerId: string) {
  const found = await db
    .select({ payment: paymentColumns, startsAt: schedule.startsAt, person: people })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .where(and(eq(payments.payerId, payerId), ne(payments.status, 'cancelled'), gt(payments.price, 0)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
  const ids = found.map(({ payment }) => payment.id)
  const invoiced = ids.length === 0 ? new Map<string, number>() : await invoicedOf(db, ids)
  const open = found.flatMap(({ payment: row, startsAt, person }) => {
    const payment = paymentOf(row)
    const { id, description } = payment
    const cents = toInvoice(payment, invoiced.get(id) ?? 0)
    const paid = receivedOf(payment) >= worthOf(payment)
    return cents === 0 ? [] : [{ id, description, startsAt, person: fullName(person), cents, paid }]
  })
  return {
    payments: open.slice(0, MOST_LINES),
    payer: await payerName(db, payerId),
    buyer: await buyerOf(db, payerId),
    sellerLacks: lacking(sections),
  }
}

/** Only for its payer and for staff; null for others. */
export const content = personal(
  { on: [papers] },
  async ({ db, kind, accountId }: PersonalContext, { id }: { id: string }) => {
    const [paper] = await db.select().from(papers).where(eq(papers.id, id))
    const allowed = paper !== undefined && (paper.payerId === accountId || may(kind, 'seeDesk'))
    return allowed && paper.content !== null ? (JSON.parse(paper.content) as Paper) : null
  },
)

export const statement = personal(
  { on: [payments, ...paying] },
  async (q: PersonalContext, { year, userId }: { year: number; userId?: string | undefined }) => {
    if (userId !== undefined && !may(q.kind, 'seeDesk')) return null
    const payerId = userId === undefined ? (q.accountId ?? '') : await payerIdFor(q.db, userId)
    return await statementOf(q, payerId, year)
  },
)

/** A statement of what was paid within a year, the earliest first. */
async function statementOf({ db, now, settings }: QueryContext, payerId: string, year: number): Promise<Paper> {
  const theirs = db.select({ id: payments.id }).from(payments).where(eq(payments.payerId, payerId))
  const within = sql`${receipts.day} >= ${`${year}-01-01`}::date and ${receipts.day} <= ${`${year}-12-31`}::date`
  const money = (await moneyWhere(db, and(within, inArray(receipts.paymentId, theirs)))).filter(
    ({ cents }) => cents !== 0,
  )
  const ids = money.map(({ paymentId }) => paymentId)
  const known = ids.length === 0 ? [] : await paymentsWhere(db, settings.timeZone, inArray(payments.id, ids))
  const byId = new Map(known.map((one) => [one.payment.id, one]))
  const lines = money.flatMap(({ paymentId, day, way, cents }) => {
    const one = byId.get(paymentId)
    return one ? [{ ...lineOf(one, cents), paidDay: day, way }] : []
  })
  return {
    ...blank,
    kind: 'statement',
    number: '',
    day: dateIn(settings.timeZone, now),
    seller: sellerOf(settings.sections),
    buyer: { name: await payerName(db, payerId), registryCode: '', vatNumber: '', address: '' },
    reference: await referenceOf(db, payerId),
    lines,
    year,
  }
}
