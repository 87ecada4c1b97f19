import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { openDatabase, type DatabaseOptions } from '#server/db/database.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'

/** People in the studio where others register and watch; ENTRIES is its number of classes in the next four weeks. */
const PEOPLE = 4_000
export const ENTRIES = 60
/** Every 40th person is a member. */
const MEMBER = 40
/** Number of places already held in later classes -> the first person who holds that many. */
export const FIRST_HOLDER = { 10: 1, 100: 401 } as const
const FIRST_OTHER = 801
export const admin = FIRST_OTHER - 1
export const ADMIN_PASSWORD = 'tantsime'

export const cookieOf = (person: number) => `session=${tokenOf(person)}`
const tokenOf = (person: number) => `bench-token-${person}`

/** Timeout of the transaction in ms. */
const deadline = 600_000

/**
 * Migrates and fills an empty database: everybody is verified and signed in, one person is an admin; a third of the
 * entries include members. Everything is free, since a person may have only few open payments.
 * `holders` people hold ten places each, and as many others hold a hundred.
 */
export async function fillStudio(options: DatabaseOptions, holders: number): Promise<void> {
  const database = await openDatabase(options)
  const hashes = Array.from({ length: PEOPLE }, (_, n) =>
    createHash('sha256')
      .update(tokenOf(n + 1))
      .digest('base64url'),
  )
  const passwordHash = await hashPassword(ADMIN_PASSWORD)
  await database.transaction(
    async (tx) => {
      await tx.execute(
        insertPeople(
          'id, email, email_verified_at, display_name, family_name, dob, membership_category, created_at',
          sql`select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari', 'Tamm ' || n, '2005-05-05',
          case when n % ${MEMBER}::int = 0 then 'Member-girl' end, now()
        from generate_series(1, ${PEOPLE}::int) n`,
        ),
      )
      // without an admin every page would show the notice of a studio without one
      await tx.execute(sql`update accounts set role = 'admin' where id = ${`u${admin}`}`)
      await tx.execute(sql`
        insert into credentials (account_id, password_hash, changed_at) values (${`u${admin}`}, ${passwordHash}, now())`)
      await tx.execute(sql`
        insert into sessions (id, account_id, token_hash, status, created_at, expires_at)
        select 's' || n, 'u' || n, hash, 'active', now(), now() + interval '60 days'
        from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) with ordinality t(hash, n)`)
      await tx.execute(sql`
        insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, standard_price, created_at, updated_at)
        select 'e' || n, 'Girls beginners ' || n,
          case when n % 3 = 0 then '{Girl Group}'::text[] else '{Open}'::text[] end,
          now() + n * interval '10 hours', now() + n * interval '10 hours' + interval '1 hour', 5000, 0, now(), now()
        from generate_series(1, ${ENTRIES}::int) n`)
      await tx.execute(sql`
        insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, registered_count,
          standard_price, created_at, updated_at)
        select 'later' || n, 'Girls beginners ' || n, '{Open}', now() + interval '5 weeks' + n * interval '10 hours',
          now() + interval '5 weeks' + n * interval '10 hours' + interval '1 hour', 5000,
          ${holders}::int * case when n <= 10 then 2 else 1 end, 0, now(), now()
        from generate_series(1, 100) n`)
      const held = sql`
        from (values (${FIRST_HOLDER[10]}::int, 10), (${FIRST_HOLDER[100]}::int, 100)) held (first, places),
          generate_series(first, first + ${holders}::int - 1) person, generate_series(1, places) n`
      await tx.execute(sql`
        insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status, deadline,
          created_at, updated_at)
        select 'p' || person || '-' || n, 'u' || person, 'u' || person, 'drop-in ticket', 'later' || n, 'Girls beginners ' || n, 0,
          'cash', 'due', now() + interval '9 weeks', now(), now() ${held}`)
      await tx.execute(sql`
        insert into "paymentHistory" (payment_id, at, to_status, reason) select id, now(), 'due', 'created' from payments`)
      await tx.execute(sql`
        insert into registrations (id, user_id, schedule_id, drop_in_payment_id, created_at, updated_at)
        select 'r' || person || '-' || n, 'u' || person, 'later' || n, 'p' || person || '-' || n, now(), now() ${held}`)
    },
    { deadline },
  )
  await database.close()
}

/**
 * Hands out each possible place in the next four weeks' classes once, cycling through people and entries so that locks
 * rarely collide.
 */
export class Places {
  readonly #people: readonly number[]
  #next = 0

  constructor(people: readonly number[]) {
    // members are included in some entries, where registering would be refused
    this.#people = people.filter((person) => person % MEMBER !== 0)
  }

  take(): { person: number; entry: string } {
    const round = Math.floor(this.#next / this.#people.length)
    const person = this.#people[this.#next++ % this.#people.length]
    if (person === undefined || round >= ENTRIES)
      throw new Error('All places are taken: the measured studio is too small.')
    return { person, entry: `e${((person + round) % ENTRIES) + 1}` }
  }
}

export const peopleFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)
/** People who only watch. */
export const onlookers = peopleFrom(PEOPLE - 199, 200)
/** People without a place or an open page. */
export const others = peopleFrom(FIRST_OTHER, PEOPLE - 200 - FIRST_OTHER + 1)

/** Ids in the rows of `fillYears`. */
export const someIds = [
  'u7',
  'u77',
  'e7',
  'e30',
  'p7',
  'p70',
  'mp70',
  'r7',
  'k1',
  'ms1',
  'c1',
  'CODE1',
  'tamm 77',
  'u77@',
]

