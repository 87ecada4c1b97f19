import { randomUUID } from 'node:crypto'
import { inBoth, messages } from '#kernel/messages.ts'
import { MINUTE, type Instant } from '#kernel/time.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import type { Channel, LogLine } from '#studio/logs/rules.ts'
import { commit, newEffects, type EffectServices } from './effects.ts'

const channelOf: Readonly<Record<string, Channel>> = {
  accounts: 'auth',
  courses: 'courses',
  payments: 'payments',
  memberships: 'membership',
}

const logLines = inBoth(
  messages({
    failed: [(name: string) => `${name} failed unexpectedly.`, (name) => `Ootamatu viga: ${name}.`],
  }),
)

interface Failure {
  /** The procedure's full name. */
  readonly name: string
  /** Whose call it was; null for a visitor's, and where the answer is everybody's. */
  readonly userId: string | null
  /** What stands in the console as well. */
  readonly id: string
}

/** Writes a procedure's unexpected failure to its concept's log channel; never throws. */
export function logFailure(services: EffectServices, { name, userId, id }: Failure): Promise<void> {
  const channel = channelOf[name.split('.')[0] ?? ''] ?? 'registrations'
  const metadata = { error: id }
  return writeLine(services, { channel, level: 'error', message: logLines.failed(name), userId, metadata })
}

/** Writes a log line of a failure that no command's transaction carries; never throws. */
export async function writeLine(services: EffectServices, line: LogLine): Promise<void> {
  const effects = newEffects()
  effects.logs.push(line)
  try {
    await commit(services, async () => ({ value: null, last: { effects } }))
  } catch (cause) {
    services.report('That failure could not be logged either.', cause)
  }
}

/** How long a query that goes on failing stays at one line in the log, and at one in the console. */
const QUIET = { log: 10 * MINUTE, console: MINUTE } as const

/**
 * Reports an answer that could not be made, and logs it. It is tried again by itself, and there is one for each person
 * who asks: a query that goes on failing is reported once a minute, and gets a line in ten minutes. A database that is
 * away or too busy is no fault of the query's.
 */
export function failedAnswers(services: EffectServices) {
  const loggedAt = new Map<string, Instant>()
  const reportedAt = new Map<string, Instant>()
  let faults = 0
  const failed = (name: string, userId: string | null, error: unknown): void => {
    if (!databaseTrouble(error)) faults++
    const now = services.clock()
    // also where the clock was set back
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
