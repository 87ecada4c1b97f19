import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { version } from '#server/version.ts'
import { BackupRefused, FORMAT_VERSION, type FirstLine, type LastLine, type TableLine } from './format.ts'
import { withSnapshot, type Snapshot } from './snapshot.ts'

/**
 * Writes the whole studio to a file and returns the number of rows. The file appears only when complete, is readable by
 * its owner only, and replaces a file of that name. Throws BackupRefused with one clear line when it can't be written.
 * Only tests pass another way to read than a snapshot.
 */
export async function writeBackup(
  database: Database,
  file: string,
  now: Instant,
  read: typeof withSnapshot = withSnapshot,
): Promise<number> {
  const unfinished = `${file}.unfinished-${randomBytes(4).toString('hex')}`
  const remove = () => fs.rmSync(unfinished, { force: true })
  // also remove the unfinished file when the server is stopped meanwhile
  process.once('exit', remove)
  try {
    refuseFolder(file)
    const rows = await read(database, async (snapshot) => {
      const counts = Object.fromEntries(snapshot.tables.map(({ table }) => [table, 0]))
      const out = fs.createWriteStream(unfinished, { mode: 0o600, flush: true })
      await pipeline(Readable.from(lines(snapshot, counts, now)), createGzip(), out).catch((error: unknown) => {
        // convert to a refusal here: the transaction around it would take some of these errors for a lost connection
        throw refusal(file, error) ?? error
      })
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    })
    fs.renameSync(unfinished, file)
    syncFolder(path.dirname(file))
    return rows
  } catch (error) {
    remove()
    throw refusal(file, error) ?? error
  } finally {
    process.off('exit', remove)
  }
}

/** Yields chunks of lines, and counts the rows of each table. */
async function* lines(snapshot: Snapshot, counts: Record<string, number>, now: Instant): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const first: FirstLine = {
    format: 'dance-studio-backup',
    version: FORMAT_VERSION,
    product: version,
    madeAt: new Date(now).toISOString(),
    migrations: snapshot.migrations,
  }
  let text = `${JSON.stringify(first)}\n`
  let current: TableLine | undefined
  for (;;) {
    const page = await snapshot.next()
    for (const { table, row } of page) {
      const next = snapshot.tables[table] as TableLine
      if (next !== current) text += `${JSON.stringify(next)}\n`
      current = next
      counts[next.table] = (counts[next.table] ?? 0) + 1
      text += `${JSON.stringify(row)}\n`
    }
    hash.update(text)
    yield text
    if (page.length === 0) break
    text = ''
  }
  const last: LastLine = { end: true, rows: counts, sequences: snapshot.sequences, sha256: hash.digest('hex') }
  yield `${JSON.stringify(last)}\n`
}

function refuseFolder(file: string) {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupRefused(`${file} is a folder: name a file in it.`)
  }
}

function syncFolder(folder: string) {
  const descriptor = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Translates a file system error into one clear line. */
function refusal(file: string, error: unknown): BackupRefused | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return undefined
  const lines: Record<string, string> = {
    ENOSPC: `There is no room left on the disk for ${file}: no backup was made.`,
    EDQUOT: `There is no room left for this user's files: ${file} was not made.`,
    ENOENT: `There is no folder ${path.dirname(file)}.`,
    ENOTDIR: `There is no folder ${path.dirname(file)}.`,
    EACCES: `${file} may not be written by this user.`,
    EROFS: `${file} may not be written: the disk is read-only.`,
  }
  return new BackupRefused(lines[code ?? ''] ?? `${file} could not be written: ${(error as Error).message}`)
}
