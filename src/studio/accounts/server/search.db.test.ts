import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchBy } from '#server/db/search.ts'
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

/** What the index is for, asked without it. */
const readAll = (search: string) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.map(
    (word) =>
      sql`position(${word} in replace(lower(display_name || ' ' || family_name || ' ' || email), 'Õ', 'õ')) > 0`,
  )
  return found.length > 0 ? sql.join(found, sql` and `) : sql`true`
}

it('finds the same people by the index as by reading everybody, whatever the database knows of its rows', async () => {
  for (const analyzed of [false, true]) {
    if (analyzed) await database.transaction((tx) => tx.execute(sql`analyze users`))
    for (const search of SEARCHES) {
      const found = await idsBy(await usersFound(database.read, search))
      expect(found, `"${search}", ${analyzed ? 'analyzed' : 'not analyzed'}`).toEqual(await idsBy(readAll(search)))
    }
  }
})

it('goes by the index for what is rare, and reads the list in its order for what is common', async () => {
  await database.transaction((tx) => tx.execute(sql`analyze users`))
  const isRare = async (search: string) => (await searchBy(database.read, 'users_by_letters', search))?.rare ?? false
  expect(await Promise.all(['100@example.ee', 'õie', 'mari õie', 'xyz'].map(isRare))).toEqual([true, true, true, true])
  expect(await Promise.all(['', 'mari', 'tamm', 'a', 'tamm mari'].map(isRare))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
