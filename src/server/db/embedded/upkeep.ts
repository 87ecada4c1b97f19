import type { Turns } from './turns.ts'

/** Changed rows that start VACUUM and ANALYZE in the next pause of QUIET ms, and that start a checkpoint. */
const CHANGES = 5_000
const MANY_CHANGES = 30_000
const QUIET = 500
const INTERVAL = 10 * 60_000

/** Changed tables, and whether their statistics are outdated: by 50 rows plus a tenth, as autovacuum decides. */
const DUE = `
  select format('%I.%I', schemaname, relname) as table, n_mod_since_analyze > 50 + n_live_tup / 10 as outdated
  from pg_stat_user_tables
  where n_dead_tup + n_ins_since_vacuum + n_mod_since_analyze > 0`

interface Result {
  rows: unknown[]
}

/** The engine that is maintained. */
interface Tended {
  execute(statement: string): Promise<Result[]>
  /** One function per prepared statement that plans it again if outdated. */
  plannings(): Iterable<() => Promise<void>>
}

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks: without it the write-ahead log grows without
 * end, and the planner uses outdated statistics. Work that blocks callers is done in pauses. After a checkpoint, the
 * first write to each page puts the whole page into the log, so checkpoints are as rare as PostgreSQL's own.
 */
export class Upkeep {
  /** Rows changed since the last VACUUM, and since the last checkpoint. */
  #changes = 0
  #unsaved = 0
  /** Whether ANALYZE was skipped because callers were active. */
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

  /** Counts changed rows; starts the upkeep when there are enough. */
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

  // one step per turn, so that no caller waits long
  async #run({ analyzing, saving }: { analyzing: boolean; saving: boolean }) {
    const execute = (statement: string) => this.#inTurn(() => this.#engine.execute(statement))
    // make this process's own counters visible to the next statement
    await execute('select pg_stat_force_next_flush()')
    const [due] = await execute(DUE)
    for (const { table, outdated } of (due?.rows ?? []) as { table: string; outdated: boolean }[]) {
      await execute(`vacuum ${table}`)
      if (outdated && analyzing) await execute(`analyze ${table}`)
    }
    if (saving) await execute('checkpoint')
    // plan again now, otherwise the next callers would wait for all plans that the new statistics outdated
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
