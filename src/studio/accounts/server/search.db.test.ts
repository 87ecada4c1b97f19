import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { users } from '../tables.ts'
import { usersFound } from './search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.transaction((tx) =>
    tx.execute(sql`
      insert into users (id, email, display_name, family_name, dob, created_at)
      select 'u' || n, 'u' || n || '@example.ee',
        case when n % 97 = 0 then 'ÕIE' when n % 2 = 0 then 'Mari-Liis' else 'Kadri' end, 'Tamm ' || md5(n::text), '2005-05-05', now()
      from generate_series(1, 600) n`),
  )
})
afterAll(() => database.close())

const SEARCHES = [
  '',
  ' ',
  'm',
  'a5',
  'mar',
  'MARI-liis',
  'tamm mari',
  'õie',
  '100@example.ee',
  'u59',
  '@',
  '%',
  'mari kadri',
]
const idsBy = async (where: ReturnType<typeof sql> | undefined) =>
  (await database.read.select({ id: users.id }).from(users).where(where).orderBy(asc(users.id))).map(({ id }) => id)

/** The same without the database's help. */
async function readAll(search: string): Promise<string[]> {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain(search).split(/\s+/)
  const all = await database.read.select().from(users)
  const found = all.filter(({ displayName, familyName, email }) =>
    words.every((word) => plain(`${displayName} ${familyName} ${email}`).includes(word)),
  )
  return found.map(({ id }) => id).toSorted()
}

it.each(SEARCHES)('finds by "%s" whom reading everybody finds', async (search) => {
  expect(await idsBy(await usersFound(database.read, search))).toEqual(await readAll(search))
})

it('is planned for its words each time, however often it was asked', async () => {
  const plans = await database.transaction(async (tx) => {
    for (let time = 0; time < 10; time++) {
      await tx
        .select()
        .from(users)
        .where(await usersFound(tx, `mari ${time}`))
    }
    return rows(
      await tx.execute(sql`select coalesce(sum(generic_plans), 0)::int as kept from pg_prepared_statements
        where statement like 'select "id"%'`),
    )
  })
  // the embedded database keeps no plan of any statement
  expect(plans).toEqual([{ kept: 0 }])
})

it('can look a name up in the index instead of reading everybody', async () => {
  const plan = await database.transaction(async (tx) => {
    // of so few people it reads all of them when left alone
    await tx.execute(sql`set local enable_seqscan = off`)
    const found = tx
      .select()
      .from(users)
      .where(await usersFound(tx, 'u432@'))
    return rows<Record<string, string>>(await tx.execute(sql`explain ${found.getSQL()}`))
  })
  expect(plan.flatMap((line) => Object.values(line)).join('\n')).toContain('users_by_search')
})
