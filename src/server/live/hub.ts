import { differenceOf } from '#kernel/difference.ts'
import type { Instant } from '#kernel/time.ts'
import { EVERYTHING } from '#server/changes/topics.ts'
import { MultiMap } from './multiMap.ts'

/** How often a key may be recomputed under a stream of changes. */
export interface Pace {
  /** Keys of one group share a part of the time, and of the queries that run at once. */
  readonly group: string
  /** Least pause (ms) between two runs: the screen may lag that much. */
  readonly rest: number
}

interface Group {
  readonly name: string
  keys: number
  running: number
}

/** One live query: its subscribers, its topics, and the last result that was sent. */
interface Entry {
  readonly key: string
  readonly group: Group
  readonly leastRest: number
  readonly topics: ReadonlySet<string>
  readonly watchers: Set<Watcher>
  /** Subscribers who have the latest result. */
  upToDate: Set<Watcher>
  readonly answer: Answer
  /** Whether its data may have changed since the latest run began. */
  stale: boolean
  running: boolean
  /** Latest result as JSON; null before the first. */
  latest: string | null
  /** Number of runs, and of consecutive failures up to now. */
  tries: number
  failures: number
  /** Until then (by `performance.now()`) changes wait. */
  restsUntil: number
  /** Set while waiting for the end of the pause. */
  restTimer: NodeJS.Timeout | null
  /** Set when time alone changes the result, or a failed run will be retried. */
  timer: NodeJS.Timeout | null
}

/** A subscriber: gets each new result as JSON, or that a run failed, which is retried automatically. */
export interface Watcher {
  next(json: string): void
  /** If present, called instead of `next` with a difference to the last result, when that is less than half as long. */
  differs?(difference: string): void
  failed(error: unknown): void
}

/** Runs the query and returns JSON; may say when time alone will change the result. */
export type Answer = (changesAt: (instant: Instant | null | undefined) => void) => Promise<string>

/** Longest pause (ms) of a key, however long its run took and however many keys are in its group. */
const LONGEST_REST = 2_000

// Longest timer (ms): timers don't notice a changed clock, so it is checked this often.
const LONGEST_TIMER = 1_000

// Pause (ms) before retrying a failed run: doubles with each failure, with random spread, so that queries that failed
// together are not retried together.
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 15_000

/** Queries that run at once: commands need the processor and database connections too. */
export const ANSWERED_AT_ONCE = 4
/** Queries of one group that run at once: the rest is for other groups. */
const AT_ONCE_IN_GROUP = 2

/**
 * The hub of live queries. Each distinct key is run once per change, however many subscribers it has. Many changes
 * during a run lead to one more run. An unchanged result is not sent, and of a slightly changed one only the
 * difference. Under a stream of changes, the keys of one group together run at most a third of the time, so that nobody
 * slows others down by subscribing to many.
 */
export class LiveHub {
  readonly #entries = new Map<string, Entry>()
  readonly #byTopic = new MultiMap<Entry>()
  readonly #groups = new Map<string, Group>()
  /** Keys to run, in order: their data changed, or they have a new subscriber. */
  readonly #queue = new Set<Entry>()
  /** Keys to run after those: made stale by EVERYTHING. */
  readonly #queueOfAll = new Set<Entry>()
  #running = 0
  readonly #clock: () => Instant

  /** `clock` is the one that queries use to say when they change. */
  constructor(clock: () => Instant) {
    this.#clock = clock
  }

  /**
   * Subscribes to `key` until the returned function is called. Everything the result depends on must be in the key
   * (also the caller, unless the query can't see them): all subscribers of a key receive the same bytes. Keys of which
   * one person may have many belong to one group.
   */
  watch(
    key: string,
    topics: readonly string[],
    answer: Answer,
    watcher: Watcher,
    pace: Pace = { group: key, rest: 0 },
  ): () => void {
    const entry = this.#entries.get(key) ?? this.#open(key, topics, answer, pace)
    entry.watchers.add(watcher)
    if (entry.latest !== null && !entry.running && !entry.stale) tell(entry, watcher, entry.latest)
    else this.#request(entry)
    return () => {
      entry.watchers.delete(watcher)
      entry.upToDate.delete(watcher)
      if (entry.watchers.size === 0) this.#leave(entry)
    }
  }

