import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'

/**
 * Adds rows `from` to `to` to every table that staff look at, in the data folder of a server that is not running: as
 * many users, classes, courses, payments of each status, lines of each log, and so on. Everybody is registered for the
 * first entry of the schedule, and all confirmed payments belong to the first person. `changes` are statements run
 * afterwards.
 */
export async function addDeskRows(
  dataDir: string,
  from: number,
  to: number,
  changes: readonly string[] = [],
): Promise<void> {
  const database = await openDatabase({ dataDir })
  const numbers = sql`generate_series(${from}::int, ${to}::int) n`
  await database.transaction(
    async (tx) => {
      await tx.execute(
        insertPeople(
          'id, email, email_verified_at, display_name, family_name, dob, created_at',
          sql`select 'u' || n, 'u' || n || '@example.ee', now(), 'Person' || n, 'Rowsson', '2005-05-05', now() from ${numbers}`,
        ),
      )
      await tx.execute(sql`
        insert into classes (id, name, description, default_max_participants, categories, created_at, updated_at)
        select 'c' || n, 'Class ' || n, 'For everyone', 10, '{Girl Group}', now(), now() from ${numbers}`)
      await tx.execute(sql`
        insert into courses (id, name, description, standard_price, default_max_participants, nr_of_classes, start_date,
          end_date, reg_deadline, weekday, start_time, end_time, status, registered_count, created_at, updated_at)
        select status || n, status || ' course ' || n, 'Six evenings', 6000, 10, 6, current_date + 9, current_date + 50,
          current_date + 8, 4, '18:00', '19:30', status, case when status = 'active' then 1 else 0 end, now(), now()
        from ${numbers}, unnest('{active,archived}'::text[]) status`)
      await tx.execute(sql`
        insert into schedule (id, class_id, class_name, categories, starts_at, ends_at, max_participants,
          registered_count, created_at, updated_at)
        select 'e' || n, 'c' || n, 'Class ' || n, '{Girl Group}', now() + n * interval '12 hours',
          now() + n * interval '12 hours' + interval '1 hour', 2000, 0, now(), now() from ${numbers}`)
      await tx.execute(sql`
        insert into payments (id, user_id, payer_id, item, item_id, description, price, stated, payment_method, status,
          deadline, created_at, updated_at)
        select status || n, whose, whose,
          case when status = 'cancelled' then 'course' else 'drop-in ticket' end,
          case when status = 'cancelled' then 'active' || n else 'e1' end, 'Class ' || n, 1500,
          case status when 'markedByTeacher' then 1500 end, 'bankTransfer', status,
          now() + interval '5 days', now(), now()
        from ${numbers}, unnest('{due,markedByUser,markedByTeacher,confirmed,cancelled}'::text[]) status,
          lateral (select case when status = 'confirmed' then 'u1' else 'u' || n end as whose) t`)
      await tx.execute(sql`
        insert into receipts (payment_id, item, cents, day, way, source, at)
        select 'confirmed' || n, 'drop-in ticket', 1500, (now() at time zone 'Europe/Tallinn')::date, 'bankTransfer', 'desk', now()
        from ${numbers}`)
      await tx.execute(sql`
        insert into "paymentHistory" (payment_id, at, to_status, reason)
        select 'due' || n, now(), 'due', 'created' from ${numbers}`)
      await tx.execute(sql`
        insert into "courseRegistrations" (id, user_id, course_id, payment_id, created_at)
        select 'r' || n, 'u' || n, 'active' || n, 'cancelled' || n, now() from ${numbers}`)
      await tx.execute(sql`
        insert into registrations (id, user_id, schedule_id, class_id, drop_in_payment_id, created_at, updated_at)
        select 'r' || n, 'u' || n, 'e1', 'c1', 'due' || n, now(), now() from ${numbers}`)
      await tx.execute(sql`update schedule set registered_count = ${to} where id = 'e1'`)
      await tx.execute(sql`
        insert into memberships (id, name, description, standard_price, member_price, class_limit, valid_period,
          categories, excluded_categories, created_at, updated_at)
        select 'm' || n, 'Pass ' || n, 'Four classes', 4000, 3200, 4, 30, '{}', '{}', now(), now() from ${numbers}`)
      await tx.execute(sql`
        insert into purchases (id, user_id, membership_id, membership_name, class_limit, valid_from, valid_until,
          categories, excluded_categories, created_at, updated_at)
        select 'p' || n, 'u' || n, 'm' || n, 'Pass ' || n, 4, now(), now() + interval '30 days', '{}', '{}', now(), now()
        from ${numbers}`)
      await tx.execute(sql`
        insert into "passEntries" (purchase_id, at, kind, classes, remaining, valid_until)
        select id, created_at, 'opening', class_limit - classes_used, class_limit - classes_used, valid_until
        from purchases`)
      await tx.execute(sql`
        insert into logs (channel, level, message, user_id, created_at)
        select channel, 'info', 'Line ' || n, 'u' || n, now()
        from ${numbers}, unnest('{auth,courses,payments,registrations,membership}'::text[]) channel`)
      for (const change of changes) await tx.execute(change)
    },
    { deadline: 60_000 },
  )
  await database.close()
}
