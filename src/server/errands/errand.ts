import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Instant } from '#kernel/time.ts'

/** What a call that takes long works with: transactions of its own, and whether it should come to an end. */
export interface Workplace {
  readonly db: Tx
  readonly clock: () => Instant
  readonly inOne: <T>(work: (c: CommandContext) => Promise<T>) => Promise<T>
  readonly stopping: () => boolean
  readonly report: (line: string, error?: unknown) => void
}

/**
 * Calls to a service outside, which no transaction may wait for: what is to be called is taken in one transaction, which
 * commits before the call; what came of it is saved in another. Whoever takes must note what a process that dies between
 * the two leaves behind.
 */
interface Parts<Taken, Answer> {
  /** The table whose changes say that there may be something to do. */
  readonly topic: string
  /** Whether something is to be taken: a look without a lock. */
  readonly due: (db: Tx, now: Instant) => Promise<boolean>
  /** Null where another process holds all of it: then it is left for the next look. */
  readonly take: (c: CommandContext) => Promise<readonly Taken[] | null>
  /** It takes minutes: the others do not wait for it. */
  readonly long?: true
  /** Never throws: no answer is an answer, too. */
  readonly call: (taken: Taken, settings: Settings, place: Workplace) => Promise<Answer>
  readonly settle: (c: CommandContext, taken: Taken, answer: Answer) => Promise<void>
}

export type Errand = Parts<never, never>

export const errand = <Taken, Answer>(parts: Parts<Taken, Answer>): Errand => parts as unknown as Errand
