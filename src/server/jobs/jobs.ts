import type { Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'

/**
 * Work for a later time: declared by a concept, queued in a transaction (`c.later`), and run once in a transaction of its
 * own. It does what a command does, rows, letters and events, and calls nothing outside: that would hold its locks.
 */
export interface Job<Payload> {
  readonly kind: string
  /** What it is about. At most one is queued for each subject: another one takes its place. */
  readonly subjectOf: (payload: Payload) => string
}

export const job = <Payload>(kind: string, subjectOf: (payload: Payload) => string): Job<Payload> => ({
  kind,
  subjectOf,
})

/** How a concept does a job: for the list `jobs` of its server. */
export interface JobHandler {
  readonly kind: string
  /** The studio itself calls: it is `c.actor`, and there is no `c.me`. */
  readonly run: (c: CommandContext, payload: never) => Promise<void>
  /** Milliseconds from one run to the next, where it runs by itself. */
  readonly every?: number
}

export const does = <Payload>(
  { kind }: Job<Payload>,
  run: (c: CommandContext, payload: Payload) => Promise<void>,
): JobHandler => ({ kind, run })

/** Work that the studio does by itself again and again; it answers whether there is more, which is done at once. */
export function recurring(kind: string, every: number, run: (c: CommandContext) => Promise<boolean>): JobHandler {
  const self = job<Record<string, never>>(kind, () => '')
  const next = (more: boolean, now: Instant) => (more ? now : now + every)
  return { kind, every, run: async (c) => c.later(self, next(await run(c), c.now), {}) }
}
