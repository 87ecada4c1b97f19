import { parseArgs } from 'node:util'
import { desc, eq, sql, inArray } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import { openDatabase, rows, type Database } from '#server/db/database.ts'
import { StartRefused } from '#server/db/errors.ts'
import { commands, rateLimits } from '#server/commands/tables.ts'
import { jobs } from '#server/jobs/tables.ts'
import { meta } from '#server/db/tables.ts'
import { outbox } from '#server/mail/tables.ts'
import { studioSettings, type Settings } from '#server/settings.ts'
import { hasPeople, letterJobs } from '#server/studio.ts'
import { signEverybodyOut } from '#studio/accounts/server/sample.ts'
import { allSwitched } from '#studio/settings/rules.ts'
import { fillLessons, planLife } from './life.ts'
import { planStaff } from './staff.ts'
import { FIRST_DAY, Making } from './making.ts'
import { openStudio } from './opening.ts'
import { emailOf, sample, SAMPLE_PASSWORD } from './sample.ts'

/** Key in the table `meta`: when the sample studio was started, and whether it is finished. */
const MARK = 'sampleStudio'
interface Mark {
  readonly state: 'unfinished' | 'finished'
  readonly at: Instant
}

/** Age in days after which most of the sample's schedule lies in the past. */
const OLD = 21

/** Bank account shown to payers: the example of the IBAN standard, which belongs to nobody. */
const SAMPLE_ACCOUNT = { holder: 'Tantsustuudio Hoog OÜ', iban: 'EE382200221020145685' }
/** What invoices name besides: a valid code that no company has been given yet, and an address without a house. */
const SAMPLE_COMPANY = { registryCode: '19999992', postalAddress: 'Tantsu tänav, Tallinn' }

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/

/**
 * Settings of the demo, which is isolated: its own folder, no shared database, no e-mail, and not reachable from other
 * computers, because its admin password is public. Only `--host ADDRESS` opens it, never the studio's own HOST.
 */
export function demoSettings(
  settings: Settings,
  args: readonly string[],
): { readonly settings: Settings; readonly warnings: readonly string[] } {
  const { host: asked } = parseArgs({ args: [...args], options: { host: { type: 'string' } }, strict: false }).values
  const fallback = LOOPBACK.test(settings.host) ? settings.host : '127.0.0.1'
  const host = typeof asked === 'string' ? asked : fallback
  const opened = `WARNING: the sample studio is open to every computer that reaches ${host}, and everyone knows the password of its admin.`
  const kept = `HOST=${settings.host} is not used here: the sample studio listens on ${host} alone. To open it to others: npm run demo -- --host ${settings.host}`
  const { payments } = settings.first
  const first = {
    ...settings.first,
    // its passwords are public, so visitors must be able to sign in without a second step
    features: { ...allSwitched(true), staffTwoSteps: false },
    setUp: { ...settings.first.setUp, dismissed: true },
    studio: { ...settings.first.studio, postalAddress: SAMPLE_COMPANY.postalAddress },
    payments: {
      ...payments,
      siblingPercent: 10,
      registryCode: SAMPLE_COMPANY.registryCode,
      ...(payments.iban === '' && SAMPLE_ACCOUNT),
    },
  }
  return {
    settings: {
      ...settings,
      host,
      first,
      ...studioSettings({ ...settings, sections: first, logo: null, terms: null }),
      databaseUrl: null,
      smtpUrl: null,
      backupDir: null,
    },
    warnings: [
      ...(LOOPBACK.test(host) ? [] : [opened]),
      ...(typeof asked === 'string' || host === settings.host ? [] : [kept]),
    ],
  }
}

/**
 * Opens the database for `npm run demo` with a sample studio: the existing one, or a new one in an empty folder. Throws
 * StartRefused with one clear line when the folder holds something else.
 */
