import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { rateLimits } from '#server/db/tables.ts'
import type { Limit } from '#server/procedures.ts'

/**
 * Nobody waits until the count is on the disk: after a power cut the tries of the last moments are forgiven. A flood of
 * tries would otherwise be a flood of syncs, for which all others wait.
 */
const NOT_SYNCED = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Counts one try and says in how many seconds another may follow, or null while there is room. The count lives in
 * the database, so that several processes count together; `factor` widens every limit, for load tests.
 */
export async function overLimit(
  database: Database,
  limit: Limit,
  factor: number,
  now: Instant,
): Promise<number | null> {
  const at = new Date(now).toISOString()
  const reset = new Date(now + limit.per).toISOString()
  // a window from further ahead was begun by a clock that was wrong
  const wrong = new Date(now + 2 * limit.per).toISOString()
  const over = sql`"rateLimits".reset_at <= ${at} or "rateLimits".reset_at > ${wrong}`
  const counted = await database.transaction(async (tx) =>
    tx.execute(sql`
      insert into ${rateLimits} (key, count, reset_at) values (${storedKey(limit.key)}, 1, ${reset})
      on conflict (key) do update set
        count = case when ${over} then 1 else "rateLimits".count + 1 end,
        reset_at = case when ${over} then excluded.reset_at else "rateLimits".reset_at end
      returning count, reset_at as "resetAt", ${NOT_SYNCED}`),
  )
  const [row] = rows<{ count: number; resetAt: Instant }>(counted)
  if (!row || row.count <= limit.max * factor) return null
  return Math.max(1, Math.ceil((row.resetAt - now) / 1000))
}

/**
 * How a counter is kept: by its purpose, and by a hash of whom it counts. What people typed as an address or a name is
 * theirs, and may be of any length.
 */
export function storedKey(key: string): string {
  const purpose = key.split(':', 1)[0] ?? ''
  return `${purpose}:${createHash('sha256').update(key).digest('base64url')}`
}

/** Remembers something under a key for so many milliseconds, beside the counters. */
export async function remember(tx: Tx, key: string, life: number, now: Instant): Promise<void> {
  const resetAt = now + life
  await tx
    .insert(rateLimits)
    .values({ key: storedKey(key), count: 1, resetAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { resetAt } })
}

/** Whether a key was remembered, and its time has not passed. */
export async function remembered(db: Tx, key: string, now: Instant): Promise<boolean> {
  const found = await db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, storedKey(key)), gt(rateLimits.resetAt, now)))
  return found.length > 0
}

/** Who an address counts as: an IPv4 address itself, an IPv6 address by its /64, which one household shares. */
export function addressBucket(address: string): string {
  // some proxies write the port that a client happens to have beside its address
  const withoutPort = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const plain = withoutPort.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
