import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import { purchases } from '../tables.ts'

/**
 * When a pass was changed: never earlier than before. Of two servers one has a clock behind the other's, and a pass that
 * it cancels must not seem to have ended before the places that were taken with it.
 */
export const changedAt = (now: Instant | Placeholder): SQL<Instant> =>
  sql`greatest(${purchases.updatedAt}, ${sql.param(now, purchases.updatedAt)})`
