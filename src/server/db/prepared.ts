import { sql, type Placeholder } from 'drizzle-orm'
import { handleOver, type Query, type Tx } from './handle.ts'

/** The part of drizzle's prepared statement that is used. */
interface Statement<T> {
  execute(values?: Record<string, unknown>): Promise<T>
}

type Build<T> = (db: Tx) => { prepare(name: string): Statement<T> }

/** Statements built once over one drizzle handle. */
class Statements {
  #query: Query | null = null
  readonly #made = new Map<Build<unknown>, Statement<unknown>>()
  readonly #db = handleOver((text, values, rowMode) => {
    if (!this.#query) throw new Error('This transaction is over')
    return this.#query(text, values, rowMode)
  })

  sendBy(query: Query | null): void {
    this.#query = query
  }

  of<T>(build: Build<T>): Statement<T> {
    const made = this.#made.get(build) as Statement<T> | undefined
    if (made) return made
    const statement = build(this.#db).prepare('')
    this.#made.set(build, statement)
    return statement
  }
}

const free: Statements[] = []
const taken = new WeakMap<Tx, Statements>()

/** Returns a handle that sends by `query`, with statements built earlier for other handles, until it is given back. */
export function takeHandle(query: Query): { tx: Tx; release(): void } {
  const statements = free.pop() ?? new Statements()
  statements.sendBy(query)
  const tx = handleOver(query)
  taken.set(tx, statements)
  const release = () => {
    if (!taken.delete(tx)) return
    statements.sendBy(null)
    free.push(statements)
  }
  return { tx, release }
}

/**
 * A statement that is built once, not at each call, with `sql.placeholder` for its values. Like drizzle's own
 * statements it is sent when awaited, so that statements are sent in the order in which they are written.
 */
export function prepared<Values extends object, T>(build: Build<T>): (tx: Tx, values: Values) => PromiseLike<T> {
  return (tx, values) => {
    const send = () => {
      const statement = taken.get(tx)?.of(build) ?? build(tx).prepare('')
      return statement.execute(values as Record<string, unknown>)
    }
    // oxlint-disable-next-line unicorn/no-thenable -- lazy, like drizzle's own statements
    return { then: (done, failed) => send().then(done, failed) }
  }
}

/** Placeholders for these columns, named like them. */
export const placeholders = <Column extends string>(...columns: readonly Column[]) =>
  Object.fromEntries<unknown>(columns.map((column) => [column, sql.placeholder(column)])) as Record<Column, Placeholder>
