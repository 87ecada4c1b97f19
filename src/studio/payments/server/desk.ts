import { and, asc, count, desc, eq, inArray, isNull, sql, sum, type SQL } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { daysOfMonth } from '#kernel/months.ts'
import type { Instant } from '#kernel/time.ts'
import { pageOf, partOf } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, shared, type PersonalContext, type QueryContext } from '#server/procedures.ts'
import { fullName, may } from '#studio/accounts/rules.ts'
import { accounts, emailOf, guardians, people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { dueStatuses, isCoverDoubtful, type OverviewStatus, type Payment } from '../rules.ts'
import { payerReferences, paymentHistory, payments, receipts } from '../tables.ts'
import { itsClass } from './openOfPayer.ts'
import { namesOf } from './payers.ts'
import { firstReferences } from './references.ts'
import { paymentsFound } from './search.ts'
import { paymentColumns, paymentOf, received } from './rows.ts'
import { receivedWithin, sumsOfYear } from './sums.ts'

/** The tables on which these lists depend: payments, the people they are for, their payers, and their classes. */
const tables = [payments, people, contentOf(accounts), guardians, contentOf(schedule)]
/** Of lists with the payers' reference numbers, which a search finds too. */
const searched = [...tables, payerReferences]

/** Due payments by deadline, the one that is overdue for longest first. */
const oldestDeadline = [asc(payments.deadline), asc(payments.id)]
const newestFirst = [desc(payments.createdAt), desc(payments.id)]

interface Which {
  readonly status: OverviewStatus
  readonly month: string | null
  readonly search: string
}

export const overview = personal({ on: searched }, async (q, input: Which & { readonly page: number }) => {
  const { total, sum, slice } = await overviewList(q, input)
  return { ...(await pageOf(input.page, total, slice)), sum }
})

export const toConfirm = shared([payments], async ({ db }) => ({
  markedByUser: await totals(db, inList('markedByUser')),
  markedByTeacher: await totals(db, inList('markedByTeacher')),
}))

export const tallies = personal({ on: searched }, async (q, { month, search }: { month: string; search: string }) => {
  const found = await paymentsFound(q, search)
  const of = (status: Exclude<OverviewStatus, 'confirmed'>) => totals(q.db, and(inList(status), found))
  const due = await of('due')
  const markedByUser = await of('markedByUser')
  const markedByTeacher = await of('markedByTeacher')
  return { due, markedByUser, markedByTeacher, confirmed: await totalReceived(q.db, receivedFor(q, month, found)) }
})

export const overviewForExport = personal({ on: searched }, async (q, input: Which & { readonly part: number }) => {
  const { total, slice } = await overviewList(q, input)
  return partOf(input.part, total, slice)
})

export const year = shared([payments], (q, input: { year: number }) => sumsOfYear(q.db, input.year))

export const ofUser = personal({ on: searched }, async (q, { userId, page }: { userId: string; page: number }) => {
  const { total, slice } = await listOf(q, eq(payments.userId, userId), newestFirst)
  return await pageOf(page, total, slice)
})

export const historyOf = shared(tables, async ({ db }, { paymentId }: { paymentId: string }) => {
  const changes = await db
    .select({ change: paymentHistory, by: people, price: payments.price })
    .from(paymentHistory)
    .innerJoin(payments, eq(payments.id, paymentHistory.paymentId))
    .leftJoin(accounts, eq(accounts.id, paymentHistory.byUserId))
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(eq(paymentHistory.paymentId, paymentId))
    .orderBy(asc(paymentHistory.id))
  return changes.map(({ change, by, price }) => ({
    ...change,
    // the price never changes, so this was the rest at that time
    letGo:
      change.toStatus === 'confirmed' && change.fromStatus !== 'confirmed'
        ? Math.max(0, price - (change.toAmount ?? 0))
        : 0,
    // empty for a deleted account
    byName: change.byUserId === null ? null : by ? fullName(by) : '',
  }))
})

/** Partly paid payments are listed as due. */
const inList = (status: Exclude<OverviewStatus, 'confirmed'>): SQL =>
  status === 'due' ? inArray(payments.status, [...dueStatuses]) : eq(payments.status, status)

const inMonth = (month: string | null): SQL | undefined =>
  month === null ? isNull(receipts.undoneAt) : receivedWithin(daysOfMonth(month))

/** The amount of a payment that is not confirmed: what a teacher says was paid, else what is still to come. */
const expected = sql`case ${payments.status}
  when 'due' then ${payments.price} when 'markedByTeacher' then ${payments.stated} when 'cancelled' then 0
  else greatest(0, ${payments.price} - ${received}) end`

async function totals(db: Tx, which: SQL | undefined) {
  const [row] = await db
    .select({ total: count(), sum: sql<number>`coalesce(sum(${expected}), 0)`.mapWith(Number) })
    .from(payments)
    .where(which)
  return { total: row?.total ?? 0, sum: row?.sum ?? 0 }
}

/** A list with the sum of all its payments. */
interface List {
  readonly total: number
  readonly sum: number
  readonly slice: (limit: number, offset: number) => Promise<(Payment & Shown)[]>
}

async function overviewList(q: PersonalContext, { status, month, search }: Which): Promise<List> {
  const found = await paymentsFound(q, search)
  if (status === 'confirmed') return await listOfReceived(q, receivedFor(q, month, found))
  return await listOf(q, and(inList(status), found), status === 'due' ? oldestDeadline : newestFirst)
}

async function listOf(q: PersonalContext, which: SQL | undefined, order: SQL[]): Promise<List> {
  const slice = async (limit: number, offset: number) => {
    // select the ids first, so that the rows before a late page are not read in full
    const ids = q.db
      .select({ id: payments.id })
      .from(payments)
      .where(which)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    const rows = await select(q.db)
      .where(inArray(payments.id, ids))
      .orderBy(...order)
    return await shown(q, rows)
  }
  return { ...(await totals(q.db, which)), slice }
}

/** The payments for which such receipts came in, the newest receipt first, with the sum received. */
async function listOfReceived(q: PersonalContext, which: SQL | undefined): Promise<List> {
  const newest = sql`max(${receipts.at})`
  const slice = async (limit: number, offset: number) => {
    const found = await q.db
      .select({ id: receipts.paymentId, cents: sum(receipts.cents).mapWith(Number) })
      .from(receipts)
      .where(which)
      .groupBy(receipts.paymentId)
      .orderBy(desc(newest), desc(receipts.paymentId))
      .limit(limit)
      .offset(offset)
    const places = new Map(found.map(({ id }, place) => [id, place]))
    const inMonth = new Map(found.map(({ id, cents }) => [id, cents]))
    const rows = await select(q.db).where(inArray(payments.id, [...places.keys()]))
    const place = ({ payment }: { payment: { id: string } }) => places.get(payment.id) ?? 0
    return await shown(
      q,
      rows.toSorted((a, b) => place(a) - place(b)),
      inMonth,
    )
  }
  return { ...(await totalReceived(q.db, which)), slice }
}

/** Condition for the receipts of a month, restricted to the found payments if there is a search. */
const receivedFor = ({ db }: QueryContext, month: string | null, found: SQL | undefined) =>
  and(inMonth(month), found && inArray(receipts.paymentId, db.select({ id: payments.id }).from(payments).where(found)))

async function totalReceived(db: Tx, which: SQL | undefined) {
  const [all] = await db
    .select({
      total: sql<number>`count(distinct ${receipts.paymentId})`.mapWith(Number),
      sum: sql<number>`coalesce(sum(${receipts.cents}), 0)`.mapWith(Number),
    })
    .from(receipts)
    .where(which)
  return { total: all?.total ?? 0, sum: all?.sum ?? 0 }
}

const select = (db: Tx) =>
  db
    .select({ payment: paymentColumns, startsAt: schedule.startsAt, person: people, email: emailOf })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .leftJoin(accounts, eq(accounts.personId, people.id))

type Selected = Awaited<ReturnType<typeof select>>[number]

async function shown(
  { db, settings, kind }: PersonalContext,
  rows: readonly Selected[],
  monthly: ReadonlyMap<string, Cents> = new Map(),
) {
  // teachers learn who is whose guardian only in their own classes
  const payerIds = may(kind, 'manageUsers') ? rows.map(({ payment }) => payment.payerId) : []
  const payersOf = await namesOf(db, payerIds)
  const numbers = await firstReferences(db, settings.sections.features.statements ? payerIds : [])
  return rows.map(({ payment, startsAt, person, email }): Payment & Shown => {
    const { displayName, familyName } = person
    const coverDoubtful = isCoverDoubtful(settings.membershipCategories, payment, person)
    const payer = payersOf.get(payment.payerId)
    const other = payer && payer.userId !== person.id ? payer : null
    const reference = numbers.get(payment.payerId) ?? ''
    const inMonth = monthly.get(payment.id) ?? null
    const who = { displayName, familyName, email, payer: other, reference }
    return { ...paymentOf(payment), startsAt, ...who, coverDoubtful, inMonth }
  })
}

interface Shown {
  readonly startsAt: Instant | null
  readonly displayName: string
  readonly familyName: string
  readonly email: string
  readonly coverDoubtful: boolean
  /** The payer if it is another person; only for admins. */
  readonly payer: { readonly userId: string; readonly name: string } | null
  /** The payer's; empty for teachers too. */
  readonly reference: string
  /** What came in within the month of the list; null outside the list of confirmed payments. */
  readonly inMonth: Cents | null
}
