import { differenceOf } from '#kernel/difference.ts'
import type { Instant } from '#kernel/time.ts'

/** One live answer: who watches it, what it depends on, and the last bytes that were sent. */
interface Entry {
  readonly topics: ReadonlySet<string>
  readonly watchers: Set<Watcher>
  /** Those among them who have the latest answer. */
  told: Set<Watcher>
  readonly answer: Answer
  /** Counts the changes that touched it; an answer older than this is stale. */
  version: number
  running: boolean
  /** The last answer as JSON, once there is one. */
  latest: string | null
  /** How many answers in a row failed, up to now. */
  failures: number
  timer: NodeJS.Timeout | null
}

/** Gets each new answer as JSON; or that it failed, and will be tried again by itself. */
export interface Watcher {
  next(json: string): void
  /** Where it is there, instead: how the new answer differs from the last one, when that is less than half as long. */
  differs?(difference: string): void
  failed(error: unknown): void
}

/** Makes the answer as JSON, and may say when time alone will change it. */
export type Answer = (changesAt: (instant: Instant | null | undefined) => void) => Promise<string>

/** Milliseconds for which a screen may be behind for this reason. */
const LONGEST_REST = 100

// A timer doesn't notice that the wall clock was set: the clock is looked at again after this many milliseconds.
const LONGEST_TIMER = 60_000

// Milliseconds before an answer that failed is tried again: twice as many after each failure, and spread, so that what
// failed together does not come back together.
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 15_000

/**
 * Answers that are made side by side when all may have changed, such as after a lost connection to the database: commands
 * and other answers need it as well.
 */
export const ANSWERED_AT_ONCE = 4

/**
 * The hub of live queries. Each distinct key is answered once per change however many people watch it; a burst of
 * changes while an answer is being made leads to one more answer; an unchanged answer is not sent, and of one that
 * changed a little only what is new.
 */
export class LiveHub {
  readonly #entries = new Map<string, Entry>()
  readonly #byTopic = new Map<string, Set<Entry>>()
  /** Those that may have changed, and are answered in their turn. */
  readonly #doubtful = new Set<Entry>()
  #lanes = 0

  /**
   * Watches `key` until the returned function is called. Everything the answer depends on must be in the key (who
   * asks included, unless the answer can't see who asks): all watchers of a key receive the same bytes.
   */
  watch(key: string, topics: readonly string[], answer: Answer, watcher: Watcher): () => void {
    const entry = this.#entries.get(key) ?? this.#open(key, topics, answer)
    entry.watchers.add(watcher)
    if (entry.latest !== null && !entry.running && !this.#doubtful.has(entry)) tell(entry, watcher, entry.latest)
    else if (!entry.running) void this.#run(entry)
    return () => {
      entry.watchers.delete(watcher)
      entry.told.delete(watcher)
      if (entry.watchers.size === 0) this.#close(key, entry)
    }
  }

  /** Answers again whatever depends on one of these topics; '*' stands for all, which are answered in turns. */
  changed(topics: Iterable<string>): void {
    const touched = new Set<Entry>()
    for (const topic of topics) {
      if (topic === '*') for (const entry of this.#entries.values()) this.#doubtful.add(entry)
      for (const entry of this.#byTopic.get(topic) ?? []) touched.add(entry)
    }
    for (const entry of touched) this.#touch(entry)
    while (this.#lanes < ANSWERED_AT_ONCE && this.#doubtful.size > 0) void this.#lane()
  }

  /** For the health page and tests. */
  get size(): { keys: number; watchers: number } {
    let watchers = 0
    for (const entry of this.#entries.values()) watchers += entry.watchers.size
    return { keys: this.#entries.size, watchers }
  }

  close(): void {
    for (const [key, entry] of this.#entries) {
      // an answer that is under way is the last one
      entry.watchers.clear()
      this.#close(key, entry)
    }
  }

  #open(key: string, topics: readonly string[], answer: Answer): Entry {
    const entry: Entry = {
      topics: new Set(topics),
      watchers: new Set(),
      told: new Set(),
      answer,
      version: 0,
      running: false,
      latest: null,
      failures: 0,
      timer: null,
    }
    this.#entries.set(key, entry)
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic) ?? new Set()
      this.#byTopic.set(topic, entries.add(entry))
    }
    return entry
  }

  #close(key: string, entry: Entry): void {
    if (entry.timer) clearTimeout(entry.timer)
    this.#doubtful.delete(entry)
    // A newer entry may stand under the key by now, if this one was closed while it was being answered.
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic)
      entries?.delete(entry)
      if (entries?.size === 0) this.#byTopic.delete(topic)
    }
  }

