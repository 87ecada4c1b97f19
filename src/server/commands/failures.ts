import { randomUUID } from 'node:crypto'
import { inBoth, messages } from '#kernel/messages.ts'
import { MINUTE, type Instant } from '#kernel/time.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import type { LogLine } from '#studio/logs/rules.ts'
import { commit, newEffects, type EffectServices } from './effects.ts'

const logLines = inBoth(
  messages({
    failed: [(name: string) => `${name} failed unexpectedly.`, (name) => `Ootamatu viga: ${name}.`],
  }),
)

interface Failure {
  /** The procedure's full name, or the kind of a job. */
  readonly name: string
  /** The caller; null for a visitor, and for a query result shared by everybody. */
  readonly userId: string | null
  /** Id printed in the console too, to find the details. */
  readonly id: string
}

/** Logs a procedure's unexpected failure to its concept's log channel; never throws. */
export function logFailure(services: EffectServices, { name, userId, id }: Failure): Promise<void> {
  const line = { channel: services.channelOf(name), level: 'error', message: logLines.failed(name) } as const
  return writeLine(services, { ...line, userId, metadata: { error: id } })
}

/** Writes a log line outside a command's transaction; never throws. */
export async function writeLine(services: EffectServices, line: LogLine): Promise<void> {
  const effects = newEffects()
  effects.logs.push(line)
  try {
    await commit(services, async () => ({ value: null, last: { effects } }))
  } catch (cause) {
    services.report('That failure could not be logged either.', cause)
  }
}

/** Quiet time (ms) after a failing query was reported, in the log and in the console. */
const QUIET = { log: 10 * MINUTE, console: MINUTE } as const

/**
 * Reports and logs a query that failed. Subscribed queries are retried automatically, once per subscriber, so a query
 * that keeps failing is reported at most once a minute in the console and once in ten minutes in the log. A database
 * that is unavailable or busy is reported, but not logged.
 */
export function failedAnswers(services: EffectServices) {
  const loggedAt = new Map<string, Instant>()
  const reportedAt = new Map<string, Instant>()
  let faults = 0
  const failed = (name: string, userId: string | null, error: unknown): void => {
    if (!databaseTrouble(error)) faults++
    const now = services.clock()
    // absolute value: the clock may have been set back
    const passed = (at: Instant | undefined, quiet: number) => at === undefined || Math.abs(now - at) >= quiet
    const logged = !databaseTrouble(error) && passed(loggedAt.get(name), QUIET.log)
    if (!logged && !passed(reportedAt.get(name), QUIET.console)) return
    const id = failureId()
    reportedAt.set(name, now)
    services.report(`${name} could not be answered (${id}).`, error)
    if (!logged) return
    loggedAt.set(name, now)
    void logFailure(services, { name, userId, id })
  }
  return { failed, faults: () => faults }
}

export const failureId = (): string => randomUUID().slice(0, 8)
