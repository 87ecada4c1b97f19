import { is, Param, Placeholder, type SQL } from 'drizzle-orm'
import { blankHandle, clientOf, preparedStatement, type Tx } from './handle.ts'

/** What drizzle's `.prepare()` answers: a statement with its text, and how its rows are read. */
interface Statement<R> {
  execute(): Promise<R>
  params: unknown[]
}

export type Values = Readonly<Record<string, unknown>>

/** It is sent at once when it is called, so that several leave in the order of their calls. */
export type Prepared<R> = (tx: Tx, values: Values) => Promise<R>

/**
 * A statement that is put together once and run on any transaction, with `sql.placeholder(name)` where its values go:
 * putting it together costs this process more than running it. For what every call does.
 */
export function prepared<R>(build: (db: Tx) => { execute(): Promise<R> }): Prepared<R> {
  let made: { readonly statement: Statement<R>; readonly params: readonly Filling[] } | undefined
  return (tx, values) => {
    made ??= takenApart(build(blankHandle) as Statement<R>)
    // drizzle's own belongs to the handle that it was made with: this is the same one, with another's connection
    const bound = Object.create(made.statement) as Statement<R>
    return Object.assign(bound, { client: clientOf(tx), params: made.params.map((fill) => fill(values)) }).execute()
  }
}

/** The same for a statement that is not one of drizzle's builders. */
export function preparedSql(build: (db: Tx) => SQL): Prepared<{ rows: unknown[] }> {
  return prepared((db) => preparedStatement(build(db)))
}

/** What a parameter is for these values. */
type Filling = (values: Values) => unknown

const takenApart = <R>(statement: Statement<R>) => ({ statement, params: statement.params.map(fillingOf) })

// as drizzle fills them, but for null, which it would hand to the column's own reading
function fillingOf(param: unknown): Filling {
  const encoder = is(param, Param) ? param.encoder : undefined
  const place: unknown = is(param, Param) ? param.value : param
  if (!is(place, Placeholder)) return () => param
  const { name } = place
  return (values) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value was given for ${name}`)
    return encoder && value !== null ? encoder.mapToDriverValue(value) : value
  }
}
