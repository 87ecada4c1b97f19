import type { PGlite } from '@electric-sql/pglite'
import type { Connection, Engine } from '../connection.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { EmbeddedSession } from './session.ts'
import { SharedSync } from './sharedSync.ts'
import type { SyncingNodeFS } from './syncingFiles.ts'
import { Turns } from './turns.ts'
import { Upkeep } from './upkeep.ts'

/** An open PGlite, and why it stopped working, if it did. */
export interface Opened {
  pglite: PGlite
  files?: SyncingNodeFS
  /** Saves the position up to which the write-ahead log is on the disk. */
  noteSynced?: (position: string) => void
}

const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'])

const SECONDS_BETWEEN_ATTEMPTS = 1
const MILLISECONDS_BETWEEN_POSITIONS = 10_000

/**
 * An engine over PGlite, whose single connection callers use in turns. Reopens the database after it stopped itself.
 */
export async function engineOver(open: () => Promise<Opened>, log: (line: string) => void): Promise<Engine> {
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

  // save the position: after a crash the write-ahead log must reach at least this far
  const noting = setInterval(() => {
    if (!written) return
    written = false
    void notePositionInTurn().catch((error: unknown) => log(`The position of the log was not noted: ${String(error)}`))
  }, MILLISECONDS_BETWEEN_POSITIONS).unref()
  async function notePositionInTurn() {
    const end = await turns.take(60_000, 'reading')
    try {
      const { pglite, files, noteSynced } = opened
      if (files?.failure || !noteSynced) return
      const { rows } = await pglite.query<{ position: string }>(SYNC)
      noteSynced(rows[0]?.position ?? '')
    } finally {
      end()
    }
  }

  const commit = async () => {
    const mine = opened
    // no other commit to share a sync with, so this commit syncs itself
    const syncs = !turns.writerFollows && !mine.shared.unsynced
    if (!syncs) mine.shared.note()
    // fails in an already failed transaction; the commit then rolls back, and with it this setting
    if (syncs !== mine.syncs)
      void query(`set synchronous_commit = ${syncs ? 'on' : 'off'}`, [], undefined, true).catch(() => {})
    const answer = await query('commit', [], undefined, true)
    if (answer.command !== 'ROLLBACK') mine.syncs = syncs
    return answer
  }

  // readers wait too: they may have seen commits that are not on the disk yet
  async function release(end: () => void) {
    const settled = opened.shared.settled()
    if (turns.writerFollows) end()
    else void opened.shared.settle().then(end)
    await settled
  }

  // as PostgreSQL does after a crash: committed data is recovered from the write-ahead log
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
    // nothing to do with a single process: a commit updates its own screens
    listen() {},
    announce() {},
    use: () => turns.use(),
    async close() {
      upkeep.stop()
      clearInterval(noting)
      await turns.take(10_000, 'reading')
      if (!opened.files?.failure) await opened.pglite.close()
    },
  }
}

/** Writes to the write-ahead log, which syncs all earlier commits; returns the position reached. */
const SYNC = `select pg_logical_emit_message(false, 'sync', '', true)::text as position`

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
  // `syncs`: whether commits are on the disk when they return
  return { ...opened, session, shared, syncs: true }
}
