import { sql, type SQL } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { PaymentMethod } from '../rules.ts'
import { confirmedByDay, payments } from '../tables.ts'

/** What was confirmed from an instant until another, by method. */
export interface Confirmed {
  /** Which of the spans that were asked for. */
  readonly span: number
  readonly paymentMethod: PaymentMethod
  /** Cents. */
  readonly sum: number
  readonly count: number
}

/**
 * The sums of several spans at once. Whole days (in UTC, which the studio's days begin hours before or after) come
 * from what triggers keep; of the first and the last day of each span the payments themselves are added up, so that it
 * is right to the millisecond in any zone. See docs/decisions/search-and-sums.md.
 */
export async function confirmedWithin(
  db: Tx,
  spans: readonly { from: Instant; until: Instant }[],
): Promise<Confirmed[]> {
  const found = await db.execute(sql`
    select s.span, p.payment_method as "paymentMethod", sum(p.sum)::float8 as sum, sum(p.count)::float8 as count
    from (values ${sql.join(spans.map(partsOf), sql`, `)}) as s (span, "from", first_day, last_day, until),
      lateral (
        select payment_method, sum, count from ${confirmedByDay}
        where day >= (s.first_day at time zone 'UTC')::date and day < (s.last_day at time zone 'UTC')::date and count <> 0
        union all
        select payment_method, actual_amount, 1 from ${payments}
        where status = 'confirmed' and updated_at >= s."from" and updated_at < s.first_day
        union all
        select payment_method, actual_amount, 1 from ${payments}
        where status = 'confirmed' and updated_at >= s.last_day and updated_at < s.until
      ) p
    group by 1, 2 order by 1, 2`)
  return rows<Confirmed>(found)
}

/** All that was ever confirmed. */
export async function allConfirmed(db: Tx): Promise<{ total: number; sum: number }> {
  const found = await db.execute(sql`
    select coalesce(sum(count), 0)::float8 as total, coalesce(sum(sum), 0)::float8 as sum from ${confirmedByDay}`)
  return rows<{ total: number; sum: number }>(found)[0] ?? { total: 0, sum: 0 }
}

/** A span, and the whole days within; it has none where the first would begin after its end. */
function partsOf({ from, until }: { from: Instant; until: Instant }, span: number): SQL {
  const first = Math.min(Math.ceil(from / DAY) * DAY, until)
  const last = Math.max(Math.floor(until / DAY) * DAY, first)
  const at = (instant: Instant) => sql`${new Date(instant).toISOString()}::timestamptz`
  return sql`(${span}::integer, ${at(from)}, ${at(first)}, ${at(last)}, ${at(until)})`
}
