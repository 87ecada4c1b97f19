import { nextTick } from 'node:process'
import type { PGlite } from '@electric-sql/pglite'
import { serialize } from 'pg-protocol'
import { getTypeParser } from 'pg-types'
import type { Answer } from '../connection.ts'
import { isStalePlan } from '../errors.ts'
import { parsers } from '../values.ts'

type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages']
type Message = Messages[number]
type RowMode = 'array' | undefined

/** A column of a result. */
interface Field {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** A prepared statement, and the columns of its rows. */
interface Known {
  readonly name: string
  readonly fields: readonly Field[]
  /** Number of parameters. */
  readonly values: number
}

/** A statement to run. */
interface Call {
  readonly text: string
  /** In text format. */
  readonly values: (string | null)[]
  readonly rowMode: RowMode
  readonly prepare: boolean
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

const describe = serialize.describe({ type: 'P' })
const execute = serialize.execute()
const sync = serialize.sync()
// each prepared statement keeps its plan in this process's memory
const MOST_KNOWN = 250

/**
 * Runs statements on PGlite in PostgreSQL's own protocol: statements of one tick are sent as one batch, and prepared
 * ones are not parsed and planned again. (PGlite's own `query` calls the engine five times per statement.) When a
 * statement fails, the later ones of its batch are not run and fail with the same error.
 */
export class EmbeddedSession {
  readonly #pglite: PGlite
  readonly #known = new Map<string, Known>()
  #calls: Call[] = []
  #named = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** Runs a statement; statements run in the order of the calls. */
  query(text: string, values: readonly unknown[] = [], rowMode?: RowMode, prepare = false): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#calls.push({ text, values: values.map(textOf), rowMode, prepare, done, failed })
      // run after all promises that are settled now, so that a BEGIN shares a batch with the first statement
      if (this.#calls.length === 1) queueMicrotask(() => nextTick(() => void this.#run(this.#calls.splice(0))))
    })
  }

  /** One function per prepared statement that plans it again if outdated, without running it. */
  *plannings(): Iterable<() => Promise<void>> {
    for (const { name, values } of this.#known.values()) {
      const bind = serialize.bind({ statement: name, values: Array.from({ length: values }, () => null) })
      // errors are ignored here: a statement that can no longer be planned fails when it is used
      yield async () =>
        void (await this.#pglite.execProtocol(Buffer.concat([bind, sync]), { syncToFs: false, throwOnError: false }))
    }
  }

  async #run(calls: readonly Call[]): Promise<void> {
    try {
      const sent = calls.map((call) => this.#messagesFor(call))
      const buffer = Buffer.concat([...sent.flatMap(({ parts }) => parts), sync])
      const options = { syncToFs: false, throwOnError: false }
      const { messages } = await this.#pglite.execProtocol(buffer, options)
      const answers = answersIn(messages)
      for (const [n, call] of calls.entries())
        this.#answer(call, sent[n]?.name ?? '', answers[n] ?? answers.at(-1) ?? [])
    } catch (error) {
      // the engine stopped itself; calls that already have their result ignore this
      for (const { failed } of calls) failed(error)
    }
  }

  #messagesFor({ text, values, prepare }: Call) {
    const known = this.#known.get(text)
    const name = known?.name ?? (prepare && this.#known.size < MOST_KNOWN ? `s${++this.#named}` : '')
    const bind = serialize.bind({ statement: name, values })
    return {
      name,
      parts: known ? [bind, execute] : [serialize.parse({ name, text }), bind, describe, execute],
    }
  }

  #answer({ text, values, rowMode, done, failed }: Call, name: string, messages: readonly Message[]): void {
    const error = messages.find((message) => message.name === 'error')
    if (error) {
      // its tables have changed: prepare it again next time
      if (isStalePlan(error)) this.#known.delete(text)
      return failed(error)
    }
    const known = this.#known.get(text)
    const fields = known?.fields ?? describedIn(messages)
    if (name && !known) this.#known.set(text, { name, fields, values: values.length })
    done(answerOf(messages, fields, rowMode))
  }
}

const LAST = new Set(['commandComplete', 'emptyQuery', 'error'])

/** Groups the messages by statement; an error ends the batch, so its statement is the last. */
function answersIn(messages: readonly Message[]): Message[][] {
  const answers: Message[][] = []
  let answer: Message[] = []
  for (const message of messages) {
    answer.push(message)
    if (!LAST.has(message.name)) continue
    answers.push(answer)
    answer = []
  }
  return answers
}

function describedIn(messages: readonly Message[]): Field[] {
  const described = messages.find((message) => message.name === 'rowDescription')
  return (described && 'fields' in described ? (described.fields as Described[]) : []).map(({ name, dataTypeID }) => ({
    name,
    parse: parsers[dataTypeID] ?? (getTypeParser(dataTypeID, 'text') as Field['parse']),
  }))
}

interface Described {
  readonly name: string
  readonly dataTypeID: number
}

function answerOf(messages: readonly Message[], fields: readonly Field[], rowMode: RowMode): Answer {
  const answer: Answer = { rows: [], rowCount: 0, command: '' }
  for (const message of messages) {
    if (message.name === 'dataRow') answer.rows.push(rowOf(fields, (message as unknown as Row).fields, rowMode))
    else if (message.name === 'commandComplete') complete(answer, (message as unknown as Completed).text)
  }
  return answer
}

interface Row {
  readonly fields: readonly (string | null)[]
}

interface Completed {
  /** Command tag, such as `INSERT 0 1`. */
  readonly text: string
}

function rowOf(fields: readonly Field[], values: Row['fields'], rowMode: RowMode): unknown {
  const found = values.map((text, n) => (text === null ? null : fields[n]?.parse(text)))
  return rowMode ? found : Object.fromEntries(fields.map(({ name }, n) => [name, found[n]]))
}

function complete(answer: Answer, text: string): void {
  const words = text.split(' ')
  answer.command = words[0] ?? ''
  answer.rowCount = Number(words.at(-1)) || 0
}

/** Converts a value to PostgreSQL's text format. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return arrayOf(value)
  // drizzle has already converted all other types to texts, numbers and booleans
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function arrayOf(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (Array.isArray(item)) return arrayOf(item)
    const text = textOf(item)
    return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${texts.join(',')}}`
}
