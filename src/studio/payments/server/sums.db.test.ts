import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysOfMonth } from '#kernel/months.ts'
import { startOfDay } from '#kernel/zone.ts'
import { databaseOver, rows } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { testEngine } from '#server/testing/database.ts'
import type { MonthOfWay } from '../contract.ts'
import { receivedWithin, sumsOfYear } from './sums.ts'
import { receipts } from '../tables.ts'

const { engine } = await testEngine()
const database = databaseOver(engine)
afterAll(() => database.close())
const run = (statement: ReturnType<typeof sql>) => database.transaction((tx) => tx.execute(statement))

/** Number of migrations of the last version without receipts. */
const WITHOUT_RECEIPTS = 14

/** How an earlier version counted each month of 2026: confirmed payments, by the time of their confirmation. */
async function confirmedByMoment(zone: string): Promise<MonthOfWay[]> {
  const months = Array.from({ length: 12 }, (_, index) => {
    const { from, until } = daysOfMonth(`2026-${String(index + 1).padStart(2, '0')}`)
    return {
      from: new Date(startOfDay(zone, from)).toISOString(),
      until: new Date(startOfDay(zone, until)).toISOString(),
    }
  })
  const found = await database.read.execute(sql`
    select s.month::int as month, p.payment_method as way, sum(p.actual_amount)::float8 as sum, count(*)::int as count
    from rows from (jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as ("from" timestamptz, until timestamptz))
      with ordinality as s ("from", until, month)
    join payments p on p.status = 'confirmed' and p.updated_at >= s."from" and p.updated_at < s.until
    group by 1, 2 order by 1, 2`)
  return rows<MonthOfWay>(found)
}

describe('migration of payments of a version without receipts', () => {
  beforeEach(async () => {
    await run(sql`drop schema public cascade`)
    await run(sql`create schema public`)
    await migrate(engine, () => {}, undefined, WITHOUT_RECEIPTS)
    await run(sql`insert into users (id, email, display_name, family_name, dob, created_at)
      values ('u', 'u@example.ee', 'Mari', 'Tamm', '2005-05-05', now())`)
    // one every seven hours for two years, so also around each new year, with less, more and nothing paid of the price
    // of 15 €
    await run(sql`
      insert into payments (id, user_id, item, item_id, description, price, actual_amount, payment_method, status, deadline,
        updated_by, created_at, updated_at)
      select 'p' || n, 'u', 'drop-in ticket', 'e', 'Girls beginners', 1500,
        case status when 'due' then null when 'userMarkedAsPaid' then null when 'cancelled' then 0 else n - 1 end,
        (array['bankTransfer', 'stebby', 'cash'])[case status when 'userMarkedAsPaid' then 1 else n % 3 + 1 end], status, at,
        'admin', at, at
      from generate_series(1, 2500) n, lateral (select '2025-12-31T00:00:00Z'::timestamptz + n * interval '7 hours') t (at),
        lateral (select coalesce((array['due', 'userMarkedAsPaid', 'teacherMarkedAsPaid', 'cancelled'])[n % 12], 'confirmed')) k (status)`)
    await run(sql`insert into "paymentHistory" (payment_id, at, from_status, to_status, to_amount, reason)
      select id, updated_at, case when status = 'cancelled' then 'teacherMarkedAsPaid' end, status, actual_amount, 'told'
      from payments`)
  })

  it.each([
    'Europe/Tallinn',
    'UTC',
    'America/Los_Angeles',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  ])('keeps every payment in its month, in %s', async (zone) => {
    const before = await confirmedByMoment(zone)
    expect(before).toHaveLength(36)
    await migrate(engine, () => {}, undefined, undefined, zone)
    expect(await sumsOfYear(database.read, 2026)).toEqual(before)
  })

  it('keeps the amounts and the history of every payment', async () => {
    const old = rows<{ id: string; status: string; amount: number | null; at: number }>(
      await database.read.execute(
        sql`select id, status, actual_amount as amount, updated_at as at from payments order by id`,
      ),
    )
    await migrate(engine, () => {})
    const now = rows<object>(
      await database.read.execute(sql`
        select p.id, p.status, p.stated, p.let_go as "letGo", r.cents, r.at, r.way = p.payment_method as "sameWay",
          r.by_user_id as by, h.from_status as "from", h.to_status as "to"
        from payments p left join receipts r on r.payment_id = p.id join "paymentHistory" h on h.payment_id = p.id
        order by p.id`),
    )
    const names: Record<string, string> = { userMarkedAsPaid: 'markedByUser', teacherMarkedAsPaid: 'markedByTeacher' }
    expect(now).toEqual(
      old.map(({ id, status, amount, at }) => {
        const confirmed = status === 'confirmed'
        return {
          id,
          status: names[status] ?? status,
          stated: status === 'teacherMarkedAsPaid' ? amount : null,
          letGo: confirmed ? Math.max(0, 1500 - (amount ?? 0)) : 0,
          ...(confirmed
            ? { cents: amount, at, sameWay: true, by: 'admin' }
            : { cents: null, at: null, sameWay: null, by: null }),
          from: status === 'cancelled' ? 'markedByTeacher' : null,
          to: names[status] ?? status,
        }
      }),
    )
  })
})

describe('receivedWithin()', () => {
  it('can be answered from an index alone', async () => {
    await migrate(engine, () => {})
    const plan = await database.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const which = receivedWithin(daysOfMonth('2026-12'))
      return rows<Record<string, string>>(
        await tx.execute(
          sql`explain select ${receipts.way}, sum(${receipts.cents}) from ${receipts} where ${which} group by 1`,
        ),
      )
    })
    expect(JSON.stringify(plan)).toContain('Index Only Scan using receipts_by_day')
  })
})
