import { and, asc, count, desc, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { countedUpTo, offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { shared } from '#server/procedures.ts'
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
  const where = await found(db, input.search)
  const { total, more } = input.search.trim() === '' ? await everybody(db) : await howMany(db, where, input)
  const page = shownPage(input.page, total)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return { rows, total, more, page }
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
  and(isNull(table.deletedAt), ne(table.email, ''), await usersFound(db, search))

/** All who are not deleted: the database counts them as they come and go. */
async function everybody(db: Tx) {
  const [kept] = await db.select({ total: counts.count }).from(counts).where(eq(counts.of, 'users'))
  return { total: kept?.total ?? 0, more: false }
}

/** Counted in the order of the list, so that whoever looks for a common name does not read all. */
async function howMany(db: Tx, where: SQL | undefined, input: Listed & { page: number }) {
  const most = countedUpTo(input.page)
  const some = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(most + 1)
  const [row] = await db.select({ total: count() }).from(some.as('some'))
  const total = row?.total ?? 0
  return { total: Math.min(total, most), more: total > most }
}

const columns = {
  created: [table.createdAt],
  name: [table.displayName, table.familyName],
  email: [table.email],
  role: [table.role, table.displayName],
} as const satisfies Record<UserSort, unknown>

function orderOf({ sort, order }: Listed): SQL[] {
  const direction = order === 'asc' ? asc : desc
  // the id makes an order of those that are equal, so that no page repeats another's row
  return [...columns[sort], table.id].map((column) => direction(column))
}
