import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Connection, Engine } from './connection.ts'
import {
  classify,
  DatabaseBusy,
  DatabaseUnavailable,
  databaseTrouble,
  isRetryable,
  isStalePlan,
  sqlError,
} from './errors.ts'
import { handleOver, type Tx } from './handle.ts'

export interface TransactionOptions {
  /** Milliseconds for everything: waiting, running, and running again after a serialization failure. */
  deadline?: number
  /** One unchanging snapshot for several queries; writing is refused. */
  readOnly?: boolean
}

const DEADLINE = 10_000

// A call that waits for a second connection while it holds one waits for itself when all do so, until it is refused as
// busy. Such a mistake is found where it is made, while developing and in tests: watching for it slows down every
// promise of the program.
const current = process.env['NODE_ENV'] === 'production' ? undefined : new AsyncLocalStorage<{ open: boolean }>()

function refuseInsideTransaction(what: string) {
  if (current?.getStore()?.open) {
    throw new Error(`${what} inside a transaction would wait for itself: pass the tx handle along`)
  }
}

export function readsOf(engine: Engine): Tx {
  return handleOver(async (text, values, rowMode) => {
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
}

/**
 * What is done in a transaction. After `last(2)` the second statement from there is the last one, and the commit travels
 * with it: a statement that fails makes it a rollback. Once it was sent the deadline no longer counts, for it may take
 * effect.
 */
export type Work<T> = (tx: Tx, last: (statements: number) => void) => Promise<T>

/** Runs work in one transaction, again when the database could not serialize it, until the deadline. */
export async function runTransaction<T>(
  engine: Engine,
  work: Work<T>,
  { deadline = DEADLINE, readOnly = false }: TransactionOptions = {},
): Promise<T> {
  refuseInsideTransaction('A transaction')
  const until = performance.now() + deadline
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(engine, work, until, readOnly)
    } catch (error) {
      // a pooled connection may have died unnoticed: nothing has run yet, so another one is tried
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

async function runOnce<T>(engine: Engine, work: Work<T>, until: number, readOnly: boolean): Promise<T> {
  const connection = await engine.connect(until - performance.now(), readOnly ? 'reading' : 'writing')
  const mode = readOnly ? 'isolation level repeatable read, read only' : 'read write'
  // not awaited, so that it travels with the first statement; without it nothing can be written
  let notBegun: unknown
  void connection.query(`begin transaction ${mode}`, [], undefined, true).catch((cause: unknown) => (notBegun = cause))
  const scope: Scope = { open: true, left: Number.POSITIVE_INFINITY, failed: false }
  let broken: Error | undefined
  let over: Promise<void> | undefined
  try {
    const handle = handleOver((text, values, rowMode) => {
      if (!scope.open) {
        return Promise.reject(
          new Error('This transaction is over: a query was not awaited, or came after the deadline'),
        )
      }
      const answer = connection.query(text, values, rowMode, true)
      if (--scope.left === 0) void end(scope, connection)
      if (readOnly) answer.catch(() => (scope.failed = true))
      return answer
    })
    const last = (statements: number) => {
      scope.left = statements
    }
    const run = () => before(until, scope, work(handle, last))
    const result = await (current ? current.run(scope, run) : run())
    const committing = end(scope, connection).then(({ command }) => command !== 'ROLLBACK', isUndone)
    // what was read was there, however its transaction ends; the embedded database may not have it on the disk yet
    if (readOnly && engine.kind === 'postgres' && !scope.failed) {
      over = committing.then(() => connection.release(), connection.release)
      return result
    }
    if (!(await committing)) throw new Error('A failed query was ignored, so the transaction was rolled back')
    return result
  } catch (cause) {
    scope.open = false
    if (notBegun !== undefined) {
      broken = new NotBegun('No transaction can be begun', { cause: notBegun })
      throw broken
    }
    const error = classify(cause)
    broken = await rollback(engine, connection, error)
    throw databaseTrouble(error) ?? error
  } finally {
    if (!over) await connection.release(broken)
  }
}

interface Scope {
  open: boolean
  /** Whether a statement of a snapshot has failed. */
  failed: boolean
  /** Statements to come before the commit goes with them. */
  left: number
  committed?: Promise<Answer>
}

/** Sends the commit, unless it was sent already. */
function end(scope: Scope, connection: Connection): Promise<Answer> {
  scope.open = false
  scope.committed ??= connection.commit()
  // that the last statement failed is told by itself
  scope.committed.catch(() => {})
  return scope.committed
}

/** Answers false where the commit failed because a query before it had; any other failure goes on. */
function isUndone(error: unknown): false {
  if (sqlError(error)?.code !== '25P02') throw error
  return false
}

class NotBegun extends DatabaseUnavailable {}

/** The reason to throw the connection away, when it can't be trusted any longer. */
async function rollback(engine: Engine, connection: Connection, error: unknown): Promise<Error | undefined> {
  if (engine.kind === 'postgres') {
    // another process has migrated: this connection's plans are of the tables as they were
    if (isStalePlan(error)) return error as Error
    // a statement may still be waiting for a lock there: closing the connection is what ends it
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseBusy) return error
  }
  try {
    await connection.query('rollback')
    return undefined
  } catch (failure) {
    return failure as Error
  }
}

function before<T>(until: number, scope: Scope, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const refuse = () => {
      if (!scope.committed) failed(new DatabaseBusy('The transaction was not done within its deadline'))
    }
    const timer = setTimeout(refuse, Math.max(0, until - performance.now()))
    work.then(
      (value) => {
        clearTimeout(timer)
        done(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        failed(error)
      },
    )
  })
}
