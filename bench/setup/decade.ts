export interface Size {
  readonly users: number
  /** Eight a day, so this is the studio's age: people come to the classes of a young one as to those of an old one. */
  readonly entries: number
  readonly registrations: number
  readonly logs: number
}

export const sizes: Record<'small' | 'middle' | 'large' | 'quick', Size> = {
  quick: { users: 200, entries: 292, registrations: 2_000, logs: 2_000 },
  small: { users: 500, entries: 584, registrations: 20_000, logs: 50_000 },
  // the size that counts, and ten times that
  middle: { users: 5_000, entries: 5_840, registrations: 200_000, logs: 500_000 },
  large: { users: 50_000, entries: 58_400, registrations: 2_000_000, logs: 5_000_000 },
}

/** Tables that grow for as long as the studio lives; the others hold what is on offer. */
export const GROWING: readonly string[] = [
  'users',
  'credentials',
  'sessions',
  'emailLinks',
  'schedule',
  'registrations',
  'payments',
  'paymentHistory',
  'purchases',
  'courseRegistrations',
  'attendance',
  'logs',
  'commands',
  'outbox',
  'rateLimits',
]

const HOURS_BETWEEN = 3
const DAYS_AHEAD = 28
/** Log lines written by one statement. */
const BATCH = 500_000

/**
 * Fills an empty, migrated database with a studio's years, statement by statement through `run`: the
 * last payments are due, the rest is settled; every tenth place was paid by a membership.
 */
export async function fillDecade(run: (statement: string) => Promise<unknown>, size: Size): Promise<void> {
  for (const statement of statementsFor(size)) await run(statement)
}

