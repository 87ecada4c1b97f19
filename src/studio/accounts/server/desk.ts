import { and, asc, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { countedUpTo, offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { shared } from '#server/procedures.ts'
import { idsOnPage } from '#server/db/search.ts'
import { counts } from '#server/db/tables.ts'
import type { UserSort } from '../rules.ts'
import { users as table } from '../tables.ts'
import { usersFound } from './search.ts'

interface Listed {
  readonly search: string
  readonly sort: UserSort
  readonly order: 'asc' | 'desc'
}

export const users = shared(['users:content'], async ({ db }, input: Listed & { page: number }) => {
  if (input.search.trim() === '') return await pageOfAll(db, input)
  return await pageOfFound(db, input, await found(db, input.search))
})

export const usersForExport = shared(['users:content'], async ({ db }, input: Listed & { part: number }) => {
  const where = await found(db, input.search)
  const { limit, offset } = spanOfPart(input.part)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(limit)
    .offset(offset)
  const [all] = await db.select({ total: count() }).from(table).where(where)
  const total = all?.total ?? 0
  return { rows, total, parts: partsOf(input.part, total) }
})

const ofUser = ({ userId }: { userId: string }) => [`users:${userId}`]

export const user = shared(ofUser, async ({ db }, { userId }: { userId: string }) => {
  const [row] = await db.select().from(table).where(eq(table.id, userId))
  return row ? { ...row, verified: row.emailVerifiedAt !== null } : null
})

// the index on addresses holds those who have one: all who are not deleted
const found = async (db: Tx, search: string) =>
  and(isNull(table.deletedAt), sql`${table.email} <> ''`, await usersFound(db, search))

/**
 * A page of all who are not deleted: the database counts them as they come and go, and an index alone tells who stands
 * on the page, from the end of the list that is nearer to it.
 */
async function pageOfAll(db: Tx, input: Listed & { page: number }) {
  const [kept] = await db.select({ total: counts.count }).from(counts).where(eq(counts.of, 'users'))
  const total = kept?.total ?? 0
  const page = shownPage(input.page, total)
  const before = offsetOf(page)
  const size = Math.max(0, Math.min(PAGE_SIZE, total - before))
  const after = total - before - size
  const nearer =
    after < before ? { ...input, order: input.order === 'asc' ? ('desc' as const) : ('asc' as const) } : input
  // in the words of the indexes, and not with a value that a kept plan does not know
  const listed = input.sort === 'email' ? sql`${table.email} <> ''` : isNull(table.deletedAt)
  const key = input.sort === 'email' ? table.email : table.id
  const keys = db
    .select({ key })
    .from(table)
    .where(listed)
    .orderBy(...orderOf(nearer))
    .limit(size)
    .offset(Math.min(before, after))
  const rows = await db
    .select()
    .from(table)
    .where(and(listed, inArray(key, keys)))
    .orderBy(...orderOf(input))
  return { rows, total, more: false, page }
}

/**
 * A page of those who are found. They are read in the order of the list, and no further than a reader may want to know,
 * so that whoever looks for a common name does not read all; and once, for the page and for how many there are.
 */
async function pageOfFound(db: Tx, input: Listed & { page: number }, where: SQL | undefined) {
  const most = countedUpTo(input.page)
  const some = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(most + 1)
    .as('some')
  const [seen] = await db.select({ total: count(), ids: idsOnPage(some.id, input.page) }).from(some)
  const { total = 0, ids } = seen ?? {}
  const page = shownPage(input.page, total)
  if (page !== input.page) return await pageOfFound(db, { ...input, page }, where)
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.id, ids ?? []))
    .orderBy(...orderOf(input))
  return { rows, total: Math.min(total, most), more: total > most, page }
}

const columns = {
  // the id makes an order of those that are equal, so that no page repeats another's row
  created: [table.createdAt, table.id],
  name: [table.displayName, table.familyName, table.id],
  email: [table.email],
  role: [table.role, table.displayName, table.id],
} as const satisfies Record<UserSort, unknown>

function orderOf({ sort, order }: Listed): SQL[] {
  const direction = order === 'asc' ? asc : desc
  return columns[sort].map((column) => direction(column))
}
