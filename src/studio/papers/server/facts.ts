// The data on papers: about payments, payers and the studio.
import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { daysOfMonth } from '#kernel/months.ts'
import { addDays, dateIn, type Instant, type LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { courses } from '#studio/courses/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { itsClass } from '#studio/payments/server/openOfPayer.ts'
import { referencesOfPayer } from '#studio/payments/server/references.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { payers, payments, receipts } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Sections } from '#studio/settings/rules.ts'
import type { BuyerForm, Paper, PaperLine } from '../rules.ts'
import { invoiceLines, paperBuyers } from '../tables.ts'

export type Known = Awaited<ReturnType<typeof paymentsWhere>>[number]

/** Payments with the person they are for and the days on which they take place or are valid; newest first. */
export async function paymentsWhere(tx: Tx, timeZone: string, which: SQL | undefined) {
  const day = (instant: Instant | null) => (instant === null ? null : dateIn(timeZone, instant))
  const found = await tx
    .select({
      payment: paymentColumns,
      person: people,
      startsAt: schedule.startsAt,
      course: { from: courses.startDate, until: courses.endDate },
      pass: { from: purchases.validFrom, until: purchases.validUntil },
    })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .leftJoin(courses, and(eq(payments.item, 'course'), eq(courses.id, payments.itemId)))
    .leftJoin(purchases, eq(purchases.paymentId, payments.id))
    .where(which)
    .orderBy(desc(payments.createdAt), desc(payments.id))
  return found.map(({ payment, person, startsAt, course, pass }) => ({
    payment: paymentOf(payment),
    person: fullName(person),
    ...(payment.item === 'monthly fee'
      ? monthOf(payment.itemId)
      : {
          from: day(startsAt) ?? course?.from ?? day(pass?.from ?? null),
          until: startsAt === null ? (course?.until ?? day(pass?.until ?? null)) : null,
        }),
  }))
}

/** The first and the last day of a monthly fee. */
function monthOf(month: string): { from: LocalDate; until: LocalDate } {
  const { from, until } = daysOfMonth(month)
  return { from, until: addDays(until, -1) }
}

/** Converts a payment to a line of a paper. */
export const lineOf = ({ payment, person, from, until }: Known, cents: Cents): PaperLine => ({
  person,
  item: payment.item,
  description: payment.description,
  from,
  until,
  paidDay: null,
  way: null,
  cents,
  vatRate: payment.vatRate,
  ...(payment.siblingPercent !== null && { siblingPercent: payment.siblingPercent }),
})

/** By how many cents each payment is invoiced: invoices less their credit notes. */
export async function invoicedOf(tx: Tx, paymentIds: readonly string[]): Promise<Map<string, Cents>> {
  const found = await tx
    .select({ id: invoiceLines.paymentId, cents: sql<Cents>`sum(${invoiceLines.cents})`.mapWith(Number) })
    .from(invoiceLines)
    .where(inArray(invoiceLines.paymentId, [...paymentIds]))
    .groupBy(invoiceLines.paymentId)
  return new Map(found.map(({ id, cents }) => [id, cents]))
}

/** The receipts of payments that were not undone, the earliest first. */
export const moneyWhere = (tx: Tx, which: SQL | undefined) =>
  tx
    .select()
    .from(receipts)
    .where(and(isNull(receipts.undoneAt), which))
    .orderBy(receipts.day, receipts.id)

/** The name of a payer; empty for a deleted account. */
export async function payerName(tx: Tx, payerId: string): Promise<string> {
  const [found] = await tx
    .select({ person: people })
    .from(payers)
    .leftJoin(accounts, eq(accounts.id, payers.accountId))
    .innerJoin(people, eq(people.id, sql`coalesce(${payers.personId}, ${accounts.personId})`))
    .where(eq(payers.id, payerId))
  return found ? fullName(found.person) : ''
}

/** The buyer of the payer's last invoice, else the payer. */
export async function buyerOf(tx: Tx, payerId: string): Promise<BuyerForm> {
  const [kept] = await tx.select().from(paperBuyers).where(eq(paperBuyers.payerId, payerId))
  if (kept) return kept
  return { company: false, name: await payerName(tx, payerId), registryCode: '', address: '' }
}

export async function referenceOf(tx: Tx, payerId: string): Promise<string> {
  const [first] = await referencesOfPayer(tx, payerId)
  return first?.reference ?? ''
}

/** The studio's current data. */
export const sellerOf = ({ studio, payments: money }: Sections): Paper['seller'] => ({
  name: money.holder || studio.name,
  registryCode: money.registryCode,
  vatNumber: money.vatLiable ? money.vatNumber.replaceAll(' ', '').toUpperCase() : '',
  address: studio.postalAddress,
  email: studio.supportEmail,
  phone: studio.phone,
  iban: money.iban,
})

/** Default values for fields that only some kinds of papers use. */
export const blank = { paid: 0, due: null, of: null, year: null } as const
