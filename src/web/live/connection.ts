import { putTogether, type Difference } from '#kernel/difference.ts'
import { fingerprintOf } from '#kernel/fingerprint.ts'
import { learnTime } from '#web/clock.ts'
import type { LiveSource } from './source.ts'
import { SteadySocket, type ConnectionState } from './steadySocket.ts'

/** The current state of a watched query. */
export type Live<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly answer: T }
  | { readonly state: 'refused'; readonly code: string }
  | { readonly state: 'failed' }

interface Watched {
  readonly name: string
  readonly input: unknown
  readonly listeners: Set<() => void>
  live: Live<unknown>
  /** The last answer as JSON; the next message may contain only the difference from it. */
  json: string | null
  /** The answer on screen when the query was sent, as JSON; the server may confirm that it is unchanged. */
  shown: string | null
  /** Set while there are no listeners: a screen that was left briefly finds its data still there. */
  leaveTimer: ReturnType<typeof setTimeout> | null
}

interface Frame {
  readonly key?: string
  readonly answer?: unknown
  readonly difference?: Difference
  /** The answer is unchanged from the one on screen when the query was sent. */
  readonly same?: true
  readonly refused?: string
  readonly failed?: boolean
  /** Build that the server now serves to browsers; sent with each new connection. */
  readonly build?: string
  /** Sent with `build` by servers that can send differences; absent on a server from before that feature. */
  readonly differences?: true
  /** Sent with `build` by servers that compare answers by fingerprint. */
  readonly fingerprints?: true
  /** Server time; sent with each new connection and each heartbeat. */
  readonly now?: number
}

const LOADING: Live<never> = { state: 'loading' }
const KEEP_AFTER_LEAVING = 30_000
/**
 * Most answers that are kept without a listener: from links the pointer passed over and from screens that were left.
 */
export const MOST_KEPT = 40
/** Timeout of a one-time query in ms, including a reconnect. */
const ANSWER_WITHIN = 30_000
/**
 * All live queries of a tab, on one socket. After a reconnect every query is sent again, so nothing is missed; what was
 * shown stays until the new answer is there.
 */
export class LiveConnection implements LiveSource {
  readonly #watched = new Map<string, Watched>()
  readonly #first = new Map<string, Live<unknown>>()
  readonly #stateListeners = new Set<() => void>()
  readonly #socket: SteadySocket
  #build: string | null = null
  #beforeForgetting: () => void = () => {}
  #asked = 0
  /** What this server supports; null until its first message of a connection. */
  #asks: Pick<Frame, 'differences' | 'fingerprints'> | null = null

