import { sql, type SQL } from 'drizzle-orm'
import type { Result } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { outbox } from '#server/db/tables.ts'
import { known, type CommandContext, type Mail, type RequestInfo } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Caller } from '#studio/accounts/rules.ts'
import type { LogLine } from '#studio/logs/rules.ts'

export interface EffectServices {
  readonly database: Database
  readonly settings: Settings
  readonly clock: () => Instant
  /** Called after a commit with the topics that changed: screens of this process update. */
  readonly changed: (topics: readonly string[]) => void
  /** Called after a commit that queued mail. */
  readonly mailQueued: () => void
  /** Where a line about an unexpected error goes. */
  readonly report: (line: string, error?: unknown) => void
}

/** What a handler wants to happen besides its own rows. */
export interface Effects {
  readonly logs: LogLine[]
  readonly mails: Mail[]
  session: { token: string; expiresAt: Instant } | null | undefined
}

export const newEffects = (): Effects => ({ logs: [], mails: [], session: undefined })

export function contextOf(
  tx: Tx,
  now: Instant,
  settings: Settings,
  caller: Caller,
  request: RequestInfo,
  effects: Effects,
): CommandContext {
  return {
    tx,
    now,
    settings,
    caller,
    request,
    get me() {
      return known(caller)
    },
    log: (line) => {
      effects.logs.push({ userId: caller.kind === 'visitor' ? null : caller.userId, ...line })
    },
    mail: (mail) => {
      effects.mails.push(mail)
    },
    setSession: (session) => {
      effects.session = session
    },
  }
}

/** A call waits this long for its turn and its locks, all attempts included; in milliseconds. */
const DEADLINE = 8_000

interface Work<T> {
  readonly value: T
  readonly topics: readonly string[]
  readonly mails: number
}

/** Runs one transaction; once it has committed, tells every screen what changed and the mailer that there is mail. */
export async function commit<T>(
  services: EffectServices,
  work: (tx: Tx, now: Instant) => Promise<Work<T>>,
): Promise<T> {
  const { database } = services
  const { value, topics, mails } = await database.transaction((tx) => work(tx, services.clock()), {
    deadline: DEADLINE,
  })
  if (topics.length > 0) {
    services.changed(topics)
    database.announce(topics)
  }
  if (mails > 0) services.mailQueued()
  return value
}

/**
 * Saves a handler's effects in its own transaction, in one round trip besides its mail, together with `kept` (an
 * insert that answers one row, or none where another was first). Answers null when `kept` came second.
 */
export async function saveEffects(
  services: EffectServices,
  tx: Tx,
  now: Instant,
  effects: Effects,
  kept: SQL = sql`select 1`,
): Promise<{ topics: string[] } | null> {
  if (effects.mails.length > 0) await queueMails(tx, effects.mails, now)
  const createdAt = new Date(now).toISOString()
  const lines = JSON.stringify(effects.logs.map((line) => ({ ...line, createdAt })))
  const [row] = rows<{ kept: number; changed: string | null; logFailure: string | null }>(
    await tx.execute(sql`
      with kept as (${kept})
      select (select count(*) from kept)::int as kept, current_setting('studio.changed', true) as changed,
             write_logs(${lines}::jsonb) as "logFailure"`),
  )
  if (row?.kept !== 1) return null
  if (row.logFailure !== null) services.report(`A log line could not be written: ${row.logFailure}`)
  return { topics: (row.changed ?? '').split('\n').filter(Boolean) }
}

/** What screens that show logs depend on; the log table's own changes are not noted by the database. */
export const logTopics = (effects: Effects): string[] => [
  ...new Set(effects.logs.map((line) => `logs:${line.channel}`)),
]

/** A refusal has no effect but its log line: a handler that wrote before it refused is wrong, and undone. */
export function assertUnchanged(name: string, result: Result<unknown>, topics: readonly string[]): void {
  if (result.ok || topics.length === 0) return
  throw new Error(`${name} refused (${result.code}) after it had written to ${topics.join(', ')}.`)
}

async function queueMails(tx: Tx, mails: readonly Mail[], now: Instant): Promise<void> {
  await tx.insert(outbox).values(
    mails.map(({ to, subject, text, html }) => ({
      toAddress: to,
      subject,
      text,
      html,
      createdAt: now,
      nextAttemptAt: now,
    })),
  )
}
