import { and, asc, count, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { shared } from '#server/procedures.ts'
import { matches } from '#server/db/search.ts'
import type { UserSort } from '../rules.ts'
import { users as table } from '../tables.ts'

interface Listed {
  readonly search: string
  readonly sort: UserSort
  readonly order: 'asc' | 'desc'
}

export const users = shared(['users:content'], async ({ db }, input: Listed & { page: number }) => {
  const where = found(input.search)
  const total = await totalOf(db, where)
  const page = shownPage(input.page, total)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return { rows, total, page }
})

export const usersForExport = shared(['users:content'], async ({ db }, input: Listed & { part: number }) => {
  const where = found(input.search)
  const { limit, offset } = spanOfPart(input.part)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(limit)
    .offset(offset)
  const total = await totalOf(db, where)
  return { rows, total, parts: partsOf(input.part, total) }
})

const ofUser = ({ userId }: { userId: string }) => [`users:${userId}`]

export const user = shared(ofUser, async ({ db }, { userId }: { userId: string }) => {
  const [row] = await db.select().from(table).where(eq(table.id, userId))
  return row ? { ...row, verified: row.emailVerifiedAt !== null } : null
})

const found = (search: string) =>
  and(isNull(table.deletedAt), matches([table.displayName, table.familyName, table.email], search))

async function totalOf(db: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(table).where(where)
  return row?.total ?? 0
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
