import type { Instant } from '#kernel/time.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { withoutValues } from '#server/db/errors.ts'
import { Budget } from '#server/commands/budget.ts'
import { failedAnswers, writeLine } from '#server/commands/failures.ts'
import { Limits } from '#server/commands/limits.ts'
import { Turns } from '#server/commands/turns.ts'
import { noWorker, startWorker } from '#server/jobs/worker.ts'
import { LiveHub } from '#server/live/hub.ts'
import { startMailer, type Mailer } from '#server/mail/mailer.ts'
import type { Settings } from '#server/settings.ts'
import { commands, identifyCall, identifyCaller, jobs, notedUses, queries, raise } from '#server/studio.ts'
import { version } from '#server/version.ts'
import type { LogLine } from '#studio/logs/rules.ts'

export interface ServicesParts {
  readonly settings: Settings
  /** A database that is open already, as tests have; otherwise the settings say which to open. */
  readonly database?: Database
  readonly clock?: () => Instant
  /** See build.ts. */
  readonly build?: string
  /** False leaves letters and jobs in their queues, such as while the sample studio is being made. */
  readonly deliver?: boolean
  /** Told as well of what changed, by whomever in this process. */
  readonly changed?: (topics: readonly string[]) => void
  readonly say?: (line: string) => void
  readonly report?: (line: string, error?: unknown) => void
}

export type Services = Awaited<ReturnType<typeof startServices>>

/** What commands and live queries run on, without HTTP: also what the sample studio is made through. */
export async function startServices(parts: ServicesParts) {
  const { settings, clock = Date.now, build = version, deliver = true, say = console.log } = parts
  const report = (line: string, error?: unknown) => {
    const known = error === undefined ? [] : [withoutValues(error)]
    ;(parts.report ?? console.error)(line, ...known)
  }
  const { dataDir, databaseUrl, timeZone } = settings
  const opened = { dataDir, databaseUrl: databaseUrl ?? undefined, timeZone, log: say }
  const database = parts.database ?? (await openDatabase(opened))
  const hub = new LiveHub()
  const mailQueued = () => mailer.soon()
  const jobQueued = (at: Instant) => worker.queued(at)
  const changed = (topics: readonly string[]) => {
    hub.changed(topics)
    parts.changed?.(topics)
  }
  const effects = { database, settings, clock, changed, mailQueued, jobQueued, raise, report }
  const log = (line: LogLine) => void writeLine(effects, line)
  const uses = notedUses()
  const worker = deliver ? startWorker({ ...effects, jobs }) : noWorker
  const mailer = deliver ? startMailer({ database, settings, clock, report, say, log }) : noMailer
  return {
    database,
    hub,
    settings,
    build,
    identify: identifyCaller,
    identifyCall,
    uses,
    limits: new Limits(database, settings.rateLimitFactor),
    budget: new Budget(settings.rateLimitFactor),
    turns: new Turns(),
    clock,
    mailQueued,
    jobQueued,
    jobs,
    raise,
    changed,
    failedAnswer: failedAnswers(effects),
    report,
    say,
    commands,
    queries,
    mailer,
    worker,
  }
}

const noMailer: Mailer = { soon: () => {}, stop: async () => {} }
