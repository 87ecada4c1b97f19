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

/** The major version of PostgreSQL inside PGlite; folders of another one can't be opened. */
const ENGINE_MAJOR = '18'

/** Opens the database in the folder, made at the first start, for this process alone. */
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

// made aside and moved in place when all of it is on the disk, so that an interrupted first start leaves no half
async function create(dataDir: string, folder: string, madeAhead: string, log: (line: string) => void) {
  log('Preparing the database for the first time …')
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const ahead = path.join(madeAhead, 'db')
  // nothing is synced while it is being made, and everything afterwards: that takes a third of the time
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

/** The data folder may have been made by somebody else, open to all; the files in here are readable to whoever gets in. */
function closeToOthers(folder: string) {
  try {
    fs.chmodSync(folder, 0o700)
  } catch {
    // a folder of another owner, or on a disk that knows no owners: who mounts it says who may read it
  }
}

async function openDatabase(folder: string): Promise<Opened> {
  // the lock is ours, so whatever a crash left here belongs to nobody
  fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
  // what a killed process has written may be on no disk yet: while the engine's code compiles, it gets there
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

// trouble that goes away with its cause: the files themselves may be sound
const OF_THE_DISK = /No space left|I\/O error|Permission denied|Read-only file system|Too many open files/

/** The reason that PostgreSQL gives when it can't open its files. */
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

/** Whether the folder was closed by who had it last: PostgreSQL's control file says so. */
function wasClosed(folder: string): boolean {
  const file = path.join(folder, 'global/pg_control')
  if (!fs.existsSync(file)) throw new StartRefused(damagedText(folder, `there is no ${file}`))
  const control = fs.readFileSync(file)
  return control.length > STATE_AT + 4 && control.readUInt32LE(STATE_AT) === SHUT_DOWN
}

/** New databases are made of these two, and nobody makes any: they are half of the files that a start after a crash syncs. */
async function dropTemplates(pglite: PGlite) {
  await pglite.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database if exists ${name}`)
}