/**
 * Fills a migrated database with years of data: 5,000 people and 200,000 payments, multiplied by `times`. A class every
 * three hours with 25 people, every tenth place paid by a pass, and the last thousandth of the payments due.
 */
export async function fillYears(options: DatabaseOptions, times: number): Promise<void> {
  const database = await openDatabase(options)
  const run = (statement: ReturnType<typeof sql>) =>
    database.transaction((tx) => tx.execute(statement).then(() => undefined), { deadline })
  await run(sql`
    insert into classes (id, name, default_max_participants, categories, created_at, updated_at)
    select 'k' || n, 'Girls beginners ' || n, 20, '{Girl Group}', now(), now() from generate_series(1, 40) n`)
  await run(sql`
    insert into memberships (id, name, price, class_limit, valid_period, categories, excluded_categories, created_at, updated_at)
    select 'ms' || n, 'Pass ' || n, 4000, 10, 30, '{}', '{}', now(), now() from generate_series(1, 20) n`)
  const total = Math.round(200_000 * times)
  // in parts, because triggers do their work row by row within a transaction
  for (let first = 1; first <= total; first += 50_000) {
    const last = Math.min(first + 49_999, total)
    const payments = sql`generate_series(${first}::int, ${last}::int) n`
    const ofEach = (size: number) =>
      sql`generate_series(${Math.ceil(first / size)}::int, ${Math.floor(last / size)}::int) n`
    const isPass = sql`n % 10 = 0`
    const person = sql`'u' || (n::bigint * 7919 % ${Math.ceil(last / 40)}::int + 1)`
    const entry = sql`'e' || (n - 1) / 25`
    const paidAt = sql`now() - (${total}::int - n) * interval '432 seconds'`
    const isDue = sql`n > ${Math.floor(total * 0.999)}::int`
    await run(
      insertPeople(
        'id, email, email_verified_at, display_name, family_name, dob, membership_category, created_at',
        sql`select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari ' || md5(n::text), 'Tamm ' || n, '2005-05-05',
        case when n <= 100 then 'Member-girl' end, now() - (${total / 40}::int - n) * interval '4 hours' from ${ofEach(40)}`,
      ),
    )
    await run(sql`
      insert into schedule (id, class_id, class_name, categories, starts_at, ends_at, max_participants, registered_count,
        created_at, updated_at)
      select 'e' || n, 'k' || (n % 40 + 1), 'Girls beginners', '{Girl Group}', at, at + interval '1 hour', 100, 25, now(), now()
      from generate_series(${Math.floor((first - 1) / 25)}::int, ${Math.ceil(last / 25) - 1}::int) n,
        lateral (select now() + interval '28 days' - (${total / 25}::int - n) * interval '3 hours' as at) t`)
    await run(sql`
      insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status,
        deadline, created_at, updated_at)
      select 'p' || n, ${person}, ${person}, case when ${isPass} then 'membership' else 'drop-in ticket' end,
        case when ${isPass} then 'ms1' else ${entry} end, 'Girls beginners', 1500,
        'bankTransfer', case when ${isDue} then 'due' else 'confirmed' end,
        ${paidAt}, ${paidAt}, ${paidAt} from ${payments}`)
    await run(sql`
      insert into receipts (payment_id, item, cents, day, way, source, at)
      select 'p' || n, case when ${isPass} then 'membership' else 'drop-in ticket' end, 1500, ((${paidAt}) at time zone 'Europe/Tallinn')::date, 'bankTransfer', 'desk', ${paidAt}
      from ${payments} where not (${isDue})`)
    await run(sql`
      insert into "paymentHistory" (payment_id, at, to_status, reason)
      select 'p' || n, ${paidAt}, 'due', 'created' from ${payments}`)
    await run(sql`
      insert into purchases (id, user_id, membership_id, membership_name, classes_used, class_limit, valid_from,
        valid_until, categories, excluded_categories, payment_id, created_at, updated_at)
      select 'mp' || n, ${person}, 'ms1', 'Pass 1', 1, 10, ${paidAt}, ${paidAt} + interval '30 days', '{}', '{}',
        'p' || n, ${paidAt}, ${paidAt} from ${payments} where ${isPass}`)
    await run(sql`
      insert into registrations (id, user_id, schedule_id, user_membership_id, drop_in_payment_id, created_at, updated_at)
      select 'r' || n, ${person}, ${entry}, case when ${isPass} then 'mp' || n end,
        case when not (${isPass}) then 'p' || n end, ${paidAt}, ${paidAt} from ${payments}`)
    await run(sql`
      insert into logs (channel, level, message, user_id, metadata, created_at)
      select (array['auth', 'courses', 'payments', 'registrations', 'membership'])[n % 5 + 1], 'info', 'A line.',
        ${person}, jsonb_build_object('user', ${person}, 'paymentId', 'p' || n), ${paidAt} from ${payments}`)
  }
  const courses = Math.max(8, Math.round(50 * times))
  await run(sql`
    insert into courses (id, name, standard_price, default_max_participants, nr_of_classes, start_date, end_date,
      reg_deadline, weekday, start_time, end_time, created_at, updated_at)
    select 'c' || n, 'K-pop ' || n, 6000, 20, 6, day, day + 42, day, 5, '18:00', '19:30', now(), now()
    from generate_series(1, ${courses}::int) n,
      lateral (select (now() + (n - ${courses}::int + 5) * interval '18 days')::date as day) t`)
  await run(sql`
    insert into "discountCodes" (code, course_id, amount, audience, created_at)
    select 'CODE' || n, 'c' || n, 500, 'members', now() from generate_series(1, ${courses}::int) n`)
  // autovacuum would do this on a running server
  await run(sql`analyze`)
  await database.close()
}
