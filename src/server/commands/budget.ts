import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { may, type Account } from '#studio/accounts/rules.ts'

/** What nobody reaches by hand; staff have a whole studio to look after. */
const MEMBER = { minute: 120, hour: 1_000 }
const STAFF = { minute: 600, hour: 5_000 }

/**
 * How many commands one person may give, on all devices together. Counted in this process alone, so that no command
 * waits for it: several servers allow as many times more.
 */
export class Budget {
  readonly #windows: { readonly members: readonly RateLimiterMemory[]; readonly staff: readonly RateLimiterMemory[] }
  /** Sessions whose person is known to be over: a flood of further commands reaches the database no more. */
  readonly #over = new RateLimiterMemory({ points: 1, duration: 60 })

  /** `factor` widens it, for load tests. */
  constructor(factor: number) {
    const windows = ({ minute, hour }: typeof MEMBER) => [
      new RateLimiterMemory({ points: minute * factor, duration: 60 }),
      new RateLimiterMemory({ points: hour * factor, duration: 3600 }),
    ]
    this.#windows = { members: windows(MEMBER), staff: windows(STAFF) }
  }

  /** Counts a command; answers in how many seconds another may follow, or null while there is room. */
  async over({ kind, accountId }: Pick<Account, 'kind' | 'accountId'>, session: string): Promise<number | null> {
    for (const window of this.#windows[may(kind, 'seeDesk') ? 'staff' : 'members']) {
      // `consume` would throw where it is reached, which is slow and no fault
      const counted = await window.penalty(accountId)
      if (counted.consumedPoints <= window.points) continue
      const seconds = secondsOf(counted)
      await this.#over.block(session, seconds)
      return seconds
    }
    return null
  }

  /** The same of a session that was over before; nothing is counted. */
  async knownOver(session: string): Promise<number | null> {
    const known = await this.#over.get(session)
    return known && secondsOf(known)
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))
