import { getTypeParser } from 'pg-types'
import type { Answer } from './connection.ts'
import { parsers } from './values.ts'

/** A column of an answer. */
export interface Field {
  readonly name: string
  readonly parse: (text: string) => unknown
}

export type RowMode = 'array' | undefined

/** The columns as both engines describe them in PostgreSQL's own messages. */
export const fieldsOf = (described: readonly { readonly name: string; readonly dataTypeID: number }[]): Field[] =>
  described.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))

const parserOf = (type: number): Field['parse'] => parsers[type] ?? (getTypeParser(type, 'text') as Field['parse'])

/** A row as it is handed on; throws for a value that can't be read. */
export function rowOf(fields: readonly Field[], values: readonly (string | null)[], rowMode: RowMode): unknown {
  const valueOf = (text: string | null, n: number) => (text === null ? null : fields[n]?.parse(text))
  if (rowMode) return values.map(valueOf)
  const row: Record<string, unknown> = {}
  for (const [n, { name }] of fields.entries()) row[name] = valueOf(values[n] ?? null, n)
  return row
}

/** Notes what a statement did, of words such as INSERT 0 1. */
export function complete(answer: Answer, text: string): void {
  const end = text.indexOf(' ')
  answer.command = end < 0 ? text : text.slice(0, end)
  answer.rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
}
