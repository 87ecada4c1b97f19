import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'

export interface Size {
  readonly users: number
  /** Eight a day, so this is the studio's age: people come to the classes of a young one as to those of an old one. */
  readonly entries: number
  readonly registrations: number
  readonly logs: number
}

export const sizes: Record<'small' | 'middle' | 'large' | 'quick', Size> = {
  quick: { users: 200, entries: 292, registrations: 2_000, logs: 2_000 },
  small: { users: 1_000, entries: 292, registrations: 10_000, logs: 50_000 },
  middle: { users: 10_000, entries: 2_920, registrations: 100_000, logs: 500_000 },
  large: { users: 100_000, entries: 29_200, registrations: 1_000_000, logs: 5_000_000 },
}

const HOURS_BETWEEN = 3
const DAYS_AHEAD = 28
/** Log lines written by one statement. */
const BATCH = 500_000

/** Fills an empty PostgreSQL database with a studio's years, ten at the largest; the last payments are due, the rest is settled. */
export async function fillDecade(databaseUrl: string, size: Size): Promise<void> {
  // migrated by the product, filled by a plain client: the product's own has time limits
  await (await openDatabase({ dataDir: '', databaseUrl })).close()
  const { users, entries, registrations, logs } = size
  const age = `interval '${entries * HOURS_BETWEEN} hours'`
  const statements = [
    // rows of the past change no screen, and are thought up in the right order
    `set session_replication_role = replica`,
    `insert into users (id, email, email_verified_at, display_name, family_name, dob, membership_category, role, created_at)
      select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari ' || md5(n::text), 'Tamm ' || n, '2005-05-05',
        case when n between 11 and 110 then 'Member-girl' end, case when n <= 3 then 'admin' else 'user' end,
        now() - ${users} / n * interval '1 hour'
      from generate_series(1, ${users}) n`,
    `insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, registered_count, created_at, updated_at)
      select 'e' || n, 'Girls beginners', case when n % 3 = 0 then '{Girl Group}'::text[] else '{Open}'::text[] end, at,
        at + interval '1 hour', 100, ${registrations} / ${entries}, now(), now()
      from generate_series(1, ${entries}) n,
        lateral (select now() + ${DAYS_AHEAD} * interval '1 day' - (${entries} - n) * interval '${HOURS_BETWEEN} hours' as at) t`,
    `insert into payments (id, user_id, item, item_id, description, price, actual_amount, payment_method, status, deadline, created_at, updated_at)
      select 'p' || n, 'u' || (n::bigint * 7919 % ${users} + 1), 'drop-in ticket',
        'e' || ((n::bigint - 1) * ${entries} / ${registrations} + 1), 'Girls beginners', 1500,
        case when recent then null else 1500 end, 'bankTransfer',
        case when not recent then 'confirmed' when n % 3 = 0 then 'userMarkedAsPaid' else 'due' end, at, at, at
      from generate_series(1, ${registrations}) n,
        lateral (select now() - (${registrations} - n) * (${age} / ${registrations}) as at,
          n > ${registrations} - ${Math.min(1_000, registrations / 10)} as recent) t`,
    `insert into "paymentHistory" (payment_id, at, to_status, reason) select id, created_at, 'due', 'created' from payments`,
    `insert into purchases (id, user_id, membership_id, membership_name, classes_used, class_limit, valid_from, valid_until,
        categories, excluded_categories, created_at, updated_at)
      select 'm' || n, 'u' || (n::bigint * 7919 % ${users} + 1), 'ten', 'Ten classes', 5, 10, at, at + interval '30 days', '{}', '{}', at, at
      from generate_series(1, ${registrations / 10}) n,
        lateral (select now() - (${registrations} / 10 - n) * (${age} / (${registrations} / 10)) as at) t`,
    `insert into registrations (id, user_id, schedule_id, drop_in_payment_id, created_at, updated_at)
      select 'r' || id, user_id, item_id, id, created_at, created_at from payments`,
    `insert into courses (id, name, standard_price, default_max_participants, nr_of_classes, start_date, end_date, reg_deadline,
        weekday, start_time, end_time, registered_count, created_at, updated_at)
      select 'c' || n, 'K-pop ' || n, 6000, 20, 6, day, day + 42, day, 5, '18:00', '19:30', 20, now(), now()
      from generate_series(1, 200) n, lateral (select (now() + (n - 195) * interval '18 days')::date as day) t`,
    `insert into "courseRegistrations" (id, user_id, course_id, payment_id, created_at)
      select 'cr' || n, 'u' || (n / 20 * 31 % ${users / 20} * 20 + n % 20 + 1), 'c' || (n / 20 + 1), 'p' || n, now()
      from generate_series(1, ${Math.min(3_999, registrations)}) n`,
    `insert into attendance (schedule_id, user_id, value, marked_by, marked_at)
      select schedule_id, user_id, 'attended', 'u1', now() from registrations where abs(hashtext(id)) % 2 = 0 on conflict do nothing`,
    `insert into memberships (id, name, price, class_limit, valid_period, categories, excluded_categories, created_at, updated_at)
      select 'ms' || n, 'Pass ' || n, 4000, 10, 30, '{}', '{}', now(), now() from generate_series(1, 20) n`,
    ...Array.from(
      { length: Math.ceil(logs / BATCH) },
      (_, batch) =>
        `insert into logs (channel, level, message, user_id, created_at)
      select (array['auth', 'courses', 'payments', 'registrations', 'membership'])[n % 5 + 1], 'info', 'Something happened.',
        'u' || (n % ${users} + 1), now() - (${logs} - n) * interval '1 minute'
      from generate_series(${batch * BATCH + 1}, ${Math.min(logs, (batch + 1) * BATCH)}) n`,
    ),
  ]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('select count_anew()')
  } finally {
    await client.end()
  }
}
