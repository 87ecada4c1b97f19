import { hash } from 'node:crypto'
import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Instant } from '#kernel/time.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { rateLimits } from '#server/commands/tables.ts'
import type { Limit } from '#server/procedures.ts'

/**
 * Counting does not wait for the disk: a power cut loses the last counts. Otherwise a flood of attempts would cause a
 * flood of disk syncs, for which all other calls wait.
 */
const NOT_SYNCED = sql`set_config('synchronous_commit', 'off', true)`

/** Most keys remembered as over a limit: a few hundred bytes each. */
const MOST_KNOWN = 10_000

interface Counted {
  readonly n: number
  readonly count: number
  readonly resetAt: Instant
}

/**
 * Counts attempts in the database, so that several processes count together. A key that is over a limit stays so until
 * the window ends, so this process caches it and a flood of further attempts no longer reaches the database.
 */
export class Limits {
  readonly #database: Database
  readonly #factor: number
  /** Stored keys that are over a limit, and when each may be tried again. */
  readonly #over = new Map<string, Instant>()

  /** `factor` multiplies every limit, for load tests. */
  constructor(database: Database, factor: number) {
    this.#database = database
    this.#factor = factor
  }

  /**
   * Counts one attempt under each limit in turn, up to the first one exceeded, in one round trip. Returns the seconds
   * until another is allowed, or null when below all limits.
   */
  async over(limits: readonly Limit[], now: Instant): Promise<number | null> {
    if (limits.length === 0) return null
    const known = limits.map((limit) => this.#knownUntil(limit, now)).find((until) => until !== null)
    if (known) return secondsUntil(known, now)
    const counting = counted(limits, this.#factor, now)
    const answer = await this.#database.transaction((tx) => tx.execute(counting))
    for (const { n, count, resetAt } of rows<Counted>(answer)) {
      const limit = limits[n]
      if (!limit || count <= limit.max * this.#factor) continue
      this.#remember(storedKey(limit.key), resetAt)
      return secondsUntil(resetAt, now)
    }
    return null
  }

  /** Clears the cache, as after a restart. */
  forget(): void {
    this.#over.clear()
  }

  #knownUntil({ key, per, unless, forgivable }: Limit, now: Instant): Instant | null {
    // only the database knows whether such a limit applies to this caller, and still does
    if (unless !== undefined || forgivable) return null
    const until = this.#over.get(storedKey(key))
    if (until === undefined) return null
    if (until > now && until <= now + 2 * per) return until
    this.#over.delete(storedKey(key))
    return null
  }

  #remember(key: string, until: Instant): void {
    this.#over.set(key, until)
    for (const oldest of this.#over.keys()) {
      if (this.#over.size <= MOST_KNOWN) break
      this.#over.delete(oldest)
    }
  }
}

const secondsUntil = (instant: Instant, now: Instant): number => Math.max(1, Math.ceil((instant - now) / 1000))

/** Statement that counts an attempt under each limit, stopping after the first one exceeded. */
function counted(limits: readonly Limit[], factor: number, now: Instant): SQL {
  const at = new Date(now).toISOString()
  const earlier: SQL[] = []
  const counts = limits.map(({ key, max, per, unless }, n) => {
    const name = sql.identifier(`counted${n}`)
    const reset = new Date(now + per).toISOString()
    // a window that ends further ahead was started by a wrong clock
    const wrong = new Date(now + 2 * per).toISOString()
    const over = sql`"rateLimits".reset_at <= ${at} or "rateLimits".reset_at > ${wrong}`
    const conditions = unless === undefined ? [...earlier] : [...earlier, notRemembered(unless, at)]
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
    earlier.push(sql`not exists (select 1 from ${name} where count > ${max * factor}::float8)`)
    return sql`${name} as (
      insert into ${rateLimits} (key, count, reset_at)
      select ${storedKey(key)}::text, 1, ${reset}::timestamptz ${where}
      on conflict (key) do update set
        count = case when ${over} then 1 else "rateLimits".count + 1 end,
        reset_at = case when ${over} then excluded.reset_at else "rateLimits".reset_at end
      returning count, reset_at)`
  })
  const found = limits.map(
    (_limit, n) => sql`
      select ${n}::int as n, count, reset_at as "resetAt", ${NOT_SYNCED} from ${sql.identifier(`counted${n}`)}`,
  )
  return sql`with ${sql.join(counts, sql`, `)} ${sql.join(found, sql` union all `)} order by n`
}

/**
 * The stored form of a counter's key: its purpose and a hash of whom it counts. Typed addresses and names are personal
 * data and may be of any length.
 */
export function storedKey(key: string): string {
  const purpose = key.split(':', 1)[0] ?? ''
  return `${purpose}:${hash('sha256', key, 'base64url')}`
}

/** Resets a forgivable counter: the attempts so far turned out to be right. */
export async function forgive(tx: Tx, key: string): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, storedKey(key)))
}

const notRemembered = (key: string, at: string): SQL =>
  sql`not exists (select 1 from ${rateLimits} where key = ${storedKey(key)} and reset_at > ${at})`

const REMEMBERED = 'place'

/** Key for a fact remembered about a person; unlike counters, backups include it. */
export const rememberedKey = (what: string): string => `${REMEMBERED}:${what}`

/** SQL condition for rows of remembered facts. */
export const isRemembered: SQL = sql`key like ${sql.raw(`'${REMEMBERED}:%'`)}`

/** Remembers a fact under this key for `life` milliseconds, in the same table as the counters. */
export async function remember(tx: Tx, key: string, life: number, now: Instant): Promise<void> {
  const resetAt = now + life
  await tx
    .insert(rateLimits)
    .values({ key: storedKey(key), count: 1, resetAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { resetAt } })
}

/** Whether the fact is remembered and not expired. */
export async function remembers(db: Tx, key: string, now: Instant): Promise<boolean> {
  const found = and(eq(rateLimits.key, storedKey(key)), gt(rateLimits.resetAt, now))
  return (await db.select({ key: rateLimits.key }).from(rateLimits).where(found)).length > 0
}

/** The unit that limits count an address as: an IPv4 address itself, an IPv6 address by its /64 (one household). */
export const addressBucket = (address: string): string => networksOf(address)[0]

/** The networks of an address, from household to provider: /64, /48 and /32 (IPv6), or /32, /24 and /16 (IPv4). */
export function networksOf(address: string): [string, string, string] {
  // some proxies append the client's port to the address
  const withoutPort = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  if (!ipaddr.isValid(withoutPort)) return [withoutPort, withoutPort, withoutPort]
  // an IPv4 address written as an IPv6 one is that IPv4 address
  const parsed = ipaddr.process(withoutPort)
  if (parsed instanceof ipaddr.IPv4) {
    const [a, b, c] = parsed.octets
    return [parsed.toString(), `${a}.${b}.${c}.0/24`, `${a}.${b}.0.0/16`]
  }
  const groups = parsed.parts.map((group) => group.toString(16))
  const wide = (count: number) => `${groups.slice(0, count).join(':')}::/${16 * count}`
  return [wide(4), wide(3), wide(2)]
}