  constructor(url: string) {
    this.#socket = new SteadySocket(url, {
      opening: () => {
        this.#asks = null
        for (const watched of this.#watched.values()) watched.json = null
      },
      received: (frame) => this.#receive(frame as Frame),
      callerChanged: () => {
        this.#beforeForgetting()
        this.#forget()
      },
      stateChanged: () => this.#announce(),
    })
  }

  start(): void {
    this.#socket.start()
  }

  /** After signing in or out: a socket keeps the session that opened it, and answers of another session are dropped. */
  restart(): void {
    this.#first.clear()
    this.#forget()
    this.#socket.reopen()
  }

  get state(): ConnectionState {
    return this.#socket.state
  }

  /** The build of the browser application that the server last named. */
  get build(): string | null {
    return this.#build
  }

  /** Whether something on screen is waiting for its first answer. */
  get isAsking(): boolean {
    return [...this.#watched.values()].some(({ live, listeners }) => live.state === 'loading' && listeners.size > 0)
  }

  /** Subscribes to changes of `state`, `build` and `isAsking`, and to confirmations that an answer is unchanged. */
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** Called when the server reports another account or another role, before the answers of the screens are dropped. */
  beforeForgetting(listener: () => void): void {
    this.#beforeForgetting = listener
  }

  keyOf(name: string, input: unknown): string {
    return name + JSON.stringify(input)
  }

  /** Stores an answer that came with the page, so that its screen need not wait. */
  seed(name: string, input: unknown, live: Live<unknown>): void {
    const key = this.keyOf(name, input)
    const watched = this.#watched.get(key) ?? this.#add(key, name, input)
    this.#first.set(key, live)
    this.#set(watched, live)
    this.#leaveLater(key, watched)
  }

  /** Prefetches an answer that a screen will soon need; dropped again if no screen watches it. */
  warm(name: string, input: unknown): void {
    const key = this.keyOf(name, input)
    this.#leaveLater(key, this.#watched.get(key) ?? this.#add(key, name, input))
  }

  current(name: string, input: unknown): Live<unknown> {
    return this.#watched.get(this.keyOf(name, input))?.live ?? LOADING
  }

  first(name: string, input: unknown): Live<unknown> {
    return this.#first.get(this.keyOf(name, input)) ?? LOADING
  }

  watch(name: string, input: unknown, listener: () => void): () => void {
    const key = this.keyOf(name, input)
    const watched = this.#watched.get(key) ?? this.#add(key, name, input)
    if (watched.leaveTimer) clearTimeout(watched.leaveTimer)
    watched.leaveTimer = null
    watched.listeners.add(listener)
    if (watched.live.state === 'loading') this.#announce()
    return () => {
      watched.listeners.delete(listener)
      if (watched.live.state === 'loading') this.#announce()
      this.#leaveLater(key, watched)
    }
  }

  /** A one-time query: watches until the answer is there, then unsubscribes. Never resolves with 'loading'. */
  ask(name: string, input: unknown): Promise<Live<unknown>> {
    // a key of its own: an answer already on screen may be older than the connection
    const key = `${this.keyOf(name, input)}#${++this.#asked}`
    const watched = this.#add(key, name, input)
    return new Promise((resolve) => {
      const finish = (live: Live<unknown>) => {
        clearTimeout(timer)
        this.#leave(key)
        resolve(live)
      }
      const timer = setTimeout(() => finish({ state: 'failed' }), ANSWER_WITHIN)
      watched.listeners.add(() => {
        if (watched.live.state !== 'loading') finish(watched.live)
      })
    })
  }

  /** Whether the shown answer was sent or confirmed on the current connection; else it may be stale. */
  isFresh(name: string, input: unknown): boolean {
    const { live, json = null } = this.#watched.get(this.keyOf(name, input)) ?? {}
    return live?.state === 'ready' && json !== null
  }

  /** Sends a failed query again. */
  retry(name: string, input: unknown): void {
    const key = this.keyOf(name, input)
    const watched = this.#watched.get(key)
    if (!watched) return
    this.#set(watched, LOADING)
    this.#askAnew(key, watched)
  }

  #add(key: string, name: string, input: unknown): Watched {
    const watched: Watched = {
      name,
      input,
      listeners: new Set(),
      live: LOADING,
      json: null,
      shown: null,
      leaveTimer: null,
    }
    this.#watched.set(key, watched)
    this.#ask(key, watched)
    return watched
  }

  #ask(key: string, watched: Watched): void {
    watched.json = null
    if (!this.#asks) return
    const { differences, fingerprints } = this.#asks
    const { name, input, live } = watched
    watched.shown = fingerprints && live.state === 'ready' ? JSON.stringify(live.answer) : null
    this.#socket.send({
      watch: key,
      name,
      input,
      ...(differences && { differences }),
      ...(watched.shown !== null && { has: fingerprintOf(watched.shown) }),
    })
  }

  #askAnew(key: string, watched: Watched): void {
    this.#socket.send({ leave: key })
    this.#ask(key, watched)
  }

  #leaveLater(key: string, watched: Watched): void {
    if (watched.listeners.size > 0) return
    if (watched.leaveTimer) clearTimeout(watched.leaveTimer)
    watched.leaveTimer = setTimeout(() => this.#leave(key), KEEP_AFTER_LEAVING)
    // moves it to the end of the map, so that the entry unused for longest is first
    this.#watched.delete(key)
    this.#watched.set(key, watched)
    const kept = [...this.#watched].filter(([, { leaveTimer }]) => leaveTimer !== null)
    for (const [oldest, { leaveTimer }] of kept.slice(0, -MOST_KEPT)) {
      if (leaveTimer) clearTimeout(leaveTimer)
      this.#leave(oldest)
    }
  }

  #leave(key: string): void {
    this.#watched.delete(key)
    this.#socket.send({ leave: key })
  }

  #forget(): void {
    for (const [key, watched] of this.#watched) {
      if (watched.listeners.size > 0) {
        watched.json = null
        this.#set(watched, LOADING)
        continue
      }
      if (watched.leaveTimer) clearTimeout(watched.leaveTimer)
      this.#watched.delete(key)
    }
  }

  #set(watched: Watched, live: Live<unknown>): void {
    const asked = watched.live.state === 'loading' || live.state === 'loading'
    watched.live = live
    for (const listener of watched.listeners) listener()
    if (asked) this.#announce()
  }

  #receive(frame: Frame): void {
    if (frame.now !== undefined) learnTime(frame.now)
    if (frame.build !== undefined) this.#meet(frame.build, frame)
    const watched = frame.key === undefined ? undefined : this.#watched.get(frame.key)
    if (frame.key === undefined || !watched) return
    if (frame.refused !== undefined) this.#set(watched, { state: 'refused', code: frame.refused })
    else if (frame.same) this.#confirm(watched)
    else if (frame.failed) this.#set(watched, watched.live.state === 'ready' ? watched.live : { state: 'failed' })
    else if (!frame.difference) this.#show(watched, JSON.stringify(frame.answer), frame.answer)
    // without `json` a whole answer is already requested, and this difference does not apply to it
    else if (watched.json !== null) {
      const json = putTogether(watched.json, frame.difference)
      if (json !== null) this.#show(watched, json, JSON.parse(json))
      else this.#askAnew(frame.key, watched)
    }
  }

  /** The server's first message: sends all current queries to it. */
  #meet(build: string, asks: Pick<Frame, 'differences' | 'fingerprints'>): void {
    this.#asks = asks
    for (const [key, watched] of this.#watched) this.#ask(key, watched)
    if (build === this.#build) return
    this.#build = build
    this.#announce()
  }

  #show(watched: Watched, json: string, answer: unknown): void {
    watched.json = json
    if (isSame(watched.live, json)) this.#announce()
    else this.#set(watched, { state: 'ready', answer })
  }

  #confirm(watched: Watched): void {
    watched.json = watched.shown
    this.#announce()
  }

  #announce(): void {
    for (const listener of this.#stateListeners) listener()
  }
}

/** After loading or reconnecting the same answer often comes again: then nothing needs to render. */
const isSame = (live: Live<unknown>, json: string): boolean =>
  live.state === 'ready' && JSON.stringify(live.answer) === json
