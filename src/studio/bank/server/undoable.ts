import { and, eq, gt, max, min, sql } from 'drizzle-orm'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { HOUR } from '#kernel/time.ts'
import { personal } from '#server/procedures.ts'
import { contentOf } from '#server/changes/topics.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { namesOf } from '#studio/payments/server/payers.ts'
import { bankLines } from '../tables.ts'

/** Longest time that one press takes with all its parts (ms). */
const LONGEST_PRESS = HOUR

/** How many payers a notice names. */
const MOST_NAMED = 3

/** What the caller's presses have settled; each can be undone for two minutes after its last part. */
export const undoable = personal(
  { on: [bankLines, people, contentOf(accounts)] },
  async ({ db, accountId, now, changesAt }) => {
    const press = sql<string>`${bankLines.outcome} ->> 'press'`
    const last = max(bankLines.decidedAt)
    const found = await db
      .select({
        press,
        last,
        payerIds: sql<
          string[] | null
        >`array_agg(distinct ${bankLines.payerId}) filter (where ${bankLines.payerId} is not null)`,
        reopened: sql<number | null>`case when bool_and(${bankLines.outcome} ->> 'way' = 'returned')
          then nullif(sum(jsonb_array_length(${bankLines.outcome} -> 'shares')), 0)::int end`,
        lineIds: sql<string[]>`array_agg(${bankLines.id} order by ${bankLines.decidedAt}, ${bankLines.id})`,
      })
      .from(bankLines)
      .where(
        and(
          gt(bankLines.decidedAt, now - LONGEST_PRESS),
          eq(bankLines.decidedBy, accountId ?? ''),
          eq(bankLines.state, 'settled'),
          sql`${press} is not null`,
        ),
      )
      .groupBy(press)
      .orderBy(min(bankLines.decidedAt))
    const until = (one: { last: number | null }) => (one.last ?? 0) + UNDO_WITHIN
    const open = found.filter((one) => until(one) > now)
    for (const one of open) changesAt(until(one))
    const named = await namesOf(
      db,
      open.flatMap(({ payerIds }) => (payerIds ?? []).slice(0, MOST_NAMED)),
    )
    return open.map(({ press, reopened, lineIds, payerIds }) => {
      const all = payerIds ?? []
      const names = all.slice(0, MOST_NAMED).flatMap((id) => named.get(id)?.name || [])
      return { press, lineIds, reopened, names, others: all.length - names.length }
    })
  },
)
