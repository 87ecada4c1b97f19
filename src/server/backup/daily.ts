import fs from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { meta } from '#server/db/tables.ts'
import { isBegun } from '#server/studio.ts'
import type { EffectServices } from '#server/commands/effects.ts'
import { sendOff, type AfterBackup } from './sendOff.ts'
import { writeBackup } from './write.ts'

/** Daily backups that are kept. */
const KEPT = 14
/** After the start, which has enough to do. */
const FIRST_LOOK = 5 * MINUTE

/** In the table `meta`: the instant from which on the next backup may be made. */
const NEXT_BACKUP = 'nextBackup'
/** In the same table: when the last good one was made. */
export const LAST_BACKUP = 'lastBackup'
/** Longer than a backup may take; after it, one that was cut short is made anew. */
const CLAIM = 3 * HOUR

const NAME = /^studio-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/
/** What one leaves whose process was killed; see write.ts. */
const UNFINISHED = /^studio-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz\.unfinished-[\da-f]+$/
const nameAt = (at: Instant) => `studio-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`

/** Writes a backup a day to the folder, as long as the server runs, and keeps the newest ones. */
export function startDailyBackups(
  services: EffectServices,
  folder: string,
  afterwards: AfterBackup = {},
): { stop(): Promise<void> } {
  const { database, clock, report } = services
  let running: Promise<void> = Promise.resolve()
  const stops = new AbortController()
  const look = () => {
    running = dailyBackup(database, folder, clock(), (file) => sendOff(file, afterwards, report, stops.signal)).catch(
      (error: unknown) => {
        if (databaseTrouble(error)) return
        report(`The daily backup failed: ${error instanceof Error ? error.message : String(error)}`)
      },
    )
  }
  const soon = setTimeout(look, FIRST_LOOK).unref()
  const hourly = setInterval(look, HOUR).unref()
  return {
    stop: async () => {
      clearTimeout(soon)
      clearInterval(hourly)
      stops.abort()
      await running
    },
  }
}

/** Writes a backup unless there is one of this day, and removes those that are too many. An empty studio has none. */
export async function dailyBackup(
  database: Database,
  folder: string,
  now: Instant,
  made: (file: string) => Promise<void> = async () => {},
): Promise<void> {
  if (!(await isBegun(database.read)) || !(await claim(database, now))) return
  let file: string
  try {
    file = await makeBackup(database, folder, now)
  } catch (error) {
    // another process, or the next look, tries again
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
  // the one just written stays, also when a clock that was wrong has left some from the future
  const others = namesIn(folder, NAME).filter((name) => name !== fresh)
  const tooMany = others.slice(0, -(KEPT - 1))
  for (const name of tooMany) fs.rmSync(path.join(folder, name))
  return path.join(folder, fresh)
}

/**
 * Several servers share a database and one of them makes the backup: whoever moves the time of the next one on, in one
 * statement. A time further away than a day was written by a clock that was wrong.
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

/** Of that kind, oldest first; other files of the folder are none of ours. */
const namesIn = (folder: string, kind: RegExp): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => kind.test(name))
    .toSorted()