function statementsFor({ users, entries, registrations, logs }: Size): string[] {
  const age = `interval '${entries * HOURS_BETWEEN} hours'`
  const courses = Math.max(8, Math.round(entries / 146))
  const inCourses = Math.min(courses * 20 - 1, registrations)
  return [
    // rows of the past change no screen, and are thought up in the right order
    `set session_replication_role = replica`,
    // the pieces of all names are put into their index at the end, in one go
    `set gin_pending_list_limit = '1GB'`,
    `set maintenance_work_mem = '256MB'`,
    `insert into users (id, email, email_verified_at, display_name, family_name, dob, membership_category, role, created_at)
      select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari ' || md5(n::text), 'Tamm ' || n, '2005-05-05',
        case when n between 11 and 110 then 'Member-girl' end,
        case when n <= 3 then 'admin' when n <= 8 then 'teacher' else 'user' end,
        now() - (${users} - n) * (${age} / ${users})
      from generate_series(1, ${users}) n`,
    `insert into credentials (user_id, password_hash, changed_at)
      select id, 'scrypt$32768$8$3$' || md5(id) || '$' || md5(id || 'x'), created_at from users`,
    `insert into sessions (id, user_id, token_hash, status, created_at, expires_at)
      select 'sr' || n, 'u' || n, null, 'registration', now() - interval '1 day', null from generate_series(1, ${users}) n
      union all
      select 'sa' || n, 'u' || n, md5('session ' || n), 'active', now() - interval '1 day', now() + interval '59 days'
      from generate_series(1, ${users / 2}) n`,
    `insert into "emailLinks" (token_hash, user_id, purpose, created_at, expires_at, used_at)
      select md5('link ' || n), 'u' || n, 'verify', now() - interval '9 days', now() - interval '7 days', now()
      from generate_series(1, ${users / 20}) n`,
    `insert into classes (id, name, default_max_participants, categories, created_at, updated_at)
      select 'k' || n, 'Girls beginners ' || n, 20, '{Girl Group}', now() - n * interval '1 day', now() - n * interval '1 day'
      from generate_series(1, 40) n`,
    `insert into schedule (id, class_id, class_name, categories, starts_at, ends_at, max_participants, registered_count,
        created_at, updated_at)
      select 'e' || n, 'k' || (n % 40 + 1), 'Girls beginners',
        case when n % 3 = 0 then '{Girl Group}'::text[] else '{Open}'::text[] end, at, at + interval '1 hour', 100,
        ${registrations} / ${entries}, now(), now()
      from generate_series(1, ${entries}) n,
        lateral (select now() + ${DAYS_AHEAD} * interval '1 day' - (${entries} - n) * interval '${HOURS_BETWEEN} hours' as at) t`,
    `insert into payments (id, user_id, item, item_id, description, price, actual_amount, payment_method, status, deadline,
        created_at, updated_at)
      select 'p' || n, 'u' || (n::bigint * 7919 % ${users} + 1), case when n % 10 = 0 then 'membership' else 'drop-in ticket' end,
        case when n % 10 = 0 then 'ms1' else 'e' || ((n::bigint - 1) * ${entries} / ${registrations} + 1) end,
        case when n % 10 = 0 then 'Ten classes' else 'Girls beginners' end, 1500,
        case when recent then null else 1500 end, 'bankTransfer',
        case when not recent then 'confirmed' when n % 3 = 0 then 'userMarkedAsPaid' else 'due' end, at, at, at
      from generate_series(1, ${registrations}) n,
        lateral (select now() - (${registrations} - n) * (${age} / ${registrations}) as at,
          n > ${registrations} - ${Math.min(1_000, registrations / 10)} as recent) t`,
    `insert into "paymentHistory" (payment_id, at, to_status, reason) select id, created_at, 'due', 'created' from payments`,
    `insert into "paymentHistory" (payment_id, at, by_user_id, from_status, to_status, to_amount, reason)
      select id, updated_at, 'u1', 'due', 'confirmed', 1500, 'confirmed by an admin' from payments where status = 'confirmed'`,
    `insert into purchases (id, user_id, membership_id, membership_name, classes_used, classes_corrected, class_limit,
        valid_from, valid_until, categories, excluded_categories, payment_id, created_at, updated_at)
      select 'm' || id, user_id, 'ms1', 'Ten classes', 5, 4, 10, created_at, created_at + interval '30 days', '{}', '{}', id,
        created_at, created_at
      from payments where item = 'membership'`,
    `insert into registrations (id, user_id, schedule_id, user_membership_id, drop_in_payment_id, created_at, updated_at)
      select 'r' || n, 'u' || (n::bigint * 7919 % ${users} + 1), 'e' || ((n::bigint - 1) * ${entries} / ${registrations} + 1),
        case when n % 10 = 0 then 'mp' || n end, case when n % 10 <> 0 then 'p' || n end, p.created_at, p.created_at
      from generate_series(1, ${registrations}) n join payments p on p.id = 'p' || n`,
    `insert into courses (id, name, standard_price, default_max_participants, nr_of_classes, start_date, end_date, reg_deadline,
        weekday, start_time, end_time, registered_count, created_at, updated_at)
      select 'c' || n, 'K-pop ' || n, 6000, 20, 6, day, day + 42, day, 5, '18:00', '19:30', 20, now(), now()
      from generate_series(1, ${courses}) n, lateral (select (now() + (n - ${courses} + 5) * interval '18 days')::date as day) t`,
    `insert into "courseRegistrations" (id, user_id, course_id, payment_id, created_at)
      select 'cr' || n, 'u' || (n / 20 * 31 % ${users / 20} * 20 + n % 20 + 1), 'c' || (n / 20 + 1), 'p' || n, now()
      from generate_series(1, ${inCourses}) n`,
    `insert into "discountCodes" (code, course_id, amount, audience, created_at)
      select 'SUMMER' || n, 'c' || (n % ${courses} + 1), 500, 'members', now() from generate_series(1, ${courses * 2}) n`,
    `insert into attendance (schedule_id, user_id, value, marked_by, marked_at)
      select schedule_id, user_id, 'attended', 'u1', now() from registrations where abs(hashtext(id)) % 2 = 0 on conflict do nothing`,
    `insert into memberships (id, name, price, class_limit, valid_period, categories, excluded_categories, created_at, updated_at)
      select 'ms' || n, 'Pass ' || n, 4000, 10, 30, '{}', '{}', now(), now() from generate_series(1, 20) n`,
    `insert into commands (actor, key, name, input_hash, answer, at)
      select 'u' || (n % ${users} + 1), md5(n::text), 'registrations.registerWithDropIn', md5(n::text),
        '{"ok": true, "value": {"price": 1500}}', now() - n % 7 * interval '1 day'
      from generate_series(1, ${registrations / 20}) n`,
    `insert into outbox (to_address, subject, text, html, sent_at, created_at)
      select 'u' || n || '@example.ee', 'A class was cancelled', 'Hello', '<p>Hello</p>', now(), now() - n * interval '1 minute'
      from generate_series(1, ${users / 10}) n`,
    `insert into "rateLimits" (key, count, reset_at)
      select 'signIn:' || md5(n::text), 1, now() + interval '10 minutes' from generate_series(1, ${users / 20}) n`,
    ...Array.from(
      { length: Math.ceil(logs / BATCH) },
      (_, batch) =>
        `insert into logs (channel, level, message, user_id, metadata, created_at)
      select (array['auth', 'courses', 'payments', 'registrations', 'membership'])[n % 5 + 1], 'info', 'Something happened.',
        'u' || (n % ${users} + 1), jsonb_build_object('user', 'u' || (n % ${users} + 1), 'paymentId', 'p' || n),
        now() - (${logs} - n) * (interval '399 days' / ${logs})
      from generate_series(${batch * BATCH + 1}, ${Math.min(logs, (batch + 1) * BATCH)}) n`,
    ),
    `set session_replication_role = default`,
    'vacuum analyze',
  ]
}
