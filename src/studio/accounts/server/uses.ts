import { sql } from 'drizzle-orm'
import { MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller } from '../rules.ts'
import { sessions } from '../tables.ts'
import { SESSION_LIFE } from './sessions.ts'

/** A last use written less than this ago (ms) is accurate enough. */
const NEAR = 5 * MINUTE

/**
 * When each session was last used. A call only records this in memory; a batch writes them later, so that no call is
 * slowed down. A crash loses the last seconds.
 */
export class SessionUses {
  #noted = new Map<string, Instant>()

  note(caller: Caller, now: Instant): void {
    if (caller.kind !== 'visitor') this.#noted.set(caller.sessionId, now)
  }

  /** Notifies no subscription: an open socket asks when its session seems to have expired. */
  async write(database: Database): Promise<void> {
    if (this.#noted.size === 0) return
    const written = this.#noted
    this.#noted = new Map()
    try {
      const used = JSON.stringify([...written].map(([id, at]) => ({ id, at: new Date(at).toISOString() })))
      await database.transaction(async (tx) => {
        // a wrong clock may have written a last use in the future
        await tx.execute(sql`
          update ${sessions} set last_used_at = used.at, expires_at = used.at + ${SESSION_LIFE / 1000} * interval '1 second'
          from jsonb_to_recordset(${used}::jsonb) as used (id text, at timestamptz)
          where ${sessions.id} = used.id and (${sessions.lastUsedAt} is null
            or abs(extract(epoch from used.at - ${sessions.lastUsedAt})) >= ${NEAR / 1000})`)
      })
    } catch (error) {
      this.#noted = new Map([...written, ...this.#noted])
      throw error
    }
  }
}
