import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import { purchases } from '../tables.ts'

/**
 * Time of a change to a pass, never earlier than the previous one. Server clocks differ, and a cancelled pass must not
 * seem to have ended before the places that were booked with it.
 */
export const changedAt = (now: Instant | Placeholder): SQL<Instant> =>
  sql`greatest(${purchases.updatedAt}, ${sql.param(now, purchases.updatedAt)})`
