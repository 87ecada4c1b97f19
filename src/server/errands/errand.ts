import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Instant } from '#kernel/time.ts'

/** What a long call needs: its own transactions, and whether it should stop. */
export interface Workplace {
  readonly db: Tx
  readonly clock: () => Instant
  readonly inOne: <T>(work: (c: CommandContext) => Promise<T>) => Promise<T>
  readonly stopping: () => boolean
  readonly report: (line: string, error?: unknown) => void
}

/**
 * A call to an external service, which must not run inside a transaction: it is taken in one transaction, which commits
 * before the call; the result is saved in another. `take` must record enough to recover when the process dies between
 * the two.
 */
interface Parts<Taken, Answer> {
  /** Table whose changes mean that there may be something to do. */
  readonly topic: string
  /** Whether anything is due; checks without a lock. */
  readonly due: (db: Tx, now: Instant) => Promise<boolean>
  /** Takes what is due; null when another process holds all of it, which ends this run. */
  readonly take: (c: CommandContext) => Promise<readonly Taken[] | null>
  /** Takes minutes, so other errands do not wait for it. */
  readonly long?: true
  /** Makes the call. Never throws: a missing response is a result too. */
  readonly call: (taken: Taken, settings: Settings, place: Workplace) => Promise<Answer>
  readonly settle: (c: CommandContext, taken: Taken, answer: Answer) => Promise<void>
}

export type Errand = Parts<never, never>

export const errand = <Taken, Answer>(parts: Parts<Taken, Answer>): Errand => parts as unknown as Errand
