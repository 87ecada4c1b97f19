import { differenceOf } from '#kernel/difference.ts'
import type { Instant } from '#kernel/time.ts'
import { MultiMap } from './multiMap.ts'

/** How a key is answered under a stream of changes. */
export interface Pace {
  /** The keys with which it shares a part of the time, and of the answers that are made side by side. */
  readonly group: string
  /** Milliseconds that it rests at least: a screen may be so far behind. */
  readonly rest: number
}

interface Group {
  readonly name: string
  keys: number
  running: number
}

/** One live answer: who watches it, what it depends on, and the last bytes that were sent. */
interface Entry {
  readonly key: string
  readonly group: Group
  readonly leastRest: number
  readonly topics: ReadonlySet<string>
  readonly watchers: Set<Watcher>
  /** Those among them who have the latest answer. */
  upToDate: Set<Watcher>
  readonly answer: Answer
  /** Whether what it depends on may have changed since its latest answer was begun. */
  stale: boolean
  running: boolean
  /** The last answer as JSON, once there is one. */
  latest: string | null
  /** How many answers were tried, and how many in a row have failed up to now. */
  tries: number
  failures: number
  /** By `performance.now()`: a change before this moment is answered then. */
  restsUntil: number
  /** Set while the end of its rest is waited for. */
  restTimer: NodeJS.Timeout | null
  /** Set where time alone changes the answer, or one that failed is tried again. */
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

/** The most milliseconds that a key rests, however long its answer took and however many are in its group. */
const LONGEST_REST = 2_000

// A timer doesn't notice that the clock was moved: it is looked at again after this many milliseconds.
const LONGEST_TIMER = 1_000

// Milliseconds before an answer that failed is tried again: twice as many after each failure, and spread, so that what
// failed together does not come back together.
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 15_000

/** Answers that are made side by side: commands need the processor and connections to the database as well. */
export const ANSWERED_AT_ONCE = 4
/** Of these, of one group: the others are there for everything else. */
const AT_ONCE_IN_GROUP = 2

/**
 * The hub of live queries. Each distinct key is answered once per change however many people watch it; a burst of
 * changes while an answer is being made leads to one more answer; an unchanged answer is not sent, and of one that
 * changed a little only what is new. Under a stream of changes the keys of one group are answered for a third of the
 * time at most, all of them together: nobody slows others down by watching many.
 */
export class LiveHub {
  readonly #entries = new Map<string, Entry>()
  readonly #byTopic = new MultiMap<Entry>()
  readonly #groups = new Map<string, Group>()
  /** What was changed, or is new to somebody, in the order in which it is answered. */
  readonly #queue = new Set<Entry>()
  /** What is answered after that: all that '*' made stale. */
  readonly #queueOfAll = new Set<Entry>()
  #running = 0
  readonly #clock: () => Instant

  /** The clock by which answers say when they change. */
  constructor(clock: () => Instant) {
    this.#clock = clock
  }

  /**
   * Watches `key` until the returned function is called. Everything the answer depends on must be in the key (who
   * asks included, unless the answer can't see who asks): all watchers of a key receive the same bytes. Keys of which
   * one person may watch many belong to one group.
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

  /** Answers again whatever depends on one of these topics; '*' stands for all. */
  changed(topics: Iterable<string>): void {
    const touched = new Set<Entry>()
    for (const topic of topics) {
      if (topic === '*') this.#changedAll()
      for (const entry of this.#byTopic.get(topic)) touched.add(entry)
    }
    for (const entry of touched) this.#change(entry)
    this.#answerNext()
  }

  /** For the health page and tests. */
  get size(): { keys: number; watchers: number } {
    const counts = [...this.#entries.values()].map(({ watchers }) => watchers.size).filter((count) => count > 0)
    return { keys: counts.length, watchers: counts.reduce((sum, count) => sum + count, 0) }
  }

  /** How many keys are kept, those that nobody watches any more included: for tests. */
  get kept(): number {
    return this.#entries.size
  }

  close(): void {
    for (const entry of this.#entries.values()) {
      // an answer that is under way is the last one
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

  /** Nobody watches it now. Its rest is kept, not its answer: whoever leaves and comes back gets no more answers. */
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

  /** Has it answered in its turn, once it has rested. One that is being answered comes back here by itself. */
  #request(entry: Entry): void {
    if (entry.running || entry.restTimer) return
    // the answer with which a screen begins does not keep the first change after it waiting
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
        // also whoever came during the answer or the rest before it
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
    this.#wakeAt(entry, next)
    if (entry.failures > 0) this.#tryAgain(entry)
    if (entry.watchers.size === 0) this.#leave(entry)
    else if (entry.stale) this.#waitForRest(entry)
    this.#answerNext()
  }

  #wakeAt(entry: Entry, instant: Instant | null): void {
    if (entry.timer) clearTimeout(entry.timer)
    entry.timer = null
    if (instant === null || entry.watchers.size === 0) return
    const wait = Math.min(Math.max(instant - this.#clock(), 0) + 1, LONGEST_TIMER)
    entry.timer = setTimeout(() => {
      if (this.#clock() < instant) return this.#wakeAt(entry, instant)
      this.#change(entry)
    }, wait).unref()
  }

  #tryAgain(entry: Entry): void {
    if (entry.watchers.size === 0) return
    const pause = Math.min(FIRST_PAUSE * 2 ** (entry.failures - 1), LONGEST_PAUSE) * (1 + Math.random())
    entry.timer = setTimeout(() => this.#change(entry), pause).unref()
  }
}

function firstToAnswer(queue: Iterable<Entry>): Entry | undefined {
  for (const entry of queue) if (entry.group.running < AT_ONCE_IN_GROUP) return entry
  return undefined
}

/** Each key of a group has an equal part of a third of the time: one that is alone rests twice as long as it took. */
function endOfRest({ group: { keys }, leastRest }: Entry, began: number): number {
  const now = performance.now()
  const took = now - began
  // what took no time worth a timer needs no rest
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

/** Made once for all who have the answer before it; null where it is not less than half as long as the new one. */
function shortDifference(before: string | null, json: string, upToDate: Iterable<Watcher>): string | null {
  if (before === null || !isWanted(upToDate)) return null
  const difference = JSON.stringify(differenceOf(before, json))
  return difference.length < json.length / 2 ? difference : null
}