  /** Runs all queries that depend on one of these topics again; EVERYTHING means all. */
  changed(topics: Iterable<string>): void {
    const touched = new Set<Entry>()
    for (const topic of topics) {
      if (topic === EVERYTHING) this.#changedAll()
      for (const entry of this.#byTopic.get(topic)) touched.add(entry)
    }
    for (const entry of touched) this.#change(entry)
    this.#answerNext()
  }

  /** Number of entries, including those without subscribers: for tests. */
  get kept(): number {
    return this.#entries.size
  }

  close(): void {
    for (const entry of this.#entries.values()) {
      // a run in progress is the last one
      entry.watchers.clear()
      this.#forget(entry)
    }
  }

  #open(key: string, topics: readonly string[], answer: Answer, pace: Pace): Entry {
    const group = this.#groups.get(pace.group) ?? { name: pace.group, keys: 0, running: 0 }
    this.#groups.set(group.name, group)
    group.keys++
    const entry: Entry = {
      key,
      group,
      leastRest: pace.rest,
      topics: new Set(topics),
      watchers: new Set(),
      upToDate: new Set(),
      answer,
      stale: true,
      running: false,
      latest: null,
      tries: 0,
      failures: 0,
      restsUntil: 0,
      restTimer: null,
      timer: null,
    }
    this.#entries.set(key, entry)
    for (const topic of entry.topics) this.#byTopic.add(topic, entry)
    return entry
  }

