import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { accounts, emailOf, people } from '../tables.ts'
import { peopleFound } from './search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.transaction((tx) =>
    tx.execute(
      insertPeople(
        'id, email, display_name, family_name, dob, created_at',
        sql`select 'u' || n, 'u' || n || '@example.ee',
        case when n % 97 = 0 then 'ÕIE' when n % 2 = 0 then 'Mari-Liis' else 'Kadri' end, 'Tamm ' || md5(n::text), '2005-05-05', now()
      from generate_series(1, 600) n`,
      ),
    ),
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
  (await database.read.select({ id: people.id }).from(people).where(where).orderBy(asc(people.id))).map(({ id }) => id)

/** The same search in JavaScript, without the database. */
async function readAll(search: string): Promise<string[]> {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain(search).split(/\s+/)
  const all = await database.read
    .select({ ...getTableColumns(people), email: emailOf })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
  const found = all.filter(({ displayName, familyName, email }) =>
    words.every((word) => plain(`${displayName} ${familyName} ${email}`).includes(word)),
  )
  return found.map(({ id }) => id).toSorted()
}

it.each(SEARCHES)('finds by "%s" the same people as a search in JavaScript', async (search) => {
  expect(await idsBy(await peopleFound(database.read, search))).toEqual(await readAll(search))
})

it('plans the query again for each search, however often it runs', async () => {
  const plans = await database.transaction(async (tx) => {
    for (let time = 0; time < 10; time++) {
      await tx
        .select()
        .from(people)
        .where(await peopleFound(tx, `mari ${time}`))
    }
    return rows(
      await tx.execute(sql`select coalesce(sum(generic_plans), 0)::int as kept from pg_prepared_statements
        where statement like 'select "id"%'`),
    )
  })
  // the embedded database caches no plans
  expect(plans).toEqual([{ kept: 0 }])
})

it('can use the index for a name instead of scanning all people', async () => {
  const plan = await database.transaction(async (tx) => {
    // with so few people, the planner would choose a scan
    await tx.execute(sql`set local enable_seqscan = off`)
    const found = tx
      .select()
      .from(people)
      .where(await peopleFound(tx, 'u432@'))
    return rows<Record<string, string>>(await tx.execute(sql`explain ${found.getSQL()}`))
  })
  expect(plan.flatMap((line) => Object.values(line)).join('\n')).toMatch(
    /accounts_by_search[^]*people_by_search|people_by_search[^]*accounts_by_search/,
  )
})
