import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'

/** A name with characters that would break a careless format. */
const ODD_NAME = 'O\'Tamm\t"\\N"\r\n{}[],\u2028'

/**
 * Fills an empty database with a valid studio of about this many rows: people registered for classes by pass and
 * drop-in, their payments with history, and logs.
 */
export async function fillWith(database: Database, rows: number): Promise<void> {
  const people = Math.max(1, Math.round(rows / 55))
  await database.transaction(
    async (tx) => {
      await tx.execute(
        insertPeople(
          'id, email, email_verified_at, display_name, family_name, dob, created_at',
          sql`select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari „' || n || '“ 💃', ${ODD_NAME}::text, '2005-05-05', now()
        from generate_series(1, ${people}) n`,
        ),
      )
      await tx.execute(sql`
        insert into credentials (account_id, password_hash, changed_at)
        select id, '$scrypt$' || md5(id) || md5('salt' || id), now() from people`)
      await tx.execute(sql`
        insert into sessions (id, account_id, token_hash, status, created_at, expires_at)
        select 's' || id, id, md5(id), 'active', now(), now() + interval '1 year' from people`)
      await tx.execute(sql`
        insert into "classCategories" (id, name, position, archived)
        values ('With "quotes", commas', 'With "quotes", commas', 100, true)`)
      await tx.execute(sql`
        insert into classes (id, name, default_max_participants, categories, created_at, updated_at)
        values ('c', 'Girls beginners', 100, '{Girl Group,"With \\"quotes\\", commas"}', now(), now())`)
      // twenty classes; each person is in ten of them by pass and in ten by drop-in
      await tx.execute(sql`
        insert into schedule (id, class_id, class_name, categories, starts_at, ends_at, max_participants,
          registered_count, created_at, updated_at)
        select 'e' || n, 'c', 'Girls beginners', '{Girl Group}', now() + n * interval '1 day',
          now() + n * interval '1 day' + interval '1 hour', ${people}, ${people}, now(), now()
        from generate_series(1, 20) n`)
      await tx.execute(sql`
        insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status, deadline,
          created_at, updated_at, runs_until)
        select 'p' || id || '-' || n, id, id, case when n > 10 then 'drop-in ticket' else 'membership' end,
          case when n > 10 then 'e' || n else 'm' end, 'Girls beginners', 1000, 'cash', 'due', now(), now(), now(),
          case when n = 10 then now() + interval '30 days' end
        from people, generate_series(10, 20) n`)
      await tx.execute(sql`
        insert into "paymentHistory" (payment_id, at, from_status, to_status, reason)
        select id, now(), null, 'due', 'made' from payments`)
      await tx.execute(sql`
        insert into purchases (id, user_id, membership_id, membership_name, classes_used, class_limit, valid_from,
          valid_until, categories, excluded_categories, payment_id, created_at, updated_at)
        select 'm' || id, id, 'm', 'Ten classes', 10, 10, now(), now() + interval '30 days', '{}', '{}',
          'p' || id || '-10', now(), now() from people`)
      await tx.execute(sql`
        insert into "passEntries" (purchase_id, at, kind, classes, remaining, valid_until)
        select id, created_at, 'opening', class_limit - classes_used, class_limit - classes_used, valid_until
        from purchases`)
      await tx.execute(sql`
        insert into registrations (id, user_id, schedule_id, class_id, user_membership_id, drop_in_payment_id,
          created_at, updated_at)
        select 'r' || id || '-' || n, id, 'e' || n, 'c', case when n <= 10 then 'm' || id end,
          case when n > 10 then 'p' || id || '-' || n end, now(), now()
        from people, generate_series(1, 20) n`)
      await tx.execute(sql`
        insert into logs (channel, level, message, user_id, metadata, created_at)
        select 'registrations', 'info', 'Registered for Girls beginners', user_id,
          jsonb_build_object('scheduleId', schedule_id, 'nothing', null), now() from registrations where id like '%1'`)
      await tx.execute(sql`
        insert into logs (channel, level, message, created_at, metadata)
        select 'auth', 'warning', 'Nobody', now(), case when n = 1 then 'null'::jsonb end
        from generate_series(1, ${people * 5}) n`)
      await tx.execute(sql`insert into "rateLimits" values ('sign-in', 3, now())`)
    },
    { deadline: 120_000 },
  )
}
