import { randomUUID } from 'node:crypto'
import { MINUTE, type Instant } from '#kernel/time.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import type { Channel, LogLine } from '#studio/logs/rules.ts'
import { commit, logTopics, newEffects, saveEffects, type EffectServices } from './effects.ts'

const channelOf: Readonly<Record<string, Channel>> = {
  accounts: 'auth',
  courses: 'courses',
  payments: 'payments',
  memberships: 'membership',
}

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
  const message = `${name} failed unexpectedly.`
  return writeLine(services, { channel, level: 'error', message, userId, metadata: { error: id } })
}

/** Writes a log line of a failure that no command's transaction carries; never throws. */
export async function writeLine(services: EffectServices, line: LogLine): Promise<void> {
  const effects = newEffects()
  effects.logs.push(line)
  try {
    await commit(services, async (tx, now) => {
      await saveEffects(services, tx, now, effects)
      return { value: null, topics: logTopics(effects), mails: 0 }
    })
  } catch (cause) {
    services.report('That failure could not be logged either.', cause)
  }
}

/** How long a query that goes on failing stays at one line in the log. */
const QUIET = 10 * MINUTE

/**
 * Reports each answer that could not be made, and logs it: a query is asked again at every change, so that one which
 * fails gets a line in ten minutes and no more. A database that is away or too busy is no fault of the query's.
 */
export function failedAnswers(services: EffectServices) {
  const loggedAt = new Map<string, Instant>()
  return (name: string, userId: string | null, error: unknown): void => {
    const id = failureId()
    services.report(`${name} could not be answered (${id}).`, error)
    const now = services.clock()
    const before = loggedAt.get(name)
    if (databaseTrouble(error) || (before !== undefined && now < before + QUIET)) return
    loggedAt.set(name, now)
    void logFailure(services, { name, userId, id })
  }
}

export const failureId = (): string => randomUUID().slice(0, 8)
