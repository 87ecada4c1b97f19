import { and, asc, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { countedUpTo, isDeep, offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { shared } from '#server/procedures.ts'
import type { UserPage, UserSort } from '../rules.ts'
import { users as table } from '../tables.ts'
import { usersFound } from './search.ts'

type Listed = Pick<UserPage, 'search' | 'sort' | 'order'>

export const users = shared(['users:content'], async ({ db }, input: UserPage) => {
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

/** A page of all who are not deleted. */
async function pageOfAll(db: Tx, input: UserPage) {
  const [all] = await db.select({ total: count() }).from(table).where(isNull(table.deletedAt))
  const total = all?.total ?? 0
  const page = shownPage(input.page, total)
  const beside = isDeep(page, total) ? await rowsBeside(db, input) : []
  return { rows: beside.length > 0 ? beside : await countedRows(db, input, page, total), total, more: false, page }
}

/** The rows after or before a user, whatever number their page has by now; none where that user is not in the list. */
async function rowsBeside(db: Tx, { after, before, ...list }: UserPage) {
  const id = after ?? before
  if (id === undefined) return []
  const onward = after === undefined ? turned(list) : list
  const key = sql.join([...columns[list.sort]], sql`, `)
  const beyond = sql.raw(onward.order === 'asc' ? '>' : '<')
  const user = sql`(select ${key} from ${table} where ${table.id} = ${id} and ${listedBy(list)})`
  return await rowsIn(db, list, onward, { where: sql`(${key}) ${beyond} ${user}`, limit: PAGE_SIZE })
}

/** The rows of a page that is counted out, from the end of the list that is nearer to it. */
async function countedRows(db: Tx, list: Listed, page: number, total: number) {
  const before = offsetOf(page)
  const limit = Math.max(0, Math.min(PAGE_SIZE, total - before))
  const after = total - before - limit
  return await rowsIn(db, list, after < before ? turned(list) : list, { limit, offset: Math.min(before, after) })
}

/** An index alone tells who stands on a page, read in one direction or the other; only they are read. */
async function rowsIn(
  db: Tx,
  list: Listed,
  read: Listed,
  { where, limit, offset = 0 }: { where?: SQL; limit: number; offset?: number },
) {
  const key = list.sort === 'email' ? table.email : table.id
  const keys = db
    .select({ key })
    .from(table)
    .where(and(listedBy(list), where))
    .orderBy(...orderOf(read))
    .limit(limit)
    .offset(offset)
  return await db
    .select()
    .from(table)
    .where(and(listedBy(list), inArray(key, keys)))
    .orderBy(...orderOf(list))
}

// in the words of the indexes, and not with a value that a kept plan does not know
const listedBy = ({ sort }: Listed) => (sort === 'email' ? sql`${table.email} <> ''` : isNull(table.deletedAt))

const turned = (list: Listed): Listed => ({ ...list, order: list.order === 'asc' ? 'desc' : 'asc' })

/** A page of those who are found, counted no further than a reader may want to know. */
async function pageOfFound(db: Tx, input: Listed & { page: number }, where: SQL | undefined) {
  const most = countedUpTo(input.page)
  const some = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  const total = counted?.total ?? 0
  const page = shownPage(input.page, total)
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
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
