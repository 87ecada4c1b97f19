import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Engine } from './connection.ts'
import { classify, DatabaseBusy, DatabaseUnavailable, databaseTrouble, isRetryable, isStalePlan } from './errors.ts'
import type { Sent, Tx } from './handle.ts'
import { takeHandle } from './prepared.ts'

export interface TransactionOptions {
  /** Milliseconds for everything: waiting, running, and retries after serialization failures. */
  deadline?: number
  /** One consistent snapshot for several queries; writes are refused. */
  readOnly?: boolean
}

const DEADLINE = 10_000

// A call that waits for a second connection while it holds one deadlocks when all calls do so, until it is refused as
// busy. This mistake is detected in development and tests only, because tracking it slows down every promise.
const current = process.env['NODE_ENV'] === 'production' ? undefined : new AsyncLocalStorage<{ open: boolean }>()

function refuseInsideTransaction(what: string) {
  if (current?.getStore()?.open) {
    throw new Error(`${what} inside a transaction would wait for itself: pass the tx handle along`)
  }
}

export function readsOf(engine: Engine): Tx {
  const read = takeHandle(async (text, values, rowMode) => {
    refuseInsideTransaction('A read')
    const connection = await engine.connect(DEADLINE, 'reading')
    let broken: Error | undefined
    try {
      return await connection.query(text, values, rowMode)
    } catch (cause) {
      const error = classify(cause)
      if (error instanceof DatabaseUnavailable) broken = error
      throw error
    } finally {
      await connection.release(broken)
    }
  })
  return read.tx
}

/** Work of a transaction: it may run again, so it must have no side effects. */
export type Work<T> = (tx: Tx) => Promise<T>

/** Builds the last statement of a transaction from the result of its work; null for none. */
export type Closing<T> = (value: T) => Sent | null

/** The result of a transaction's work, and the rows of its closing statement. */
export interface Closed<T> {
  readonly value: T
  readonly rows: readonly unknown[]
}

/** Runs work in one transaction; retries after serialization failures until the deadline. */
export async function runTransaction<T>(engine: Engine, work: Work<T>, options?: TransactionOptions): Promise<T> {
  return (await runClosedTransaction(engine, work, () => null, options)).value
}

/** The same with a closing statement, which is sent together with the commit; when it fails, nothing is committed. */
export async function runClosedTransaction<T>(
  engine: Engine,
  work: Work<T>,
  closing: Closing<T>,
  { deadline = DEADLINE, readOnly = false }: TransactionOptions = {},
): Promise<Closed<T>> {
  refuseInsideTransaction('A transaction')
  const until = performance.now() + deadline
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(engine, work, until, readOnly, closing)
    } catch (error) {
      // a pooled connection may have died unnoticed: nothing has run yet, so try another one
      if (error instanceof NotBegun && engine.kind === 'postgres' && performance.now() < until) continue
      const pause = Math.random() * Math.min(5 * 2 ** attempt, 250)
      if (!isRetryable(error)) throw error
      if (performance.now() + pause >= until) {
        throw new DatabaseBusy(`Gave up after ${attempt} attempts in ${deadline} ms`, { cause: error })
      }
      await sleep(pause)
    }
  }
}

async function runOnce<T>(
  engine: Engine,
  work: Work<T>,
  until: number,
  readOnly: boolean,
  closing: Closing<T>,
): Promise<Closed<T>> {
  const connection = await engine.connect(until - performance.now(), readOnly ? 'reading' : 'writing')
  const scope = { open: true }
  const handle = takeHandle((text, values, rowMode) =>
    scope.open
      ? connection.query(text, values, rowMode, true)
      : Promise.reject(new Error('This transaction is over: a query was not awaited, or came after the deadline')),
  )
  let broken: Error | undefined
  try {
    const begun = begin(connection, readOnly)
    const run = () => before(until, work(handle.tx))
    // BEGIN is sent together with the first statement
    const [, value] = await Promise.all([begun, current ? current.run(scope, run) : run()])
    scope.open = false
    return { value, rows: await close(connection, closing(value)) }
  } catch (cause) {
    scope.open = false
    const error = classify(cause)
    broken = error instanceof NotBegun ? error : await rollback(engine, connection, error)
    throw databaseTrouble(error) ?? error
  } finally {
    handle.release()
    await connection.release(broken)
  }
}

async function begin(connection: Connection, readOnly: boolean): Promise<void> {
  const mode = readOnly ? 'isolation level repeatable read, read only' : 'read write'
  try {
    await connection.query(`begin transaction ${mode}`)
  } catch (cause) {
    throw new NotBegun('No transaction can be begun', { cause })
  }
}

/** Commits; a last statement is sent in the same packet, and if it fails, the database rolls back. */
async function close(connection: Connection, last: Sent | null): Promise<readonly unknown[]> {
  const { text, values } = last ?? { text: '', values: [] }
  // the driver would refuse to send other types, and the commit would be sent alone
  if (values.some((value) => typeof value === 'object' && value !== null))
    throw new TypeError('A closing statement takes texts, numbers and booleans')
  const [closed, committed] = await Promise.allSettled([
    last ? connection.query(text, values, undefined, true) : null,
    connection.commit(),
  ])
  if (closed.status === 'rejected') throw closed.reason
  if (committed.status === 'rejected') throw committed.reason
  if (committed.value.command === 'ROLLBACK')
    throw new Error('A failed query was ignored, so the transaction was rolled back')
  return closed.value?.rows ?? []
}

class NotBegun extends DatabaseUnavailable {}

/** Rolls back; returns an error when the connection must be closed. */
async function rollback(engine: Engine, connection: Connection, error: unknown): Promise<Error | undefined> {
  if (engine.kind === 'postgres') {
    // another process has migrated: this connection's plans are outdated
    if (isStalePlan(error)) return error as Error
    // a statement there may still wait for a lock: closing the connection ends it
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseBusy) return error
  }
  try {
    await connection.query('rollback')
    return undefined
  } catch (failure) {
    return failure as Error
  }
}

/** Rejects at the deadline; the caller then rolls back, and later statements are refused. */
function before<T>(until: number, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const refuse = () => failed(new DatabaseBusy('The transaction was not done within its deadline'))
    const timer = setTimeout(refuse, Math.max(0, until - performance.now()))
    work.then(done, failed).finally(() => clearTimeout(timer))
  })
}
