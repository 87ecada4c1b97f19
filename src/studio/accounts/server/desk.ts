import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countedUpTo, isDeep, offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf, rowsOf } from '#server/changes/topics.ts'
import { newId } from '#kernel/ids.ts'
import { done } from '#kernel/result.ts'
import { run, shared } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { fullName, refuseWrong, type Role, type UserPage, type UserSort } from '../rules.ts'
import { checkNames } from '../rules/forms.ts'
import { accounts, credentials, emailOf, guardians, people } from '../tables.ts'
import { peopleFound } from './search.ts'

type Listed = Pick<UserPage, 'search' | 'sort' | 'order'>

const tables = [people, contentOf(accounts), guardians]

export const users = shared(tables, async ({ db }, input: UserPage) => {
  if (input.search.trim() === '') return await pageOfAll(db, input)
  return await pageOfFound(db, input, await found(db, input.search))
})

export const usersForExport = shared(tables, async ({ db }, input: Listed & { part: number }) => {
  const where = await found(db, input.search)
  const rows = await select(db)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(spanOfPart(input.part).limit)
    .offset(spanOfPart(input.part).offset)
  const [all] = await db.select({ total: count() }).from(people).where(where)
  const total = all?.total ?? 0
  return { rows, total, parts: partsOf(input.part, total) }
})

const ofUser = ({ userId }: { userId: string }) => [
  rowsOf(people.id, userId),
  rowsOf(accounts.personId, userId),
  credentials,
]

export const user = shared(ofUser, async ({ db }, { userId }: { userId: string }) => {
  const [row] = await select(db).where(eq(people.id, userId))
  if (!row) return null
  const [password] = await db
    .select({ of: credentials.accountId })
    .from(credentials)
    .innerJoin(accounts, eq(accounts.id, credentials.accountId))
    .where(eq(accounts.personId, userId))
  return { ...row, verified: row.emailVerifiedAt !== null, hasPassword: password !== undefined }
})

const own = alias(people, 'own')

export const guardianAddresses = shared(
  [people, guardians, contentOf(accounts)],
  async ({ db }, { people: ids }: { people: string[] }) => {
    const found = await db
      .select({ personId: guardians.personId, email: accounts.email, by: own })
      .from(guardians)
      .innerJoin(accounts, eq(accounts.id, guardians.accountId))
      .leftJoin(own, eq(own.id, accounts.personId))
      .where(inArray(guardians.personId, ids))
      .orderBy(asc(guardians.personId), asc(guardians.createdAt), asc(guardians.accountId))
    return found.map(({ by, ...one }) => ({ ...one, name: by ? fullName(by) : '' }))
  },
)

export const addPerson = run(async (c, form: { displayName: string; familyName: string }) => {
  const wrong = refuseWrong(checkNames(form))
  if (wrong) return wrong
  const userId = newId()
  const names = { displayName: form.displayName.trim(), familyName: form.familyName.trim() }
  await c.tx.insert(people).values({ id: userId, ...names, createdAt: c.now })
  c.log({ channel: 'auth', level: 'info', message: logLines.addedAtDesk, metadata: { user: userId } })
  return done({ userId })
})

/** People with the account columns that staff see. */
const select = (db: Tx) => db.select(columns).from(people).leftJoin(accounts, theirAccount).$dynamic()

const theirAccount = eq(accounts.personId, people.id)
const roleOf = sql<Role>`coalesce(${accounts.role}, 'user')`

const columns = {
  ...getTableColumns(people),
  email: emailOf,
  role: roleOf,
  emailVerifiedAt: accounts.emailVerifiedAt,
  lastLogin: accounts.lastLogin,
}

const found = async (db: Tx, search: string) => and(living, await peopleFound(db, search))

// written exactly as the condition of the partial indexes
const living = isNull(people.deletedAt)

/** A page of all who are not deleted. */
async function pageOfAll(db: Tx, input: UserPage) {
  const [all] = await db.select({ total: count() }).from(people).where(living)
  const total = all?.total ?? 0
  const page = shownPage(input.page, total)
  const beside = isDeep(page, total) ? await rowsBeside(db, input) : []
  return { rows: beside.length > 0 ? beside : await countedRows(db, input, page, total), total, more: false, page }
}

/** The rows after or before a person, whatever their page number now; none if that person is not in the list. */
async function rowsBeside(db: Tx, { after, before, ...list }: UserPage) {
  const id = after ?? before
  if (id === undefined) return []
  const onward = after === undefined ? turned(list) : list
  const key = sql.join([...keys[list.sort]], sql`, `)
  const beyond = sql.raw(onward.order === 'asc' ? '>' : '<')
  const person = sql`(select ${key} from ${people} left join ${accounts} on ${theirAccount} where ${people.id} = ${id} and ${living})`
  return await rowsIn(db, list, onward, { where: sql`(${key}) ${beyond} ${person}`, limit: PAGE_SIZE })
}

/** The rows of a page by offset, counted from the nearer end of the list. */
async function countedRows(db: Tx, list: Listed, page: number, total: number) {
  const before = offsetOf(page)
  const limit = Math.max(0, Math.min(PAGE_SIZE, total - before))
  const after = total - before - limit
  return await rowsIn(db, list, after < before ? turned(list) : list, { limit, offset: Math.min(before, after) })
}

/** Sorted by creation or name, an index alone gives the ids of a page, scanned forwards or backwards. */
async function rowsIn(
  db: Tx,
  list: Listed,
  read: Listed,
  { where, limit, offset = 0 }: { where?: SQL; limit: number; offset?: number },
) {
  const all = db.select({ id: people.id }).from(people).$dynamic()
  const ids = (isOfAccount(list.sort) ? all.leftJoin(accounts, theirAccount) : all)
    .where(and(living, where))
    .orderBy(...orderOf(read))
    .limit(limit)
    .offset(offset)
  return await select(db)
    .where(inArray(people.id, ids))
    .orderBy(...orderOf(list))
}

const isOfAccount = (sort: UserSort) => sort === 'email' || sort === 'role'

const turned = (list: Listed): Listed => ({ ...list, order: list.order === 'asc' ? 'desc' : 'asc' })

/** A page of search results; counting stops at a limit. */
async function pageOfFound(db: Tx, input: Listed & { page: number }, where: SQL | undefined) {
  const most = countedUpTo(input.page)
  const some = db
    .select({ id: people.id })
    .from(people)
    .where(where)
    .limit(most + 1)
    .as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  const total = counted?.total ?? 0
  const page = shownPage(input.page, total)
  const rows = await select(db)
    .where(where)
    .orderBy(...orderOf(input))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return { rows, total: Math.min(total, most), more: total > most, page }
}

const keys = {
  // the id breaks ties, so that no row appears on two pages
  created: [people.createdAt, people.id],
  name: [people.displayName, people.familyName, people.id],
  email: [emailOf, people.id],
  role: [roleOf, people.displayName, people.id],
} as const satisfies Record<UserSort, unknown>

function orderOf({ sort, order }: Listed): SQL[] {
  const direction = order === 'asc' ? asc : desc
  return keys[sort].map((column) => direction(column))
}

/** For admins; teachers see phone numbers only for people in their classes. */
export const phone = shared([people], async ({ db }, { userId }: { userId: string }) => {
  const [found] = await db.select({ phone: people.phone }).from(people).where(eq(people.id, userId))
  return { phone: found?.phone ?? '' }
})
