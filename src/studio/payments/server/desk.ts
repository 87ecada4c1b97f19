import { and, asc, count, desc, eq, gte, inArray, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { idsOnPage } from '#server/db/search.ts'
import { shared, type QueryContext } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { ofUsersFound } from '#studio/accounts/server/search.ts'
import { users } from '#studio/accounts/tables.ts'
import { isCoverDoubtful, overviewStatuses, type OverviewStatus } from '../rules.ts'
import { paymentHistory, payments } from '../tables.ts'
import { monthRange, monthStarts } from './months.ts'
import { allConfirmed, confirmedWithin } from './sums.ts'

/** What a list may depend on: the payments, and whose they are. */
const tables = ['payments', 'users:content']

interface Overview {
  readonly status: OverviewStatus
  readonly month: string | null
  readonly search: string
  readonly page: number
}

export const overview = shared(tables, async (q, input: Overview) => {
  const { status, month, page } = input
  const newest = status === 'confirmed' ? payments.updatedAt : payments.createdAt
  const list = inList(q, status, month)
  const copied = status === 'confirmed' ? payments.search : undefined
  const found = await ofUsersFound(q.db, input.search, payments.userId, copied)
  if (found) return await pageOfFound(q.db, and(list, found), page, newest)
  // what was confirmed is added up already
  return await pageOf(
    q.db,
    list,
    page,
    newest,
    status === 'confirmed' ? await confirmedIn(q, month) : await totals(q.db, list),
  )
})

export const overviewForExport = shared(tables, async (q, input: { month: string; search: string; part: number }) => {
  const { month, search, part } = input
  const lists = or(...overviewStatuses.map((status) => inList(q, status, month)))
  const which = and(lists, await ofUsersFound(q.db, search, payments.userId))
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
  return await pageOf(q.db, which, page, payments.createdAt, await totals(q.db, which))
})

export const historyOf = shared(['payments', 'users:content'], async ({ db }, { paymentId }: { paymentId: string }) => {
  const changes = await db
    .select({ change: paymentHistory, by: users })
    .from(paymentHistory)
    .leftJoin(users, eq(users.id, paymentHistory.byUserId))
    .where(eq(paymentHistory.paymentId, paymentId))
    .orderBy(asc(paymentHistory.id))
  return changes.map(({ change, by }) => ({ ...change, byName: by && fullName(by) }))
})

const amount = sql<number>`coalesce(${payments.actualAmount}, ${payments.price})`
const sumOf = (amounts: SQLWrapper) => sql<number>`coalesce(sum(${amounts}), 0)`.mapWith(Number)

/** Confirmed payments belong to the month of their confirmation, on the studio's clock. */
function inList(q: QueryContext, status: OverviewStatus, month: string | null): SQL | undefined {
  if (status !== 'confirmed' || month === null) return eq(payments.status, status)
  const { from, until } = monthRange(q.settings.timeZone, month)
  return and(eq(payments.status, status), gte(payments.updatedAt, from), lt(payments.updatedAt, until))
}

/** What was confirmed in a month, or ever. */
async function confirmedIn(q: QueryContext, month: string | null) {
  if (month === null) return await allConfirmed(q.db)
  const found = await confirmedWithin(q.db, [monthRange(q.settings.timeZone, month)])
  return {
    total: found.reduce((total, { count }) => total + count, 0),
    sum: found.reduce((total, { sum }) => total + sum, 0),
  }
}

type Newest = typeof payments.createdAt | typeof payments.updatedAt

/** Whose each payment is takes long to look up, and so is looked up once: for the page, and for the sum of all found. */
async function pageOfFound(db: Tx, which: SQL | undefined, asked: number, newest: Newest) {
  const order = [desc(newest), desc(payments.id)]
  const found = db
    .select({ id: payments.id, amount: amount.as('amount') })
    .from(payments)
    .where(which)
    .orderBy(...order)
    .as('found')
  const [seen] = await db
    .select({ total: count(), sum: sumOf(found.amount), ids: idsOnPage(found.id, asked) })
    .from(found)
  const { total = 0, sum = 0, ids } = seen ?? {}
  const page = shownPage(asked, total)
  if (page !== asked) return await pageOfFound(db, which, page, newest)
  const rows = await select(db)
    .where(inArray(payments.id, ids ?? []))
    .orderBy(...order)
  return { rows: rows.map(shown), total, page, sum }
}

async function pageOf(
  db: Tx,
  which: SQL | undefined,
  asked: number,
  newest: Newest,
  { total, sum }: { total: number; sum: number },
) {
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

async function totals(db: Tx, which: SQL | undefined) {
  const [row] = await db
    .select({ total: count(), sum: sumOf(amount) })
    .from(payments)
    .where(which)
  return { total: row?.total ?? 0, sum: row?.sum ?? 0 }
}

const select = (db: Tx) =>
  db.select({ payment: payments, user: users }).from(payments).innerJoin(users, eq(users.id, payments.userId))

function shown({ payment, user }: { payment: typeof payments.$inferSelect; user: typeof users.$inferSelect }) {
  const { displayName, familyName, email } = user
  return { ...payment, displayName, familyName, email, coverDoubtful: isCoverDoubtful(payment, user) }
}
