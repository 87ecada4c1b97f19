import type { Turns } from './turns.ts'

/** Rows that changed after which it is time when nothing more changes for a while; and after which it is time at once. */
const CHANGES = 5_000
const MANY_CHANGES = 30_000
const QUIET = 500
const INTERVAL = 10 * 60_000

/** The tables that have changed, and whether so much that the planner must look again: a tenth, as PostgreSQL has it. */
const DUE = `
  select format('%I.%I', schemaname, relname) as table, n_mod_since_analyze > 50 + n_live_tup / 10 as outdated
  from pg_stat_user_tables
  where n_dead_tup + n_ins_since_vacuum + n_mod_since_analyze > 0`

interface Result {
  rows: unknown[]
}

/**
 * Does what PostgreSQL's background processes would do, which PGlite has not: without it the write-ahead log grows
 * without end, and the planner works on outdated numbers.
 */
export class Upkeep {
  #changes = 0
  /** Whether the planner's numbers were left alone, since people were at work. */
  #postponed = false
  #stopped = false
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
    if (this.#changes >= MANY_CHANGES) this.#start('amid work')
    else if (this.#changes >= CHANGES || this.#postponed) this.#startWhenQuiet()
  }

  stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#quiet)
  }

  // a checkpoint keeps everybody waiting, which a hundred people who press at once would notice
  #startWhenQuiet() {
    this.#quiet ??= setTimeout(() => this.#start(), QUIET).unref()
    this.#quiet.refresh()
  }

  #start(amidWork?: 'amid work') {
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    if (this.#running || this.#stopped) return
    this.#changes = 0
    this.#postponed = amidWork !== undefined
    this.#running = this.#run(!this.#postponed)
      .catch((error: unknown) => this.#log(`Database upkeep failed: ${String(error)}`))
      .finally(() => {
        this.#running = undefined
        if (this.#postponed && !this.#stopped) this.#startWhenQuiet()
      })
  }

  // one step a turn, so that nobody waits long; what takes longest by far waits until nobody else does
  async #run(analyzing: boolean) {
    // what this process has counted becomes visible with the next statement
    await this.#inTurn('select pg_stat_force_next_flush()')
    const [due] = await this.#inTurn(DUE)
    for (const { table, outdated } of (due?.rows ?? []) as { table: string; outdated: boolean }[]) {
      await this.#inTurn(`vacuum ${table}`)
      if (outdated && analyzing) await this.#inTurn(`analyze ${table}`)
    }
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