  async #run(entry: Entry, answered = () => {}): Promise<void> {
    entry.running = true
    this.#doubtful.delete(entry)
    let version: number
    do {
      version = entry.version
      const began = performance.now()
      let next: Instant | null = null
      try {
        const json = await entry.answer((instant) => {
          if (instant !== null && instant !== undefined && (next === null || instant < next)) next = instant
        })
        const { latest, told } = entry
        if (json !== latest) entry.told = new Set()
        entry.latest = json
        entry.failures = 0
        const difference = json === latest ? null : shortDifference(latest, json, told)
        for (const watcher of entry.watchers) {
          // also whoever came during the answer or the rest before it
          if (!entry.told.has(watcher)) tell(entry, watcher, json, told.has(watcher) ? difference : null)
        }
      } catch (error) {
        entry.latest = null
        entry.failures++
        entry.told.clear()
        for (const watcher of entry.watchers) watcher.failed(error)
      }
      answered()
      this.#wakeAt(entry, next)
      if (entry.failures > 0) this.#tryAgain(entry)
      if (version !== entry.version) await this.#breathe(performance.now() - began)
    } while (version !== entry.version && entry.watchers.size > 0)
    entry.running = false
  }

  /** After a change comes its answer; under a stream of changes an answer takes a third of the time at most. */
  async #breathe(took: number): Promise<void> {
    // what took no time worth a timer needs no rest
    if (took >= 1) await new Promise<void>((rested) => setTimeout(rested, Math.min(2 * took, LONGEST_REST)).unref())
  }

  #wakeAt(entry: Entry, instant: Instant | null): void {
    if (entry.timer) clearTimeout(entry.timer)
    entry.timer = null
    if (instant === null || entry.watchers.size === 0) return
    const wait = Math.min(Math.max(instant - Date.now(), 0) + 1, LONGEST_TIMER)
    entry.timer = setTimeout(() => {
      if (Date.now() < instant) return this.#wakeAt(entry, instant)
      this.#touch(entry)
    }, wait).unref()
  }

  #tryAgain(entry: Entry): void {
    if (entry.watchers.size === 0) return
    const pause = Math.min(FIRST_PAUSE * 2 ** (entry.failures - 1), LONGEST_PAUSE) * (1 + Math.random())
    entry.timer = setTimeout(() => this.#touch(entry), pause).unref()
  }

  #touch(entry: Entry): void {
    this.#doubtful.delete(entry)
    entry.version++
    if (!entry.running) void this.#run(entry)
  }

  async #lane(): Promise<void> {
    this.#lanes++
    for (const entry of this.#doubtful) {
      this.#doubtful.delete(entry)
      entry.version++
      // one that is being answered is answered once more by itself
      if (!entry.running) await new Promise<void>((answered) => void this.#run(entry, answered))
    }
    this.#lanes--
  }
}

function tell(entry: Entry, watcher: Watcher, json: string, difference: string | null = null): void {
  entry.told.add(watcher)
  if (difference !== null && watcher.differs) watcher.differs(difference)
  else watcher.next(json)
}

function isWanted(told: Iterable<Watcher>): boolean {
  for (const { differs } of told) if (differs) return true
  return false
}

/** Made once for all who have the answer before it; null where it is not less than half as long as the new one. */
function shortDifference(before: string | null, json: string, told: Iterable<Watcher>): string | null {
  if (before === null || !isWanted(told)) return null
  const difference = JSON.stringify(differenceOf(before, json))
  return difference.length < json.length / 2 ? difference : null
}
