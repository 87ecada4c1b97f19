import fs from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { meta } from '#server/db/tables.ts'
import { oneAtATime } from '#server/oneAtATime.ts'
import { hasPeople } from '#server/studio.ts'
import type { EffectServices } from '#server/commands/effects.ts'
import { sendOff, type AfterBackup } from './sendOff.ts'
import { writeBackup } from './write.ts'

/** Number of daily backups kept. */
const KEPT = 14
/** Delay after startup, so that a backup does not slow startup down. */
const FIRST_LOOK = 5 * MINUTE

/** Key in the table `meta`: the earliest instant of the next backup. */
const NEXT_BACKUP = 'nextBackup'
/** Key in the table `meta`: when the last successful backup was made. */
export const LAST_BACKUP = 'lastBackup'
/** Longer than a backup may take; after it, another process may replace one that never finished. */
const CLAIM = 3 * HOUR

const NAME = /^studio-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/
/** The unfinished file that a killed process leaves; see write.ts. */
const UNFINISHED = /^studio-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz\.unfinished-[\da-f]+$/
const nameAt = (at: Instant) => `studio-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`

/** Writes one backup a day to the folder while the server runs, and keeps the newest. */
export function startDailyBackups(
  services: EffectServices,
  folder: string,
  afterwards: AfterBackup = {},
): { stop(): Promise<void> } {
  const { database, clock, report } = services
  const stops = new AbortController()
  const { soon, settled } = oneAtATime(async () => {
    if (stops.signal.aborted) return
    try {
      await dailyBackup(database, folder, clock(), (file) => sendOff(file, afterwards, report, stops.signal))
    } catch (error) {
      if (databaseTrouble(error)) return
      report(`The daily backup failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  const first = setTimeout(soon, FIRST_LOOK).unref()
  const hourly = setInterval(soon, HOUR).unref()
  return {
    stop: async () => {
      clearTimeout(first)
      clearInterval(hourly)
      stops.abort()
      await settled()
    },
  }
}

/** Writes a backup unless one was made within a day, and removes old ones. Skips a studio without users. */
export async function dailyBackup(
  database: Database,
  folder: string,
  now: Instant,
  made: (file: string) => Promise<void> = async () => {},
): Promise<void> {
  if (!(await hasPeople(database.read)) || !(await claim(database, now))) return
  let file: string
  try {
    file = await makeBackup(database, folder, now)
  } catch (error) {
    // let another process, or the next run, retry
    await setNextBackup(database, now).catch(() => {})
    throw error
  }
  await setNextBackup(database, now + DAY)
  await note(database, LAST_BACKUP, now)
  await made(file)
}

async function makeBackup(database: Database, folder: string, now: Instant): Promise<string> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const left = namesIn(folder, UNFINISHED).filter((name) => name < nameAt(now - DAY))
  for (const name of left) fs.rmSync(path.join(folder, name), { force: true })
  const fresh = nameAt(now)
  await writeBackup(database, path.join(folder, fresh), now)
  // keep the new file even if a wrong clock has left files dated in the future
  const others = namesIn(folder, NAME).filter((name) => name !== fresh)
  const tooMany = others.slice(0, -(KEPT - 1))
  for (const name of tooMany) fs.rmSync(path.join(folder, name))
  return path.join(folder, fresh)
}

/**
 * Claims the next backup for this process: of several servers on one database, only the one that moves the time of the
 * next backup on (in one statement) makes it. A time more than a day ahead was written by a wrong clock and is ignored.
 */
async function claim(database: Database, now: Instant): Promise<boolean> {
  const next = sql`${meta.value}::float8`
  const claimed = await database.transaction((tx) =>
    tx
      .insert(meta)
      .values({ key: NEXT_BACKUP, value: String(now + CLAIM) })
      .onConflictDoUpdate({
        target: meta.key,
        set: { value: sql`excluded.value` },
        setWhere: sql`${next} <= ${now}::float8 or ${next} > ${now + DAY}::float8`,
      })
      .returning({ key: meta.key }),
  )
  return claimed.length > 0
}

const setNextBackup = (database: Database, at: Instant) =>
  database.transaction((tx) =>
    tx
      .update(meta)
      .set({ value: String(at) })
      .where(eq(meta.key, NEXT_BACKUP)),
  )

const note = (database: Database, key: string, at: Instant) =>
  database.transaction((tx) =>
    tx
      .insert(meta)
      .values({ key, value: String(at) })
      .onConflictDoUpdate({ target: meta.key, set: { value: sql`excluded.value` } }),
  )

/** Names of the files that match, oldest first. */
const namesIn = (folder: string, kind: RegExp): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => kind.test(name))
    .toSorted()
