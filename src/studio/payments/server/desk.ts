import { and, asc, count, desc, eq, gte, inArray, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { shared, type QueryContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts, emailOf, people } from '#studio/accounts/tables.ts'
import { isCoverDoubtful, overviewStatuses, type OverviewStatus } from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'
import { monthRange, monthStarts } from './months.ts'
import { confirmedWithin } from './sums.ts'

/** What a list may depend on: the payments, and whose they are. */
const tables = ['payments', 'people', 'accounts:content']

interface Overview {
  readonly status: OverviewStatus
  readonly month: string | null
  readonly search: string
  readonly page: number
}

export const overview = shared(tables, async (q, input: Overview) => {
  const { status, month, search, page } = input
  const which = and(inList(q, status, month), await ofPeopleFound(q.db, search, payments.userId))
  // of confirmed ones an index alone holds what is added up
  if (status === 'confirmed') return await pageOf(q.db, which, page, payments.updatedAt, payments.actualAmount)
  return await pageOf(q.db, which, page, payments.createdAt)
})

export const overviewForExport = shared(tables, async (q, input: { month: string; search: string; part: number }) => {
  const { month, search, part } = input
  const lists = or(...overviewStatuses.map((status) => inList(q, status, month)))
  const which = and(lists, await ofPeopleFound(q.db, search, payments.userId))
  const { total } = await totals(q.db, which)
  const { limit, offset } = spanOfPart(part)
  const newest = select(q.db).where(which).orderBy(desc(payments.createdAt), desc(payments.id))
  const rows = await newest.limit(limit).offset(offset)
  return { rows: rows.map(shown), total, parts: partsOf(part, total) }
})

export const year = shared(['payments'], async (q, input: { year: number }) => {
  const starts = monthStarts(q.settings.timeZone, input.year)
  const months = starts.slice(0, -1).map((from, index) => ({ from, until: starts[index + 1] ?? from }))
  const sums = await confirmedWithin(q.db, months)
  return sums.map(({ span, ...rest }) => ({ month: span + 1, ...rest }))
})

export const ofUser = shared(tables, async (q, { userId, page }: { userId: string; page: number }) => {
  const which = eq(payments.userId, userId)
  return await pageOf(q.db, which, page, payments.createdAt)
})

export const historyOf = shared(
  ['payments', 'people', 'accounts:content'],
  async ({ db }, { paymentId }: { paymentId: string }) => {
    const changes = await db
      .select({ change: paymentHistory, by: people })
      .from(paymentHistory)
      .leftJoin(accounts, eq(accounts.id, paymentHistory.byUserId))
      .leftJoin(people, eq(people.id, accounts.personId))
      .where(eq(paymentHistory.paymentId, paymentId))
      .orderBy(asc(paymentHistory.id))
    return changes.map(({ change, by }) => ({
      ...change,
      // a deleted account has no name left
      byName: change.byUserId === null ? null : by ? fullName(by) : '',
    }))
  },
)

const amount = sql<number>`coalesce(${payments.actualAmount}, ${payments.price})`

/** Confirmed payments belong to the month of their confirmation, on the studio's clock. */
function inList(q: QueryContext, status: OverviewStatus, month: string | null): SQL | undefined {
  if (status !== 'confirmed') return eq(payments.status, status)
  // in the words of its index
  const confirmed = sql`${payments.status} = 'confirmed'`
  if (month === null) return confirmed
  const { from, until } = monthRange(q.settings.timeZone, month)
  return and(confirmed, gte(payments.updatedAt, from), lt(payments.updatedAt, until))
}

type Newest = typeof payments.createdAt | typeof payments.updatedAt

async function pageOf(db: Tx, which: SQL | undefined, asked: number, newest: Newest, summed: SQLWrapper = amount) {
  const { total, sum } = await totals(db, which, summed)
  const page = shownPage(asked, total)
  const order = [desc(newest), desc(payments.id)]
  // an index alone tells which they are, so that what stands before a late page is not read
  const ids = db
    .select({ id: payments.id })
    .from(payments)
    .where(which)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const rows = await select(db)
    .where(inArray(payments.id, ids))
    .orderBy(...order)
  return { rows: rows.map(shown), total, page, sum }
}

async function totals(db: Tx, which: SQL | undefined, summed: SQLWrapper = amount) {
  const [row] = await db
    .select({ total: count(), sum: sql<number>`coalesce(sum(${summed}), 0)`.mapWith(Number) })
    .from(payments)
    .where(which)
  return { total: row?.total ?? 0, sum: row?.sum ?? 0 }
}

const select = (db: Tx) =>
  db
    .select({ payment: payments, person: people, email: emailOf })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(accounts, eq(accounts.personId, people.id))

type Row = { payment: typeof payments.$inferSelect; person: typeof people.$inferSelect; email: string }

function shown({ payment, person, email }: Row) {
  const { displayName, familyName } = person
  return { ...payment, displayName, familyName, email, coverDoubtful: isCoverDoubtful(payment, person) }
}
