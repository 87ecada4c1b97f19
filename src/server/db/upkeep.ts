import type { Turns } from './turns.ts'

/** Rows that changed after which it is time when nothing more changes for a while; and after which it is time at once. */
const CHANGES = 5_000
const MANY_CHANGES = 30_000
const QUIET = 500
const INTERVAL = 10 * 60_000

interface Result {
  rows: unknown[]
}

/**
 * Does what PostgreSQL's background processes would do, which PGlite has not: without it the write-ahead log grows
 * without end, and the planner works on outdated numbers.
 */
export class Upkeep {
  #changes = 0
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout
  #quiet: NodeJS.Timeout | undefined
  #turns: Turns
  #execute: (statement: string) => Promise<Result[]>
  #log: (line: string) => void

  constructor(turns: Turns, execute: (statement: string) => Promise<Result[]>, log: (line: string) => void) {
    this.#turns = turns
    this.#execute = execute
    this.#log = log
    this.#timer = setInterval(() => this.#changes > 0 && this.#start(), INTERVAL).unref()
  }

  /** Notes that so many rows changed; enough of them start the upkeep. */
  count(rows: number) {
    this.#changes += rows
    if (this.#changes < CHANGES) return
    if (this.#changes >= MANY_CHANGES) return this.#start()
    // a checkpoint keeps everybody waiting, which a hundred people who press at once would notice
    this.#quiet ??= setTimeout(() => this.#start(), QUIET).unref()
    this.#quiet.refresh()
  }

  stop() {
    clearInterval(this.#timer)
    clearTimeout(this.#quiet)
  }

  #start() {
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    if (this.#running) return
    this.#changes = 0
    this.#running = this.#run()
      .catch((error: unknown) => this.#log(`Database upkeep failed: ${String(error)}`))
      .finally(() => (this.#running = undefined))
  }

  // one table a turn, so that nobody waits long; the numbers of changes by table, which would say more, are not kept
  async #run() {
    const [tables] = await this.#inTurn(`select format('%I.%I', schemaname, tablename) as name
      from pg_tables where schemaname = 'public'`)
    for (const { name } of (tables?.rows ?? []) as { name: string }[]) await this.#inTurn(`vacuum (analyze) ${name}`)
    await this.#inTurn('checkpoint')
  }

  async #inTurn(statement: string): Promise<Result[]> {
    const end = await this.#turns.take(60_000, 'reading')
    try {
      return await this.#execute(statement)
    } finally {
      end()
    }
  }
}
