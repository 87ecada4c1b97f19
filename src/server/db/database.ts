import { sql, type SQL } from 'drizzle-orm'
import type { ConnectionUse, Engine } from './connection.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { StartRefused, DatabaseUnavailable } from './errors.ts'
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
  /** Reads outside a transaction; each may see a newer state. Writing here is refused by the database. */
  readonly read: Tx
  /**
   * Runs work in one transaction and commits. On a serialization failure or deadlock the whole of work runs again, so
   * it must have no effects of its own. Throws DatabaseBusy at the deadline, DatabaseUnavailable when there is no database.
   */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
  /**
   * The same with a last statement, which is made of what the work answers and sent together with the commit: one wait
   * less. When it fails, nothing is committed.
   */
  transactionClosedBy<T>(work: Work<T>, closing: Closing<T>, options?: TransactionOptions): Promise<Closed<T>>
  /** Hears the topics that other processes announce; `*` after a lost connection, when something may have been missed. */
  listen(heard: (topics: readonly string[]) => void): void
  /** Tells the other processes, some milliseconds later and together; call it after the commit. */
  announce(topics: readonly string[]): void
  /** Whether the database answers within two seconds. */
  healthy(): Promise<boolean>
  /** The same, and takes writes: a standby does not. */
  writable(): Promise<boolean>
  /** How its connections stand right now. */
  use(): ConnectionUse
  /** Waits for what is running, then closes. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Where the embedded database lives. */
  dataDir: string
  /** PostgreSQL instead; several hosts may be named, the primary is used. */
  databaseUrl?: string | undefined
  /** Connections to PostgreSQL at most: more would only take turns on its processors. */
  poolSize?: number
  /** The studio's, for migrations. */
  timeZone?: string
  log?: (line: string) => void
}

/** Opens the database, takes the folder for this process, and migrates. Throws StartRefused with one clear line. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log = () => {}, timeZone } = options
  return openWhenReady(options, (engine) => migrate(engine, log, undefined, undefined, timeZone))
}

/** The same for programs that only look, or that work beside a server: a database of another version is refused. */
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
  return databaseOver(engine)
}

/** The same without migrating: for a restore, which chooses what to apply. Of the engines only this one is loaded. */
export async function openEngine(options: DatabaseOptions): Promise<Engine> {
  const { dataDir, databaseUrl, poolSize = 5, log = () => {} } = options
  if (databaseUrl) return reach(databaseUrl, poolSize, log)
  return openEmbedded(dataDir, log)
}

async function reach(databaseUrl: string, poolSize: number, log: (line: string) => void): Promise<Engine> {
  const { openPostgres } = await import('./postgres.ts')
  try {
    return await openPostgres(databaseUrl, poolSize, log)
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable && error.cause instanceof Error ? error.cause : error
    throw new StartRefused(`The database in DATABASE_URL cannot be used: ${(cause as Error).message}`, { cause: error })
  }
}

/** The rows of `tx.execute(sql…)`, with the columns as the query names them. */
export function rows<T>(result: { rows: unknown[] }): T[] {
  return result.rows as T[]
}

/** The interface over an open and migrated engine. */
export function databaseOver(engine: Engine): Database {
  return {
    engine: engine.kind,
    read: readsOf(engine),
    transaction: (work, options) => runTransaction(engine, work, options),
    transactionClosedBy: (work, closing, options) => runClosedTransaction(engine, work, closing, options),
    listen: (heard) => engine.listen(heard),
    announce: (topics) => engine.announce(topics),
    healthy: () => answers(engine, sql`select 1`, { readOnly: true }),
    // a number of a transaction is given to whoever may write alone
    writable: () => answers(engine, sql`select pg_current_xact_id()`),
    use: () => engine.use(),
    close: () => engine.close(),
  }
}

async function answers(engine: Engine, question: SQL, options: TransactionOptions = {}): Promise<boolean> {
  const ask = (tx: Tx) => tx.execute(question)
  // a transaction, for its deadline counts for everything: waiting for a connection, and for the answer
  return runTransaction(engine, ask, { ...options, deadline: 2_000 }).then(
    () => true,
    () => false,
  )
}
