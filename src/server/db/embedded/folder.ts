import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Engine } from '../connection.ts'
import { damagedText, StartRefused } from '../errors.ts'
import { engineOver, type Opened } from './engine.ts'
import { engineCode } from './engineCode.ts'
import { extensions } from './extensions.ts'
import { lockFolder } from './folderLock.ts'
import { notePosition, refuseShortened } from './logPosition.ts'
import { makeFolder, SYNCING_START_PARAMS, SyncingNodeFS, syncFiles, syncTree } from './syncingFiles.ts'

/** PostgreSQL major version inside PGlite; folders of another version can't be opened. */
const ENGINE_MAJOR = '18'

/** Opens the database in the folder, for this process only; creates it at the first start. */
export async function openFolder(dataDir: string, madeAhead: string, log: (line: string) => void): Promise<Engine> {
  makeFolder(dataDir)
  const lock = await lockFolder(dataDir)
  try {
    const folder = path.join(dataDir, 'db')
    if (!fs.existsSync(folder)) await create(dataDir, folder, madeAhead, log)
    checkVersion(folder)
    closeToOthers(folder)
    const engine = await engineOver(() => openDatabase(folder), log)
    return {
      ...engine,
      async close() {
        await engine.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

// build in a temporary folder, sync, then rename, so that an interrupted first start leaves nothing half done
async function create(dataDir: string, folder: string, madeAhead: string, log: (line: string) => void) {
  log('Preparing the database for the first time …')
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const ahead = path.join(madeAhead, 'db')
  // sync once at the end, not during creation: much faster
  if (fs.existsSync(ahead)) fs.cpSync(ahead, unfinished, { recursive: true })
  else await initialise(unfinished)
  syncTree(unfinished)
  fs.renameSync(unfinished, folder)
  syncTree(dataDir)
}

async function initialise(folder: string) {
  const pglite = await PGlite.create({ fs: new NodeFS(folder), pgliteWasmModule: await engineCode() })
  await dropTemplates(pglite)
  await pglite.close()
}

function checkVersion(folder: string) {
  const file = path.join(folder, 'PG_VERSION')
  if (!fs.existsSync(file)) throw new StartRefused(damagedText(folder, `there is no ${file}`))
  const found = fs.readFileSync(file, 'utf8').trim()
  if (found === ENGINE_MAJOR) return
  throw new StartRefused(
    `The database in ${folder} is of PostgreSQL ${found}, this program has ${ENGINE_MAJOR}: ` +
      'make a backup with the program that wrote it, and restore that into an empty data folder.',
  )
}

/** Removes other users' access: somebody else may have created the data folder open to all. */
function closeToOthers(folder: string) {
  try {
    fs.chmodSync(folder, 0o700)
  } catch {
    // another owner's folder, or a disk without owners: access is decided by whoever mounted it
  }
}

async function openDatabase(folder: string): Promise<Opened> {
  // we hold the lock, so this is the leftover of a crash
  fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
  // files written by a killed process may not be on the disk; sync them while the engine compiles
  const syncing = wasClosed(folder) ? new Set<string>() : syncFiles(folder)
  const [onDisk, pgliteWasmModule] = await Promise.all([syncing, engineCode()])
  const files = new SyncingNodeFS(folder, onDisk)
  const printed: string[] = []
  const onStderr = (line: string) => printed.push(line) > 0
  const pglite = await PGlite.create({
    fs: files,
    startParams: SYNCING_START_PARAMS,
    pgliteWasmModule,
    extensions,
    onStderr,
  }).catch((cause: unknown) => {
    throw whyNotOpened(folder, printed) ?? cause
  })
  files.opened()
  await refuseShortened(folder, pglite)
  if (fs.readdirSync(path.join(folder, 'base')).length > 1) await dropTemplates(pglite)
  return { files, pglite, noteSynced: (position) => notePosition(folder, position) }
}

// problems that end with their cause: the files themselves may be intact
const OF_THE_DISK = /No space left|I\/O error|Permission denied|Read-only file system|Too many open files/

/** Finds PostgreSQL's own reason for failing to open its files. */
function whyNotOpened(folder: string, printed: readonly string[]): StartRefused | undefined {
  const last = printed.findLastIndex((line) => FATAL.test(line))
  if (last < 0) return undefined
  const [why = '', more = ''] = printed.slice(last, last + 2)
  const detail = /DETAIL:\s+(.*)/.exec(more)?.[1]
  const what = [why.replace(FATAL, ''), ...(detail ? [detail] : [])].join('. ')
  if (OF_THE_DISK.test(what)) return new StartRefused(`The database in ${folder} cannot be opened: ${what}`)
  return new StartRefused(damagedText(folder, what))
}

const FATAL = /^.*?\b(PANIC|FATAL):\s+/

const SHUT_DOWN = 1
const STATE_AT = 16

/** Whether the last process closed the database properly, according to PostgreSQL's control file. */
function wasClosed(folder: string): boolean {
  const file = path.join(folder, 'global/pg_control')
  if (!fs.existsSync(file)) throw new StartRefused(damagedText(folder, `there is no ${file}`))
  const control = fs.readFileSync(file)
  return control.length > STATE_AT + 4 && control.readUInt32LE(STATE_AT) === SHUT_DOWN
}

/** Drops the templates of new databases, which are never needed: half of all files that a start after a crash syncs. */
async function dropTemplates(pglite: PGlite) {
  await pglite.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database if exists ${name}`)
}