  /**
   * Called without subscribers left. Drops the result but keeps the pause, so that resubscribing gives no extra runs.
   */
  #leave(entry: Entry): void {
    this.#stopWaiting(entry)
    if (entry.running) return
    entry.stale = true
    entry.latest = null
    this.#waitForRest(entry)
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.key) !== entry) return
    this.#stopWaiting(entry)
    if (entry.restTimer) clearTimeout(entry.restTimer)
    this.#entries.delete(entry.key)
    if (--entry.group.keys === 0) this.#groups.delete(entry.group.name)
    for (const topic of entry.topics) this.#byTopic.delete(topic, entry)
  }

  #stopWaiting(entry: Entry): void {
    this.#queue.delete(entry)
    this.#queueOfAll.delete(entry)
    this.#stopTimer(entry)
  }

  #stopTimer(entry: Entry): void {
    if (entry.timer) clearTimeout(entry.timer)
    entry.timer = null
  }

  #change(entry: Entry): void {
    entry.stale = true
    if (entry.watchers.size > 0) this.#request(entry)
  }

  #changedAll(): void {
    for (const entry of this.#entries.values()) {
      entry.stale = true
      if (entry.watchers.size > 0 && !entry.running && !this.#queue.has(entry)) this.#queueOfAll.add(entry)
    }
  }

  /** Queues a run, after the pause. An entry that is running comes back here when it ends. */
  #request(entry: Entry): void {
    if (entry.running || entry.restTimer) return
    // the run that opened the screen does not delay the run after the first change
    if (entry.tries > 1 && entry.restsUntil > performance.now()) return this.#waitForRest(entry)
    this.#enqueue(entry)
  }

  #waitForRest(entry: Entry): void {
    const rested = () => {
      entry.restTimer = null
      if (entry.watchers.size === 0) this.#forget(entry)
      else if (entry.stale) this.#enqueue(entry)
    }
    const wait = entry.restsUntil - performance.now()
    if (wait <= 0) rested()
    else entry.restTimer ??= setTimeout(rested, wait).unref()
  }

  #enqueue(entry: Entry): void {
    this.#queueOfAll.delete(entry)
    this.#queue.add(entry)
    this.#answerNext()
  }

  #answerNext(): void {
    while (this.#running < ANSWERED_AT_ONCE) {
      const entry = firstToAnswer(this.#queue) ?? firstToAnswer(this.#queueOfAll)
      if (!entry) return
      void this.#answer(entry)
    }
  }

  async #answer(entry: Entry): Promise<void> {
    this.#queue.delete(entry)
    this.#queueOfAll.delete(entry)
    this.#running++
    entry.group.running++
    entry.running = true
    entry.stale = false
    entry.tries++
    const began = performance.now()
    let next: Instant | null = null
    try {
      const json = await entry.answer((instant) => {
        if (instant !== null && instant !== undefined && (next === null || instant < next)) next = instant
      })
      const { latest, upToDate } = entry
      if (json !== latest) entry.upToDate = new Set()
      entry.latest = json
      entry.failures = 0
      const difference = json === latest ? null : shortDifference(latest, json, upToDate)
      for (const watcher of entry.watchers) {
        // includes subscribers who came during the run or the pause before it
        if (!entry.upToDate.has(watcher)) tell(entry, watcher, json, upToDate.has(watcher) ? difference : null)
      }
    } catch (error) {
      entry.latest = null
      entry.failures++
      entry.upToDate.clear()
      for (const watcher of entry.watchers) watcher.failed(error)
    }
    entry.restsUntil = endOfRest(entry, began)
    entry.running = false
    this.#running--
    entry.group.running--
    // one timer: what a failed run said about later must not replace its retry
    if (entry.failures > 0) this.#tryAgain(entry)
    else this.#wakeAt(entry, next)
    if (entry.watchers.size === 0) this.#leave(entry)
    else if (entry.stale) this.#waitForRest(entry)
    this.#answerNext()
  }

  #wakeAt(entry: Entry, instant: Instant | null): void {
    this.#stopTimer(entry)
    if (instant === null || entry.watchers.size === 0) return
    const wait = Math.min(Math.max(instant - this.#clock(), 0) + 1, LONGEST_TIMER)
    entry.timer = setTimeout(() => {
      if (this.#clock() < instant) return this.#wakeAt(entry, instant)
      this.#change(entry)
    }, wait).unref()
  }

  #tryAgain(entry: Entry): void {
    this.#stopTimer(entry)
    if (entry.watchers.size === 0) return
    const pause = Math.min(FIRST_PAUSE * 2 ** (entry.failures - 1), LONGEST_PAUSE) * (1 + Math.random())
    entry.timer = setTimeout(() => this.#change(entry), pause).unref()
  }
}

function firstToAnswer(queue: Iterable<Entry>): Entry | undefined {
  for (const entry of queue) if (entry.group.running < AT_ONCE_IN_GROUP) return entry
  return undefined
}

/** Keys of a group share a third of the time equally: a single key pauses twice as long as its run took. */
function endOfRest({ group: { keys }, leastRest }: Entry, began: number): number {
  const now = performance.now()
  const took = now - began
  // a run too short for a timer needs no pause
  const fairRest = took < 1 ? 0 : Math.min((3 * keys - 1) * took, LONGEST_REST)
  return now + Math.max(fairRest, leastRest)
}

function tell(entry: Entry, watcher: Watcher, json: string, difference: string | null = null): void {
  entry.upToDate.add(watcher)
  if (difference !== null && watcher.differs) watcher.differs(difference)
  else watcher.next(json)
}

function isWanted(upToDate: Iterable<Watcher>): boolean {
  for (const { differs } of upToDate) if (differs) return true
  return false
}

/** Computed once for all who have the previous result; null unless less than half as long as the new one. */
function shortDifference(before: string | null, json: string, upToDate: Iterable<Watcher>): string | null {
  if (before === null || !isWanted(upToDate)) return null
  const difference = JSON.stringify(differenceOf(before, json))
  return difference.length < json.length / 2 ? difference : null
}
