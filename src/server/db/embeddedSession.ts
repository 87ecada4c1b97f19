import { protocol, type PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Answer } from './connection.ts'
import { isStalePlan } from './errors.ts'
import { parsers } from './values.ts'

interface Field {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** A statement that the database has prepared, and the columns of its rows. */
interface Known {
  readonly name: string
  readonly fields: readonly Field[]
}

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number]
type RowDescription = Message & { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] }
type DataRow = Message & { readonly fields: readonly (string | null)[] }
type CommandComplete = Message & { readonly text: string }

const { serialize } = protocol
const describe = serialize.describe({ type: 'P' })
const execute = serialize.execute({})
const sync = serialize.sync()
// each holds its plan in the memory of this process
const MOST_KNOWN = 250

/**
 * Statements on PGlite in PostgreSQL's own messages: all those of a statement go in at once, and what was prepared is not
 * parsed and planned again. PGlite's own `query` goes in five times for each.
 */
export class EmbeddedSession {
  readonly #pglite: PGlite
  readonly #known = new Map<string, Known>()
  #named = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  query(text: string, values: readonly unknown[] = [], rowMode?: 'array', prepare = false): Promise<Answer> {
    // one after the other, in the order of these calls
    return this.#pglite.runExclusive(() => this.#run(text, values, rowMode, prepare))
  }

  async #run(text: string, values: readonly unknown[], rowMode: 'array' | undefined, prepare: boolean) {
    const known = this.#known.get(text)
    const name = known?.name ?? (prepare && this.#known.size < MOST_KNOWN ? `s${++this.#named}` : '')
    const bind = serialize.bind({ statement: name, values: values.map(prepareValue) })
    const parts = known ? [bind, execute, sync] : [serialize.parse({ name, text }), bind, describe, execute, sync]
    let messages: Message[]
    try {
      ;({ messages } = await this.#pglite.execProtocol(Buffer.concat(parts), { syncToFs: false }))
    } catch (error) {
      // its tables have been changed: the next time it is prepared anew
      if (isStalePlan(error)) this.#known.delete(text)
      throw error
    }
    const fields = known?.fields ?? fieldsOf(messages)
    if (name && !known) this.#known.set(text, { name, fields })
    return answerOf(messages, fields, rowMode)
  }
}

function fieldsOf(messages: readonly Message[]): Field[] {
  const described = messages.find((message): message is RowDescription => message.name === 'rowDescription')
  return (described?.fields ?? []).map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
}

const parserOf = (type: number): Field['parse'] =>
  parsers[type] ?? (pg.types.getTypeParser(type, 'text') as Field['parse'])

function answerOf(messages: readonly Message[], fields: readonly Field[], rowMode: 'array' | undefined): Answer {
  const answer: Answer = { rows: [], rowCount: 0, command: '' }
  const valueOf = (text: string | null, n: number) => (text === null ? null : fields[n]?.parse(text))
  for (const message of messages) {
    if (message.name === 'dataRow') {
      const values = (message as DataRow).fields.map(valueOf)
      answer.rows.push(rowMode ? values : Object.fromEntries(values.map((value, n) => [fields[n]?.name, value])))
    } else if (message.name === 'commandComplete') {
      // such as INSERT 0 1
      const words = (message as CommandComplete).text.split(' ')
      answer.command = words[0] ?? ''
      answer.rowCount = Number(words.at(-1)) || 0
    }
  }
  return answer
}
