import { sql } from 'drizzle-orm'
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
 * from what triggers keep; at the midnights next to a span's borders the payments between are added or taken away, so
 * that it is right to the millisecond in any zone. See docs/decisions/search-and-sums.md.
 */
export async function confirmedWithin(
  db: Tx,
  spans: readonly { from: Instant; until: Instant }[],
): Promise<Confirmed[]> {
  const whole = spans.map(({ from, until }, span) => ({
    span,
    from: dayOf(midnightNextTo(from)),
    until: dayOf(midnightNextTo(until)),
  }))
  const edges = spans.flatMap(({ from, until }, span) => [
    edge(span, from, midnightNextTo(from)),
    edge(span, midnightNextTo(until), until),
  ])
  const found = await db.execute(sql`
    select span, payment_method as "paymentMethod", sum(sum)::float8 as sum, sum(count)::float8 as count from (
      select s.span, d.payment_method, d.sum, d.count
      from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) as s (span integer, "from" date, until date)
      join ${confirmedByDay} d on d.day >= s."from" and d.day < s.until and d.count <> 0
      union all
      select e.span, p.payment_method, e.sign * p.actual_amount, e.sign
      from jsonb_to_recordset(${JSON.stringify(edges)}::jsonb)
        as e (span integer, "from" timestamptz, until timestamptz, sign integer)
      join ${payments} p on p.status = 'confirmed' and p.updated_at >= e."from" and p.updated_at < e.until
    ) parts
    group by 1, 2 having sum(count) <> 0 order by 1, 2`)
  return rows<Confirmed>(found)
}

/** All that was ever confirmed. */
export async function allConfirmed(db: Tx): Promise<{ total: number; sum: number }> {
  const found = await db.execute(sql`
    select coalesce(sum(count), 0)::float8 as total, coalesce(sum(sum), 0)::float8 as sum from ${confirmedByDay}`)
  return rows<{ total: number; sum: number }>(found)[0] ?? { total: 0, sum: 0 }
}

const midnightNextTo = (instant: Instant): Instant => Math.round(instant / DAY) * DAY

const timeOf = (instant: Instant) => new Date(instant).toISOString()
const dayOf = (midnight: Instant) => timeOf(midnight).slice(0, 10)

/** What lies from one instant to another; it is taken away where the other comes first. */
const edge = (span: number, from: Instant, until: Instant) =>
  from <= until
    ? { span, from: timeOf(from), until: timeOf(until), sign: 1 }
    : { span, from: timeOf(until), until: timeOf(from), sign: -1 }
