import type { PGlite } from '@electric-sql/pglite'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import type {
  BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import type { Answer } from '../connection.ts'
import { isStalePlan } from '../errors.ts'
import { complete, fieldsOf, rowOf, type Field, type RowMode } from '../rows.ts'

/** A statement that the database has prepared, and the columns of its rows. */
interface Known {
  readonly name: string
  readonly fields: readonly Field[]
  /** How many values it takes. */
  readonly values: number
}

/** A call for a statement. */
interface Call {
  readonly text: string
  /** As text. */
  readonly values: ReturnType<typeof prepareValue>[]
  readonly rowMode: RowMode
  readonly prepare: boolean
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

const describe = serialize.describe({ type: 'P' })
const execute = serialize.execute()
const sync = serialize.sync()
// each holds its plan in the memory of this process
const MOST_KNOWN = 250

/**
 * Statements on PGlite in PostgreSQL's own messages: all those that are called for in one go go in at once, and what was
 * prepared is not parsed and planned again. PGlite's own `query` goes in five times for each. When one fails, those after
 * it in its go are not run, and fail for the same reason.
 */
export class EmbeddedSession {
  readonly #pglite: PGlite
  readonly #known = new Map<string, Known>()
  #calls: Call[] = []
  #named = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** One after the other, in the order of these calls. */
  query(text: string, values: readonly unknown[] = [], rowMode?: RowMode, prepare = false): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#calls.push({ text, values: values.map(prepareValue), rowMode, prepare, done, failed })
      if (this.#calls.length === 1) queueMicrotask(() => void this.#run(this.#calls.splice(0)))
    })
  }

  /** One for each statement that is prepared: makes its plan, where that is outdated, and runs nothing. */
  *plannings(): Iterable<() => Promise<void>> {
    for (const { name, values } of this.#known.values()) {
      const bind = serialize.bind({ statement: name, values: Array.from({ length: values }, () => null) })
      // what can't be planned any more says so when it is called for
      yield () =>
        this.#pglite.execProtocolRawStream(Buffer.concat([bind, sync]), { syncToFs: false, onRawData: () => {} })
    }
  }

  async #run(calls: readonly Call[]): Promise<void> {
    try {
      const sent = calls.map((call) => this.#messagesFor(call))
      const buffer = Buffer.concat([...sent.flatMap(({ parts }) => parts), sync])
      const messages: BackendMessage[] = []
      const parser = new Parser()
      await this.#pglite.execProtocolRawStream(buffer, {
        syncToFs: false,
        // copied, for the engine's memory is its own again afterwards
        onRawData: (data) => parser.parse(Buffer.from(data), (message) => messages.push(message)),
      })
      const answers = answersIn(messages)
      for (const [n, call] of calls.entries())
        this.#answer(call, sent[n]?.name ?? '', answers[n] ?? answers.at(-1) ?? [])
    } catch (error) {
      // the engine stopped itself; whoever was answered before that is not told again
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

  #answer({ text, values, rowMode, done, failed }: Call, name: string, messages: readonly BackendMessage[]): void {
    const error = messages.find((message) => message.name === 'error')
    if (error) {
      // its tables have been changed: the next time it is prepared anew
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

/** What belongs to each statement; after an error nothing comes, so that it is the last one. */
function answersIn(messages: readonly BackendMessage[]): BackendMessage[][] {
  const answers: BackendMessage[][] = []
  let answer: BackendMessage[] = []
  for (const message of messages) {
    answer.push(message)
    if (!LAST.has(message.name)) continue
    answers.push(answer)
    answer = []
  }
  return answers
}

function describedIn(messages: readonly BackendMessage[]): Field[] {
  const described = messages.find((message): message is RowDescriptionMessage => message.name === 'rowDescription')
  return fieldsOf(described?.fields ?? [])
}

function answerOf(messages: readonly BackendMessage[], fields: readonly Field[], rowMode: RowMode): Answer {
  const answer: Answer = { rows: [], rowCount: 0, command: '' }
  for (const message of messages) {
    if (message.name === 'dataRow') answer.rows.push(rowOf(fields, (message as DataRowMessage).fields, rowMode))
    else if (message.name === 'commandComplete') complete(answer, (message as CommandCompleteMessage).text)
  }
  return answer
}
