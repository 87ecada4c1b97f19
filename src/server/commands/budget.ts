import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { may, type Account } from '#studio/accounts/rules.ts'

/** More commands than a person runs by hand; staff work for the whole studio and get more. */
const MEMBER = { minute: 120, hour: 1_000 }
const STAFF = { minute: 600, hour: 5_000 }

/**
 * Limits how many commands one person may run, over all devices. Counted in this process only, so that no command waits
 * for the count: with several servers the limit is that many times higher.
 */
export class Budget {
  readonly #windows: { readonly members: readonly RateLimiterMemory[]; readonly staff: readonly RateLimiterMemory[] }
  /** Sessions known to be over the limit: their further commands no longer reach the database. */
  readonly #over = new RateLimiterMemory({ points: 1, duration: 60 })

  /** `factor` multiplies the limits, for load tests. */
  constructor(factor: number) {
    const windows = ({ minute, hour }: typeof MEMBER) => [
      new RateLimiterMemory({ points: minute * factor, duration: 60 }),
      new RateLimiterMemory({ points: hour * factor, duration: 3600 }),
    ]
    this.#windows = { members: windows(MEMBER), staff: windows(STAFF) }
  }

  /** Counts a command; returns seconds until the next is allowed, or null when below the limit. */
  async over({ kind, accountId }: Pick<Account, 'kind' | 'accountId'>, session: string): Promise<number | null> {
    for (const window of this.#windows[may(kind, 'seeDesk') ? 'staff' : 'members']) {
      // `penalty` instead of `consume`, which throws at the limit: slower, and this is not an error
      const counted = await window.penalty(accountId)
      if (counted.consumedPoints <= window.points) continue
      const seconds = secondsOf(counted)
      await this.#over.block(session, seconds)
      return seconds
    }
    return null
  }

  /** Like `over`, for a session that is already over the limit; counts nothing. */
  async knownOver(session: string): Promise<number | null> {
    const known = await this.#over.get(session)
    return known && secondsOf(known)
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))
