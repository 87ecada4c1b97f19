import { sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { PaymentMethod } from '../rules.ts'
import { payments } from '../tables.ts'

/** What was confirmed from an instant until another, by method. */
export interface Confirmed {
  /** Which of the spans that were asked for. */
  readonly span: number
  readonly paymentMethod: PaymentMethod
  /** Cents. */
  readonly sum: number
  readonly count: number
}

/** The sums of several spans at once. */
export async function confirmedWithin(
  db: Tx,
  spans: readonly { from: Instant; until: Instant }[],
): Promise<Confirmed[]> {
  const asked = spans.map(({ from, until }, span) => ({ span, from: timeOf(from), until: timeOf(until) }))
  const found = await db.execute(sql`
    select s.span, p.payment_method as "paymentMethod", sum(p.actual_amount)::float8 as sum, count(*)::float8 as count
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as s (span integer, "from" timestamptz, until timestamptz)
    join ${payments} p on p.status = 'confirmed' and p.updated_at >= s."from" and p.updated_at < s.until
    group by 1, 2 order by 1, 2`)
  return rows<Confirmed>(found)
}

const timeOf = (instant: Instant) => new Date(instant).toISOString()
