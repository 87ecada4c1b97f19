import { DrizzleQueryError, is, Param, Placeholder, type SQL } from 'drizzle-orm'
import { blankHandle, queryOf, textOf, type Tx } from './handle.ts'
import { readerOf, type Field, type Joined, type Reading } from './rowReader.ts'

export type Values = Readonly<Record<string, unknown>>

/** It is sent at once when it is called, so that several leave in the order of their calls. */
export type Prepared<R> = (tx: Tx, values: Values) => Promise<R>

/**
 * A statement that is put together once and run on any transaction, with `sql.placeholder(name)` where its values go.
 * Putting it together costs this process more than running it, and so do the promises in which drizzle would run it.
 * For what every call does.
 */
export function prepared<R>(build: (db: Tx) => { execute(): Promise<R> }): Prepared<R> {
  return sent(() => {
    const { queryString, params, fields, joinsNotNullableMap } = build(blankHandle) as unknown as Built
    const read = fields && readerOf(fields, joinsNotNullableMap)
    return { text: queryString, fillings: params.map(fillingOf), read }
  }) as Prepared<R>
}

/** The same for a statement that is not one of drizzle's builders. */
export function preparedSql(build: (db: Tx) => SQL): Prepared<{ rows: unknown[] }> {
  return sent(() => {
    const { sql: text, params } = textOf(build(blankHandle))
    return { text, fillings: params.map(fillingOf), read: undefined }
  }) as Prepared<{ rows: unknown[] }>
}

interface Statement {
  readonly text: string
  readonly fillings: readonly Filling[]
  /** Undefined where the answer is handed on as it is. */
  readonly read: Reading | undefined
}

function sent(putTogether: () => Statement): Prepared<unknown> {
  let statement: Statement | undefined
  return (tx, values) => {
    const { text, fillings, read } = (statement ??= putTogether())
    const params = fillings.map((fill) => fill(values))
    return queryOf(tx)(text, params, read && 'array').then(
      (answer) => (read ? answer.rows.map((row) => read(row as unknown[])) : answer),
      // as drizzle tells it
      (cause: Error) => Promise.reject(new DrizzleQueryError(text, params, cause)),
    )
  }
}

/** What drizzle's `.prepare()` answers: a statement with its text, and how its rows are read. */
interface Built {
  readonly queryString: string
  readonly params: readonly unknown[]
  readonly fields: readonly Field[] | undefined
  readonly joinsNotNullableMap: Joined
}

/** What a parameter is for these values. */
type Filling = (values: Values) => unknown

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
