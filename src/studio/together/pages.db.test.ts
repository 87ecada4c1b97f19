import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'

let studio: TestStudio
let admin: Person
beforeAll(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin', { displayName: 'Aino' })
  await studio.database.transaction((tx) => fill(tx.execute.bind(tx), new Date(studio.now).toISOString()))
})
afterAll(() => studio.close())

/** Fills every list with more than two pages; many rows have equal sort keys, and every tenth has a rare name. */
async function fill(run: (statement: ReturnType<typeof sql>) => Promise<unknown>, now: string) {
  const numbers = sql`generate_series(1, 130) n`
  const at = sql`${now}::timestamptz`
  await run(
    insertPeople(
      'id, email, display_name, family_name, dob, role, active, deleted_at, created_at',
      sql`select 'u' || n, case when n % 50 = 0 then '' else 'u' || n || '@example.ee' end,
      case when n % 50 = 0 then '' when n % 10 = 0 then 'Õie' else 'Mari' || n % 3 end,
      case when n % 50 = 0 then '' else 'Tamm' end, case when n % 50 = 0 then null else '2000-01-01'::date end,
      case when n % 50 <> 0 and n % 7 = 0 then 'teacher' else 'user' end, n % 50 <> 0,
      case when n % 50 = 0 then ${at} end, ${at} - n % 5 * interval '1 day'
    from ${numbers}`,
    ),
  )
  await run(sql`
    insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status, deadline,
      created_at, updated_at)
    select status || n, 'u' || n, case when n % 50 = 0 then 'person-' else '' end || 'u' || n, 'course', 'c1', 'K-pop', n, 'cash', status,
      ${at} - n % 4 * interval '1 day', ${at} - n % 5 * interval '1 hour', ${at} - n % 4 * interval '1 hour'
    from ${numbers}, unnest('{due,confirmed}'::text[]) status`)
  await run(sql`
    insert into receipts (payment_id, item, cents, day, way, source, at)
    select id, item, price, updated_at::date, 'cash', 'desk', updated_at from payments where status = 'confirmed'`)
  await run(sql`
    insert into purchases (id, user_id, membership_id, membership_name, class_limit, valid_from, valid_until, categories,
      excluded_categories, created_at, updated_at)
    select 'm' || n, 'u' || n, 'ten', 'Ten classes', 10, ${at} - interval '40 days',
      ${at} + (case when n % 6 = 0 then -1 else n end) * interval '1 hour', '{}', '{}', ${at} - n % 5 * interval '1 hour', ${at}
    from ${numbers}`)
  // the first course fills a page by itself, the second is empty, the last has ended
  await run(sql`
    insert into courses (id, name, standard_price, default_max_participants, nr_of_classes, start_date, end_date,
      reg_deadline, weekday, start_time, end_time, registered_count, created_at, updated_at)
    select 'c' || n, 'K-pop', 6000, 99, 6, day, day + 40, day, 4, '18:00', '19:30', (array[60, 0, 40, 30])[n], ${at}, ${at}
    from generate_series(1, 4) n, lateral (select ${now}::date - case n when 4 then 60 else 0 end as day) d`)
  await run(sql`
    insert into "courseRegistrations" (id, user_id, course_id, payment_id, created_at)
    select 'r' || n, 'u' || n, case when n <= 60 then 'c1' when n <= 100 then 'c3' else 'c4' end, 'due' || n,
      ${at} - n % 3 * interval '1 hour' from ${numbers}`)
  await run(sql`
    insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, created_at, updated_at)
    select 'e' || n, 'Girls beginners', '{Open}', ${at} - n / 2 * interval '1 day', ${at} - n / 2 * interval '1 day' + interval '1 hour',
      10, ${at}, ${at} from generate_series(3, 50) n`)
}

/** All pages of a list one after another, until a page repeats. */
async function leafed<Row>(page: (number: number) => Promise<{ rows: readonly Row[]; page: number }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let number = 1; ; number++) {
    const found = await page(number)
    if (found.page < number) return rows
    rows.push(...found.rows)
  }
}

const expected = async (query: ReturnType<typeof sql>) =>
  (await studio.sql<{ id: string }>`${query}`).map(({ id }) => id)

describe('all pages together are the whole list in its order', () => {
  it.each([
    ['created', 'p.created_at %, p.id %'],
    ['name', 'display_name %, family_name %, p.id %'],
    ['email', 'email %'],
    ['role', 'role %, display_name %, p.id %'],
  ] as const)('of users by %s, up and down', async (sort, columns) => {
    for (const order of ['asc', 'desc'] as const) {
      const found = await leafed((page) => studio.ask(admin, accounts.users, { search: '', sort, order, page }))
      const by = sql.raw(columns.replaceAll('%', order))
      expect(found.map(({ id }) => id)).toEqual(
        await expected(
          sql`select p.id from people p left join accounts a on a.person_id = p.id where deleted_at is null order by ${by}`,
        ),
      )
    }
  })

  it.each(['', 'mari', 'õie', 'u12', 'u77'])('of payments and memberships, found by "%s"', async (search) => {
    const by = sql`position(fold(${search}) in concat(u.search, ' ', a.search)) > 0`
    for (const status of ['due', 'confirmed'] as const) {
      const list = (page: number) => studio.ask(admin, payments.overview, { status, month: null, search, page })
      const order = status === 'due' ? sql`p.deadline, p.id` : sql`p.updated_at desc, p.id desc`
      const all = sql`from payments p join people u on u.id = p.user_id left join accounts a on a.person_id = u.id where p.status = ${status} and ${by}`
      expect((await leafed(list)).map(({ id }) => id)).toEqual(
        await expected(sql`select p.id ${all} order by ${order}`),
      )
      const [sums] = await studio.sql<{ total: number; sum: number }>`
        select count(*)::int as total, sum(p.price)::int as sum ${all}`
      expect(await list(1)).toMatchObject({ ...sums })
    }
    const passes = await leafed((page) => studio.ask(admin, memberships.purchases, { search, page }))
    expect(passes.map(({ id }) => id)).toEqual(
      await expected(sql`select p.id from purchases p join people u on u.id = p.user_id left join accounts a on a.person_id = u.id
        where p.valid_until > ${new Date(studio.now).toISOString()}::timestamptz and ${by}
        order by p.valid_until, p.id`),
    )
  })

  it.each([false, true])('of course registrants, including ended courses: %s', async (ended) => {
    const list = (page: number) => studio.ask(admin, courses.registrants, { ended, search: '', page })
    const whole = await expected(sql`select r.id from "courseRegistrations" r join courses c on c.id = r.course_id
      where c.id <> 'c4' or ${ended} order by c.created_at desc, c.id desc, r.created_at desc, r.id desc`)
    expect((await leafed(list)).map((row) => row.registrationId)).toEqual(whole)
    expect(await list(99)).toMatchObject({ total: whole.length, page: ended ? 3 : 2 })
    const file = await studio.ask(admin, courses.registrantsForExport, { ended, search: '', part: 1 })
    expect(file.rows.map((row) => row.registrationId)).toEqual(whole)
  })

  it('of past classes, latest first', async () => {
    const found = await leafed(async (page) => {
      const { entries, ...rest } = await studio.ask(admin, attendance.registrants, { range: 'past', page })
      return { ...rest, rows: entries }
    })
    expect(found.map(({ id }) => id)).toEqual(
      await expected(sql`select id from schedule order by starts_at desc, id desc`),
    )
  })
})