export async function openDemo(settings: Settings): Promise<Database> {
  const say = console.log
  const database = await openDatabase({ dataDir: settings.dataDir, timeZone: settings.timeZone, log: say })
  try {
    await furnish(database, settings, Date.now(), say)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Puts a sample studio into an empty database; keeps a finished one, and replaces an unfinished one. */
export async function furnish(
  database: Database,
  settings: Settings,
  now: Instant,
  say: (line: string) => void,
): Promise<void> {
  const again = `To begin again, stop the server and delete the folder ${settings.dataDir}.`
  const mark = await readMark(database)
  if (mark?.state === 'finished') {
    const days = Math.floor((now - mark.at) / DAY)
    if (days > OLD) say(`The sample studio was made ${days} days ago, and most of it is past. ${again}`)
    return
  }
  if (mark) {
    if (await workedWithSince(database, mark.at)) {
      throw new StartRefused(`The sample studio was never finished, and somebody has worked with it since. ${again}`)
    }
    await removeAll(database)
  } else if (await hasPeople(database.read)) {
    throw new StartRefused(
      `There is a studio in ${settings.dataDir} already: set DATA_DIR to a new folder for the demo.`,
    )
  }
  const started = performance.now()
  await writeMark(database, { state: 'unfinished', at: now })
  await makeSampleStudio(database, settings, now, say)
  await writeMark(database, { state: 'finished', at: now })
  say(`The sample studio is ready (${Math.round((performance.now() - started) / 1000)} s).`)
}

/** The sample accounts, as a small table to print. */
export function accountsTable(): string {
  const printed = sample.people.filter(({ printedAs }) => printedAs !== undefined)
  const lines = printed.map(
    (profile) => `  ${emailOf(profile).padEnd(24)}${profile.name.padEnd(20)}${profile.printedAs}`,
  )
  return [`Sample accounts, all with the password ${SAMPLE_PASSWORD}`, ...lines].join('\n')
}

/**
 * Fills an empty database with six and a half weeks of a studio's life up to `now`. Uses the product's own commands and
 * a simulated clock, so the data is consistent. Sends no e-mail.
 */
async function makeSampleStudio(database: Database, settings: Settings, now: Instant, say: (line: string) => void) {
  say('Making a sample studio: its people, its timetable and the last six weeks …')
  const making = new Making(database, settings, now)
  await openStudio(making)
  await planLife(making)
  planStaff(making)
  for (let week = 1; week <= 6; week++) {
    making.plan(making.at(FIRST_DAY + 7 * week, '00:00'), async () => say(`  week ${week} of 7`))
  }
  await making.live()
  await fillLessons(making)
  // delete e-mails to invented people, sessions that no browser has, and rate limit counters of an invented address
  await database.transaction(async (tx) => {
    await signEverybodyOut(tx)
    await tx.delete(outbox)
    await tx.delete(jobs).where(inArray(jobs.kind, letterJobs))
    await tx.delete(rateLimits)
  })
}

async function readMark(database: Database): Promise<Mark | null> {
  const [found] = await database.read.select().from(meta).where(eq(meta.key, MARK))
  return found ? (JSON.parse(found.value) as Mark) : null
}

async function writeMark(database: Database, mark: Mark): Promise<void> {
  const value = JSON.stringify(mark)
  await database.transaction((tx) =>
    tx.insert(meta).values({ key: MARK, value }).onConflictDoUpdate({ target: meta.key, set: { value } }),
  )
}

/** Whether anybody used the studio after it was made: making it runs no command dated after `made`. */
async function workedWithSince(database: Database, made: Instant): Promise<boolean> {
  const [latest] = await database.read.select({ at: commands.at }).from(commands).orderBy(desc(commands.at)).limit(1)
  return latest !== undefined && latest.at > made
}

async function removeAll(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [tables] = rows<{ names: string }>(
      await tx.execute(sql`
        select string_agg(format('%I', tablename), ', ') as names from pg_tables
        -- migrations have put the first categories in
        where schemaname = 'public' and tablename not in ('migrations', 'membershipCategories', 'classCategories')`),
    )
    if (tables) await tx.execute(sql.raw(`truncate ${tables.names} restart identity cascade`))
  })
}
