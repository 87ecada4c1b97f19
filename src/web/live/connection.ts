import { putTogether, type Difference } from '#kernel/difference.ts'
import { fingerprintOf } from '#kernel/fingerprint.ts'
import { learnTime } from '#web/clock.ts'
import type { LiveSource } from './source.ts'
import { SteadySocket, type ConnectionState } from './steadySocket.ts'

/** What a watched query shows right now. */
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
  /** The last answer that came, as JSON: the next one may only say how it differs. */
  json: string | null
  /** What was on screen when it was asked for, as JSON: the server may say that it is the same. */
  shown: string | null
  /** Set while nobody listens: a screen left for a moment finds its data still there. */
  leaveTimer: ReturnType<typeof setTimeout> | null
}

interface Frame {
  readonly key?: string
  readonly answer?: unknown
  readonly difference?: Difference
  /** The answer is what was on screen when it was asked for. */
  readonly same?: true
  readonly refused?: string
  readonly failed?: boolean
  /** Of the browser application that the server now sends; comes with each new connection. */
  readonly build?: string
  /** Comes with it, where the server can say how an answer differs: one from before an update can't. */
  readonly differences?: true
  /** And where it knows an answer by its fingerprint. */
  readonly fingerprints?: true
  /** The studio's clock; comes with each new connection and each beat. */
  readonly now?: number
}

const LOADING: Live<never> = { state: 'loading' }
const KEEP_AFTER_LEAVING = 30_000
/** Answers that are kept for nobody at a time: links that the pointer passed over, and screens left one after the other. */
export const MOST_KEPT = 40
/** How long an answer that is asked for once may take, a lost connection included. */
const ANSWER_WITHIN = 30_000
/**
 * Every live query of a tab, on one socket. After a loss everything that is on screen is asked for again, so that nothing
 * is missed; what was shown stays until the new answer is there.
 */
export class LiveConnection implements LiveSource {
  readonly #watched = new Map<string, Watched>()
  readonly #first = new Map<string, Live<unknown>>()
  readonly #stateListeners = new Set<() => void>()
  readonly #socket: SteadySocket
  #build: string | null = null
  #beforeForgetting: () => void = () => {}
  #asked = 0
  /** How this server is asked; null until it has said who it is. */
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

  /** After signing in or out: a socket speaks for the session that opened it, and answers of another are forgotten. */
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

  /** Whether something on screen waits for its first answer. */
  get isAsking(): boolean {
    return [...this.#watched.values()].some(({ live, listeners }) => live.state === 'loading' && listeners.size > 0)
  }

  /** Called after a change of `state`, `build` or `isAsking`, and when an answer turns out to be the same still. */
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** Called when the server says that somebody else is here now, or the same person as something else: before screens go. */
  beforeForgetting(listener: () => void): void {
    this.#beforeForgetting = listener
  }

  keyOf(name: string, input: unknown): string {
    return name + JSON.stringify(input)
  }

  /** Puts an answer that came with the page in place of waiting for it. */
  seed(name: string, input: unknown, live: Live<unknown>): void {
    const key = this.keyOf(name, input)
    const watched = this.#watched.get(key) ?? this.#add(key, name, input)
    this.#first.set(key, live)
    this.#set(watched, live)
    this.#leaveLater(key, watched)
  }

  /** Asks for what a screen will want in a moment; forgotten again if none comes for it. */
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

  /** One answer, and no more after it: watches until it is there, then leaves at once. Never 'loading'. */
  ask(name: string, input: unknown): Promise<Live<unknown>> {
    // a key of its own: an answer that is already on screen may be older than the connection
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

  /** Whether what is shown was said since the connection was last opened: until then it may be older. */
  isFresh(name: string, input: unknown): boolean {
    const { live, json = null } = this.#watched.get(this.keyOf(name, input)) ?? {}
    return live?.state === 'ready' && json !== null
  }

  /** Asks again for an answer that failed. */
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
    // to the end of the list, so that the one that nobody wanted for longest stands first
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
    // what was asked for again is on its way, and only then what differs from it
    else if (watched.json !== null) {
      const json = putTogether(watched.json, frame.difference)
      if (json !== null) this.#show(watched, json, JSON.parse(json))
      else this.#askAnew(frame.key, watched)
    }
  }

  /** A server says who it is, and is asked for everything that is on screen. */
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

/** What came with the page, or before a lost connection, often comes again: then there is nothing to draw anew. */
const isSame = (live: Live<unknown>, json: string): boolean =>
  live.state === 'ready' && JSON.stringify(live.answer) === json
