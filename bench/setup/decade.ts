import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'

/**
 * Ten years of a large studio: five million rows of registrations, attendance, payments and receipts; EACH is the
 * number per table.
 */
const EACH = 1_250_000
/** People per class. */
const IN_CLASS = 20
const PEOPLE = 10_000
const YEARS = 10

/**
 * Creates the product's tables in an empty database and fills them with `part` (0 to 1) of ten years: 20 people in each
 * class, all with attendance, one in twelve a no-show; each place is paid separately. People come for about two years
 * and are then replaced by others.
 */
export async function fillDecade(databaseUrl: string, part: number): Promise<number> {
  await (await openDatabase({ dataDir: '', databaseUrl })).close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const each = Math.round(EACH * part)
  const people = Math.max(100, Math.round(PEOPLE * part))
  const entries = Math.ceil(each / IN_CLASS)
  // skips foreign keys and triggers: the rows are consistent, nobody listens, and millions of checks would take longest
  await client.query('set session_replication_role = replica')
  const run = (text: string) => client.query(text)
  const at = (n: string) => `date_trunc('hour', now() - (${entries} - ${n}) * interval '${YEARS} years' / ${entries})`
  await run(`insert into people (id, display_name, family_name, dob, created_at)
    select 'd' || n, 'Mari', 'Tamm ' || n, '2005-05-05', now() from generate_series(0, ${people}) n`)
  await run(`insert into payers (id, person_id, created_at)
    select 'person-d' || n, 'd' || n, now() from generate_series(0, ${people}) n`)
  await run(`insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, registered_count,
      created_at, updated_at)
    select 'd' || n, 'Class ' || n % 40, '{Girl Group}', ${at('n')}, ${at('n')} + interval '1 hour', 25, ${IN_CLASS}, now(), now()
    from generate_series(1, ${entries}) n`)
  // at any time a fifth of all people are active, and that group moves on over the years
  const rows = `select n, 'd' || (n / ${IN_CLASS} + 1) as entry,
      'd' || ((n::bigint * ${Math.round(people * 0.8)} / ${each} + n::bigint * 7919 % ${Math.round(people / 5)})) as person,
      ${at(`(n / ${IN_CLASS} + 1)`)} as day
    from generate_series(0, ${each - 1}) n`
  await run(`insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status,
      deadline, created_at, updated_at)
    select 'd' || n, person, 'person-' || person, 'drop-in ticket', entry, 'Class', 1500, 'cash', 'confirmed', day, day, day
    from (${rows}) r`)
  await run(`insert into receipts (payment_id, item, cents, day, way, source, at)
    select 'd' || n, 'drop-in ticket', 1500, day::date, (array['cash', 'bankTransfer', 'stebby'])[n % 3 + 1], 'desk', day from (${rows}) r`)
  await run(`insert into registrations (id, user_id, schedule_id, drop_in_payment_id, created_at, updated_at)
    select 'd' || n, person, entry, 'd' || n, day, day from (${rows}) r on conflict do nothing`)
  await run(`insert into attendance (schedule_id, user_id, value, marked_by, marked_at)
    select schedule_id, user_id, case when hashtext(id) % 12 = 0 then 'no-show' else 'attended' end, 'd0', created_at
    from registrations`)
  await run(`insert into waiting (id, schedule_id, user_id, state, joined_at, ended_at)
    select id, schedule_id, user_id, 'closed', created_at, created_at from registrations where hashtext(id) % 50 = 0`)
  // autovacuum would do this on a running server
  await run('vacuum analyze')
  const counted = await client.query<{ n: number }>(`select
    ((select count(*) from payments) + (select count(*) from receipts) + (select count(*) from registrations) +
    (select count(*) from attendance))::int as n`)
  await client.end()
  return counted.rows[0]?.n ?? 0
}
