import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Connection, Engine } from './connection.ts'
import { EmbeddedSession } from './embeddedSession.ts'
import { engineCode } from './engineCode.ts'
import { damagedText, DatabaseUnavailable, StartRefused } from './errors.ts'
import { lockFolder } from './folderLock.ts'
import { notePosition, refuseShortened } from './logPosition.ts'
import { SharedSync } from './sharedSync.ts'
import { makeFolder, SYNCING_START_PARAMS, SyncingNodeFS, syncFiles, syncTree } from './syncingFiles.ts'
import { Turns } from './turns.ts'
import { Upkeep } from './upkeep.ts'

/** The major version of PostgreSQL inside PGlite; folders of another one can't be opened. */
const ENGINE_MAJOR = '18'

/** A data folder that nobody has used yet, made by the build beside the code that it is made by. */
export const MADE_AHEAD = fileURLToPath(new URL('./empty-database', import.meta.url))

/** An open PGlite, and why it stopped working, if it did. */
interface Opened {
  pglite: PGlite
  files?: SyncingNodeFS
  /** Keeps the position up to which the log is on the disk. */
  noteSynced?: (position: string) => void
}

const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'])

const SECONDS_BETWEEN_ATTEMPTS = 1
const MILLISECONDS_BETWEEN_POSITIONS = 10_000

/** Opens the database in the folder, made at the first start, for this process alone. */
export async function openEmbedded(dataDir: string, log: (line: string) => void): Promise<Engine> {
  makeFolder(dataDir)
  const lock = await lockFolder(dataDir)
  try {
    const folder = path.join(dataDir, 'db')
    if (!fs.existsSync(folder)) await create(dataDir, folder, log)
    checkVersion(folder)
    closeToOthers(folder)
    const engine = await embeddedEngine(() => openFolder(folder), log)
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
async function create(dataDir: string, folder: string, log: (line: string) => void) {
  log('Preparing the database for the first time …')
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const ahead = path.join(MADE_AHEAD, 'db')
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

async function openFolder(folder: string): Promise<Opened> {
  // the lock is ours, so whatever a crash left here belongs to nobody
  fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
  // what a killed process has written may be on no disk yet: while the engine's code compiles, it gets there
  const syncing = wasClosed(folder) ? new Set<string>() : syncFiles(folder)
  const [onDisk, pgliteWasmModule] = await Promise.all([syncing, engineCode()])
  const files = new SyncingNodeFS(folder, onDisk)
  const said: string[] = []
  const onStderr = (line: string) => said.push(line) > 0
  const pglite = await PGlite.create({
    fs: files,
    startParams: SYNCING_START_PARAMS,
    pgliteWasmModule,
    onStderr,
  }).catch((cause: unknown) => {
    throw whyNotOpened(folder, said) ?? cause
  })
  files.opened()
  await refuseShortened(folder, pglite)
  if (fs.readdirSync(path.join(folder, 'base')).length > 1) await dropTemplates(pglite)
  return { files, pglite, noteSynced: (position) => notePosition(folder, position) }
}

// trouble that goes away with its cause: the files themselves may be sound
const OF_THE_DISK = /No space left|I\/O error|Permission denied|Read-only file system|Too many open files/

/** The reason that PostgreSQL gives when it can't open its files. */
function whyNotOpened(folder: string, said: readonly string[]): StartRefused | undefined {
  const last = said.findLastIndex((line) => FATAL.test(line))
  if (last < 0) return undefined
  const [why = '', more = ''] = said.slice(last, last + 2)
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
export async function dropTemplates(pglite: PGlite) {
  await pglite.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database if exists ${name}`)
}

/** An engine over PGlite, which is one connection, so callers take turns. It is opened anew when it stopped itself. */
export async function embeddedEngine(open: () => Promise<Opened>, log: (line: string) => void): Promise<Engine> {
  const turns = new Turns()
  let opened = await openSession(open)
  let triedAt = Number.NEGATIVE_INFINITY
  const upkeep = new Upkeep(
    turns,
    { execute: (statement) => opened.pglite.exec(statement), plannings: () => opened.session.plannings() },
    log,
  )

  let written = false
  const query: Connection['query'] = async (text, values, rowMode, prepare) => {
    const answer = await opened.session.query(text, values, rowMode, prepare)
    if (WRITING.has(answer.command)) {
      written = true
      upkeep.count(answer.rowCount)
    }
    return answer
  }

  // after a crash the log must reach at least as far
  const noting = setInterval(() => {
    if (!written) return
    written = false
    void notePositionInTurn().catch((error: unknown) => log(`The position of the log was not noted: ${String(error)}`))
  }, MILLISECONDS_BETWEEN_POSITIONS).unref()
  async function notePositionInTurn() {
    const end = await turns.take(60_000, 'reading')
    try {
      const { session, files, noteSynced } = opened
      if (files?.failure || !noteSynced) return
      const { rows } = await session.query(SYNC, [], 'array', true)
      noteSynced(String((rows[0] as unknown[])[0]))
    } finally {
      end()
    }
  }

  const commit = async () => {
    const mine = opened
    // alone it syncs by itself
    const syncs = !turns.writerFollows && !mine.shared.unsynced
    if (!syncs) mine.shared.note()
    if (syncs === mine.syncs) return await query('commit', [], undefined, true)
    // after a statement that failed it fails as well, and the commit is a rollback, which takes it back
    void query(`set synchronous_commit = ${syncs ? 'on' : 'off'}`, [], undefined, true).catch(() => {})
    const answer = await query('commit', [], undefined, true)
    mine.syncs = syncs
    return answer
  }

  // whoever only read may have seen what is not on the disk yet, and waits as well
  async function release(end: () => void) {
    const settled = opened.shared.settled()
    if (turns.writerFollows) end()
    else void opened.shared.settle().then(end)
    await settled
  }

  // as PostgreSQL does after a crash: what was committed is recovered from the write-ahead log
  async function recover(failure: Error) {
    opened.shared.fail(failure)
    if (performance.now() - triedAt < SECONDS_BETWEEN_ATTEMPTS * 1000) throw failure
    triedAt = performance.now()
    log('The embedded database stopped itself and is opened anew')
    try {
      opened = await openSession(open)
    } catch (cause) {
      throw new DatabaseUnavailable('The embedded database cannot be opened', { cause })
    }
  }

  return {
    kind: 'embedded',
    async connect(waitMilliseconds, purpose): Promise<Connection> {
      const end = await turns.take(waitMilliseconds, purpose)
      try {
        if (opened.files?.failure) await recover(opened.files.failure)
        return { query, commit, release: () => release(end) }
      } catch (error) {
        end()
        throw error
      }
    },
    // one process: whoever commits wakes the screens itself
    listen() {},
    announce() {},
    async close() {
      upkeep.stop()
      clearInterval(noting)
      await turns.take(10_000, 'reading')
      if (!opened.files?.failure) await opened.pglite.close()
    },
  }
}

/** Writes to the write-ahead log, and with it syncs all that was committed before; answers up to where that is. */
const SYNC = `select pg_logical_emit_message(false, 'sync', '', true)::text`

async function openSession(open: () => Promise<Opened>) {
  const opened = await open()
  await opened.pglite.exec(`
    set timezone = 'UTC';
    set datestyle = 'ISO, YMD';
    set studio.process = '${process.pid}';
    set default_transaction_read_only = on;
    set random_page_cost = 1.1;
  `)
  const session = new EmbeddedSession(opened.pglite)
  const shared = new SharedSync(() => session.query(SYNC, [], undefined, true))
  // whether a commit is on the disk when it is answered
  return { ...opened, session, shared, syncs: true }
}
