import type { Turns } from './turns.ts'

/** Changed rows after which tables are tidied up when people pause for so many milliseconds; and for a checkpoint. */
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

/** What the upkeep is of. */
interface Tended {
  execute(statement: string): Promise<Result[]>
  /** One for each statement that is kept: plans it, where its plan is outdated. */
  plannings(): Iterable<() => Promise<void>>
}

/**
 * Does what PostgreSQL's background processes would do, which PGlite has not: without it the write-ahead log grows
 * without end, and the planner works on outdated numbers. What keeps people waiting comes when nobody is at work. After a
 * checkpoint each page that is written goes into the log as a whole, once: so it comes seldom, as PostgreSQL's own does.
 */
export class Upkeep {
  /** Rows that changed since the tables were tidied up, and since the last checkpoint. */
  #changes = 0
  #unsaved = 0
  /** Whether the planner's numbers were left alone, since people were at work. */
  #postponed = false
  #stopped = false
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout
  #quiet: NodeJS.Timeout | undefined
  #turns: Turns
  #engine: Tended
  #log: (line: string) => void

  constructor(turns: Turns, engine: Tended, log: (line: string) => void) {
    this.#turns = turns
    this.#engine = engine
    this.#log = log
    const everything = () => this.#unsaved > 0 && this.#start({ analyzing: true, saving: true })
    this.#timer = setInterval(everything, INTERVAL).unref()
  }

  /** Notes that so many rows changed; enough of them start the upkeep. */
  count(rows: number) {
    this.#changes += rows
    this.#unsaved += rows
    if (this.#unsaved >= MANY_CHANGES) this.#start({ analyzing: false, saving: true })
    else if (this.#changes >= CHANGES || this.#postponed) this.#startWhenQuiet()
  }

  stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#quiet)
  }

  #startWhenQuiet() {
    this.#quiet ??= setTimeout(() => this.#start({ analyzing: true, saving: false }), QUIET).unref()
    this.#quiet.refresh()
  }

  #start(what: { analyzing: boolean; saving: boolean }) {
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    if (this.#running || this.#stopped) return
    this.#changes = 0
    if (what.saving) this.#unsaved = 0
    this.#postponed = !what.analyzing
    this.#running = this.#run(what)
      .catch((error: unknown) => this.#log(`Database upkeep failed: ${String(error)}`))
      .finally(() => {
        this.#running = undefined
        if (this.#postponed && !this.#stopped) this.#startWhenQuiet()
      })
  }

  // one step a turn, so that nobody waits long
  async #run({ analyzing, saving }: { analyzing: boolean; saving: boolean }) {
    const execute = (statement: string) => this.#inTurn(() => this.#engine.execute(statement))
    // what this process has counted becomes visible with the next statement
    await execute('select pg_stat_force_next_flush()')
    const [due] = await execute(DUE)
    for (const { table, outdated } of (due?.rows ?? []) as { table: string; outdated: boolean }[]) {
      await execute(`vacuum ${table}`)
      if (outdated && analyzing) await execute(`analyze ${table}`)
    }
    if (saving) await execute('checkpoint')
    // whoever comes next would wait for all the plans that the new numbers have outdated
    if (analyzing) for (const plan of this.#engine.plannings()) await this.#inTurn(plan)
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.#turns.take(60_000, 'reading')
    try {
      return await work()
    } finally {
      end()
    }
  }
}
