import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Answer } from './connection.ts'
import { complete, fieldsOf, rowOf, type Field, type RowMode } from './rows.ts'

/** A statement's plan on this connection; the columns of its rows once it has been run. */
interface Plan {
  readonly name: string
  fields: readonly Field[] | null
}

/** A call for a statement, and what the server has answered to it so far. */
interface Call {
  readonly text: string
  /** As text. */
  readonly values: ReturnType<typeof prepareValue>[]
  readonly rowMode: RowMode
  /** Undefined where the plan is not kept. */
  readonly plan: Plan | undefined
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
  readonly answer: Answer
  fields: readonly Field[]
  /** A row that could not be read. */
  unreadable?: unknown
}

/** The parts of pg's connection that are used here. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  close(what: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: unknown[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

// a text with a list in it is another one for each length of the list: these must not fill the server's memory
const MOST_PLANS = 500

const sessions = new WeakMap<pg.ClientBase, PostgresSession>()

/** The session of a pooled connection, which outlives whoever holds it. */
export function sessionOf(client: pg.ClientBase): PostgresSession {
  const session = sessions.get(client) ?? new PostgresSession(client)
  sessions.set(client, session)
  return session
}

/**
 * Statements in PostgreSQL's own messages. All those that are called for in one go leave in one packet and are answered
 * in one, and what was prepared is neither parsed nor described again: for both sides a packet costs more than what is
 * in it. When one fails, those after it in its go are not run, and fail for the same reason.
 */
export class PostgresSession {
  readonly #client: pg.ClientBase
  readonly #plans = new Map<string, Plan>()
  #calls: Call[] = []

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** With `patience`, in milliseconds, the answer may take that long instead of as long as any. */
  query(
    text: string,
    values: readonly unknown[] = [],
    rowMode?: RowMode,
    prepare = false,
    patience?: number,
  ): Promise<Answer> {
    return new Promise((done, failed) => {
      const plan = prepare ? this.#planOf(text) : undefined
      const answer: Answer = { rows: [], rowCount: 0, command: '' }
      this.#calls.push({ text, values: values.map(prepareValue), rowMode, plan, done, failed, answer, fields: [] })
      if (this.#calls.length === 1) process.nextTick(() => this.#client.query(new Go(this.#calls.splice(0), patience)))
    })
  }

  #planOf(text: string): Plan | undefined {
    const known = this.#plans.get(text)
    if (known || this.#plans.size >= MOST_PLANS) return known
    const plan = { name: `s${this.#plans.size}`, fields: null }
    this.#plans.set(text, plan)
    return plan
  }
}

/** What is called for in one go. To pg it is one query, which it sends and hands the answers to. */
class Go {
  readonly #calls: readonly Call[]
  /** How many of them the server is done with. */
  #over = 0
  // read by pg
  readonly query_timeout: number | undefined
  callback: (error: unknown) => void

  constructor(calls: readonly Call[], patience: number | undefined) {
    this.#calls = calls
    this.query_timeout = patience
    this.callback = (error) => this.#settle(error)
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    wire.stream.cork()
    for (const call of this.#calls) write(wire, call)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: RowDescription): void {
    const call = this.#calls[this.#over]
    if (call) call.fields = fieldsOf(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const call = this.#calls[this.#over]
    if (!call || call.unreadable !== undefined) return
    try {
      call.answer.rows.push(rowOf(call.fields, fields, call.rowMode))
    } catch (error) {
      call.unreadable = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const call = this.#calls[this.#over++]
    if (!call) return
    complete(call.answer, text)
    if (call.plan) call.plan.fields = call.fields
  }

  handleEmptyQuery(): void {
    this.#over++
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  #settle(error: unknown): void {
    for (const [n, { done, failed, answer, unreadable }] of this.#calls.entries()) {
      if (error && n >= this.#over) failed(error)
      else if (unreadable !== undefined) failed(unreadable)
      else done(answer)
    }
  }
}

// in a pipeline pg sends its own queries alone; what theirs are made with each time is nothing that is used here
Object.setPrototypeOf(Go.prototype, pg.Query.prototype)

function write(wire: Wire, call: Call): void {
  const { plan, text, values } = call
  const statement = plan?.name ?? ''
  if (plan?.fields) {
    call.fields = plan.fields
    wire.bind({ statement, values })
  } else {
    // its first run may have failed after it was prepared
    if (plan) wire.close({ type: 'S', name: statement })
    wire.parse({ name: statement, text })
    wire.bind({ statement, values })
    wire.describe({ type: 'P' })
  }
  wire.execute()
}
