import fs from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { StartRefused } from '../errors.ts'

/** In the database folder itself, so that it is copied and moved together with the log. */
const fileIn = (folder: string) => path.join(folder, 'studio.position')

/**
 * Saves the position up to which the write-ahead log is on the disk. Not synced: an older position is still correct.
 */
export function notePosition(folder: string, position: string) {
  fs.writeFileSync(fileIn(folder), position)
}

/**
 * Refuses a log that ends before the saved position. PostgreSQL treats the first unreadable record as the end of its
 * log and ignores what follows. That is right for a record that was being written, but not for one that was already
 * synced.
 */
export async function refuseShortened(folder: string, pglite: PGlite): Promise<void> {
  const noted = readPosition(folder)
  if (noted === null) return
  // right after recovery, this is where the log ended
  const { rows } = await pglite.query<{ end: string; shortened: boolean }>(
    `select redo_lsn::text as "end", redo_lsn < $1::pg_lsn as shortened from pg_control_checkpoint()`,
    [noted],
  )
  const [found] = rows
  if (!found?.shortened) return
  await pglite.close()
  throw new StartRefused(
    `The database in ${folder} has lost changes that were stored: its log ends at ${found.end} instead of ${noted}. ` +
      `Move it away, then restore a backup into an empty place: npm run restore -- FILE. ` +
      `Or delete ${fileIn(folder)} to go on without those changes, and run npm run doctor.`,
  )
}

/** Null when there is no file, or a power cut left half of it. */
function readPosition(folder: string): string | null {
  const file = fileIn(folder)
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'latin1').trim() : ''
  return /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/.test(text) ? text : null
}
