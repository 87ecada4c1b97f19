import type { Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'

/**
 * Work for later: declared by a concept, queued in a transaction (`c.queueOrReplace`), and run once in its own
 * transaction. It may write rows, queue e-mails and raise events like a command, but must not call external services,
 * which would hold locks.
 */
export interface Job<Payload> {
  readonly kind: string
  /** What the job is about. At most one job is queued per subject. */
  readonly subjectOf: (payload: Payload) => string
}

export const job = <Payload>(kind: string, subjectOf: (payload: Payload) => string): Job<Payload> => ({
  kind,
  subjectOf,
})

/** A concept's handler of a job: for the list `jobs` of its server. */
export interface JobHandler {
  readonly kind: string
  /** Runs as the studio itself: `c.actor` is the studio, and there is no `c.me`. */
  readonly run: (c: CommandContext, payload: never) => Promise<void>
  /** Interval in milliseconds, for jobs that repeat. */
  readonly every?: number
}

export const does = <Payload>(
  { kind }: Job<Payload>,
  run: (c: CommandContext, payload: Payload) => Promise<void>,
): JobHandler => ({ kind, run })

/** A repeating job of the studio; `run` returns whether there is more to do, which then runs at once. */
export function recurring(kind: string, every: number, run: (c: CommandContext) => Promise<boolean>): JobHandler {
  const self = job<Record<string, never>>(kind, () => '')
  const next = (more: boolean, now: Instant) => (more ? now : now + every)
  return { kind, every, run: async (c) => c.queueOrReplace(self, next(await run(c), c.now), {}) }
}
