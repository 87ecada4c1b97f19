import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '#kernel/time.ts'
import { EVERYTHING } from '#server/changes/topics.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { withoutValues } from '#server/db/errors.ts'
import { Offered } from '#server/features.ts'
import { Budget } from '#server/commands/budget.ts'
import { failedAnswers, writeLine } from '#server/commands/failures.ts'
import { Limits } from '#server/commands/limits.ts'
import { Turns } from '#server/commands/turns.ts'
import { noWorker, startWorker } from '#server/jobs/worker.ts'
import { LiveHub } from '#server/live/hub.ts'
import { startCourier } from '#server/errands/courier.ts'
import { startMailer } from '#server/mail/mailer.ts'
import { movedClock } from '#server/movedClock.ts'
import type { Looking } from '#server/oneAtATime.ts'
import { studioSettings, type Settings } from '#server/settings.ts'
import {
  builtFeatures,
  channelOf,
  commands,
  errands,
  identify,
  identifyCall,
  jobs,
  notedUses,
  pushQueue,
  queries,
  raise,
  settingsTopics,
  storedSettings,
  subjectOf,
} from '#server/studio.ts'
import { startPusher } from '#server/push/pusher.ts'
import { steadyLook } from '#server/steadyLook.ts'
import { version } from '#server/version.ts'
import { withSecondStep, type Caller } from '#studio/accounts/rules.ts'
import type { LogLine } from '#studio/logs/rules.ts'

export interface ServicesParts {
  readonly settings: Settings
  /** An open database, for tests; otherwise the settings say which to open. */
  readonly database?: Database
  readonly clock?: () => Instant
  /** See build.ts. */
  readonly build?: string
  /** False leaves e-mails and jobs queued, such as while the sample studio is being made. */
  readonly deliver?: boolean
  /** Also called with changed topics, whatever part of this process changed them. */
  readonly changed?: (topics: readonly string[]) => void
  readonly say?: (line: string) => void
  readonly report?: (line: string, error?: unknown) => void
}

export type Services = Awaited<ReturnType<typeof startServices>>

/** Everything that commands and live queries need, without HTTP; the sample studio is made through it too. */
export async function startServices(parts: ServicesParts) {
  const { build = version, deliver = true, say = console.log } = parts
  const { clockOffsetFile } = parts.settings
  const clock = parts.clock ?? (clockOffsetFile ? movedClock(clockOffsetFile) : Date.now)
  // one shared object: its studio part is updated from the database
  const settings: Settings = { ...parts.settings, built: builtFeatures }
  const report = (line: string, error?: unknown) => {
    const known = error === undefined ? [] : [withoutValues(error)]
    ;(parts.report ?? console.error)(line, ...known)
  }
  const { dataDir, databaseUrl, timeZone } = settings
  const opened = { dataDir, databaseUrl: databaseUrl ?? undefined, timeZone, log: say }
  const database = parts.database ?? (await openDatabase(opened))
  const hub = new LiveHub(clock)
  const mailQueued = () => mailer.soon()
  const jobQueued = (at: Instant) => worker.queued(at)
  const readSettings = async (): Promise<boolean> => {
    // one snapshot; and a transaction, because that retries on another connection when one has died unnoticed
    const stored = await database.transaction((tx) => storedSettings(tx, settings.first), { readOnly: true })
    const { classCategories: known } = settings
    // keep the same object if unchanged: prepared statements are cached by it
    const classCategories = isDeepStrictEqual(known, stored.classCategories) ? known : stored.classCategories
    const before = { ...settings }
    Object.assign(settings, studioSettings({ ...stored, classCategories }))
    return !isDeepStrictEqual(before, settings)
  }
  await readSettings()
  const mayConcernAll = (topics: readonly string[]) =>
    [...settingsTopics, EVERYTHING].some((topic) => topics.includes(topic))
  const tell = (topics: readonly string[]) => {
    // any result may depend on the settings
    hub.changed(mayConcernAll(topics) ? [EVERYTHING] : topics)
    if (topics.includes('pushes')) pusher.soon()
    if (errands.some(({ topic }) => topics.includes(topic))) for (const courier of couriers) courier.soon()
    parts.changed?.(topics)
  }
  const stored = steadyLook({
    take: readSettings,
    found: ({ missed }) => {
      if (missed) database.announce([EVERYTHING])
      tell(missed ? [EVERYTHING] : settingsTopics)
    },
    failed: (error) => report('The settings could not be read.', error),
    often: deliver,
  })
  const changed = async (topics: readonly string[]) => {
    if (mayConcernAll(topics)) await stored.look()
    tell(topics)
  }
  const { missed } = stored
  const effects = { database, settings, clock, changed, missed, mailQueued, jobQueued, raise, report, channelOf }
  const answers = failedAnswers(effects)
  const log = (line: LogLine) => void writeLine(effects, line)
  const withRights = (caller: Caller) => (settings.sections.features.staffTwoSteps ? withSecondStep(caller) : caller)
  const uses = notedUses()
  const worker = deliver ? startWorker({ ...effects, jobs }) : noWorker
  const mailer = deliver ? startMailer({ database, settings, clock, report, say, log }) : notLooking
  const pusher = deliver ? startPusher({ database, settings, clock, report, queue: pushQueue }) : notLooking
  // long errands get their own courier, so that the others don't wait
  const kinds = [errands.filter(({ long }) => !long), errands.filter(({ long }) => long)]
  const couriers = deliver ? kinds.map((some) => startCourier({ ...effects, errands: some })) : []
  return {
    database,
    hub,
    settings,
    readSettings: stored.look,
    build,
    identify: async (...call: Parameters<typeof identify>) => withRights(await identify(...call)),
    identifyCall: async (...call: Parameters<typeof identifyCall>) => {
      const { caller, before } = await identifyCall(...call)
      return { caller: withRights(caller), before }
    },
    subjectOf,
    uses,
    limits: new Limits(database, settings.rateLimitFactor),
    budget: new Budget(settings.rateLimitFactor),
    turns: new Turns(),
    clock,
    mailQueued,
    jobQueued,
    jobs,
    errands,
    raise,
    changed,
    missed,
    channelOf,
    failedAnswer: answers.failed,
    failedAnswers: answers.faults,
    report,
    say,
    commands: new Offered(commands, settings),
    queries: new Offered(queries, settings),
    /** Ends what works by itself: the jobs first, because they may write e-mails. */
    stop: async () => {
      await worker.stop()
      await Promise.all([mailer, pusher, stored, ...couriers].map((one) => one.stop()))
    },
  }
}

const notLooking: Looking = { soon: () => {}, stop: async () => {} }
