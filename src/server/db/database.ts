import { sql, type SQL } from 'drizzle-orm'
import type { ConnectionUse, Engine } from './connection.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { isDiskFull, shortReason, StartRefused, DatabaseUnavailable } from './errors.ts'
import type { Tx as Handle } from './handle.ts'
import { migrate, refuseUnmigrated } from './migrate.ts'
import {
  readsOf,
  runClosedTransaction,
  runTransaction,
  type Closed,
  type Closing,
  type TransactionOptions,
  type Work,
} from './transactions.ts'

/** A drizzle handle, on a transaction or on plain reads. */
export type Tx = Handle

export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /** Reads outside a transaction; each may see a newer state. The database refuses writes here. */
  readonly read: Tx
  /**
   * Runs `work` in one transaction and commits. After a serialization failure or deadlock `work` runs again, so it must
   * have no side effects. Throws DatabaseBusy at the deadline, DatabaseUnavailable when the database can't be reached.
   */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
  /**
   * Like `transaction`, with a last statement that is built from the result of `work` and sent together with the
   * commit, which saves a round trip. When it fails, nothing is committed.
   */
  transactionClosedBy<T>(work: Work<T>, closing: Closing<T>, options?: TransactionOptions): Promise<Closed<T>>
  /**
   * Subscribes to topics that other processes announce; `*` after a lost connection, when topics may have been missed.
   */
  listen(heard: (topics: readonly string[]) => void): void
  /** Announces topics to other processes, batched for some milliseconds; call it after the commit. */
  announce(topics: readonly string[]): void
  /** Whether the database responds within two seconds. */
  healthy(): Promise<boolean>
  /** Whether the database responds and accepts writes: a standby does not, nor one whose disk was full a minute ago. */
  writable(): Promise<boolean>
  /** Returns the current use of the connections. */
  use(): ConnectionUse
  /** Waits for running calls, then closes. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Folder of the embedded database. */
  dataDir: string
  /** URL to use PostgreSQL instead; it may name several hosts, of which the primary is used. */
  databaseUrl?: string | undefined
  /** Most connections to PostgreSQL: more would only compete for its processors. */
  poolSize?: number
  /** The studio's time zone, for migrations. */
  timeZone?: string
  log?: (line: string) => void
}

/** Opens and migrates the database, and locks its folder for this process. Throws StartRefused with one clear line. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log = () => {}, timeZone } = options
  return openWhenReady(options, (engine) => migrate(engine, log, undefined, undefined, timeZone))
}

/**
 * Opens without migrating, for programs that only read or run beside a server; refuses a database of another version.
 */
export function openMigrated(options: DatabaseOptions): Promise<Database> {
  return openWhenReady(options, (engine) => refuseUnmigrated(engine))
}

async function openWhenReady(options: DatabaseOptions, ready: (engine: Engine) => Promise<void>): Promise<Database> {
  const engine = await openEngine(options)
  try {
    await ready(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return databaseOver(engine, options.log)
}

/**
 * Opens only the engine, without migrating: a restore chooses which migrations to apply. Loads only the engine needed.
 */
export async function openEngine(options: DatabaseOptions): Promise<Engine> {
  const { dataDir, databaseUrl, poolSize = 5, log = () => {} } = options
  if (databaseUrl) return reach(databaseUrl, poolSize, log)
  return openEmbedded(dataDir, log)
}

async function reach(databaseUrl: string, poolSize: number, log: (line: string) => void): Promise<Engine> {
  const { openPostgres } = await import('./postgres.ts')
  let engine: Engine | undefined
  try {
    engine = await openPostgres(databaseUrl, poolSize, log)
    await refuseOtherEncoding(engine)
    return engine
  } catch (error) {
    await engine?.close()
    if (error instanceof StartRefused) throw error
    const cause = error instanceof DatabaseUnavailable && error.cause instanceof Error ? error.cause : error
    throw new StartRefused(`The database in DATABASE_URL cannot be used: ${(cause as Error).message}`, { cause: error })
  }
}

/** Other encodings lack letters that names have, such as the š in a WIN1252 database. */
async function refuseOtherEncoding(engine: Engine): Promise<void> {
  const ask = (tx: Tx) => tx.execute(sql`select current_setting('server_encoding') as encoding`)
  const [found] = rows<{ encoding: string }>(await runTransaction(engine, ask, { readOnly: true }))
  if (found?.encoding === 'UTF8') return
  throw new StartRefused(
    `The database in DATABASE_URL has the encoding ${found?.encoding}: create it with encoding 'UTF8' and template template0.`,
  )
}

/** Returns the rows of `tx.execute(sql…)`, with the columns as the query names them. */
export function rows<T>(result: { rows: unknown[] }): T[] {
  return result.rows as T[]
}

/** Time in milliseconds for which the database counts as not writable after its disk was full. */
const FULL_FOR = 60_000

/** Puts the Database interface over an open, migrated engine. */
export function databaseOver(engine: Engine, log: (line: string) => void = () => {}): Database {
  let fullUntil = -Infinity
  const isFull = () => performance.now() < fullUntil
  /** A small write may find room where others don't, so the failures of all are what tells. */
  const noteFullDisk = (error: unknown): never => {
    if (isDiskFull(error)) {
      if (!isFull()) log(`${shortReason(error)} Changes are refused until there is room; nothing is lost.`)
      fullUntil = performance.now() + FULL_FOR
    }
    throw error
  }
  return {
    engine: engine.kind,
    read: readsOf(engine),
    transaction: (work, options) => runTransaction(engine, work, options).catch(noteFullDisk),
    transactionClosedBy: (work, closing, options) =>
      runClosedTransaction(engine, work, closing, options).catch(noteFullDisk),
    listen: (heard) => engine.listen(heard),
    announce: (topics) => engine.announce(topics),
    healthy: () => answers(engine, sql`select 1`, { readOnly: true }),
    // PostgreSQL assigns a transaction id only where writing is allowed
    writable: async () => !isFull() && (await answers(engine, sql`select pg_current_xact_id()`)),
    use: () => engine.use(),
    close: () => engine.close(),
  }
}

async function answers(engine: Engine, question: SQL, options: TransactionOptions = {}): Promise<boolean> {
  const ask = (tx: Tx) => tx.execute(question)
  // a transaction, because its deadline covers waiting for a connection as well as the statement
  return runTransaction(engine, ask, { ...options, deadline: 2_000 }).then(
    () => true,
    () => false,
  )
}
