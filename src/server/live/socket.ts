import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Query } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { QueryHandler } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { may, type Caller, type Permission } from '#studio/accounts/rules.ts'
import type { LiveHub } from './hub.ts'
import { Shares } from './shares.ts'

export interface NamedQuery {
  readonly name: string
  readonly procedure: Query
  readonly handler: QueryHandler<unknown, unknown>
}

export interface LiveServices {
  readonly database: Database
  readonly hub: LiveHub
  readonly settings: Settings
  readonly build: string
  readonly queries: ReadonlyMap<string, NamedQuery>
  readonly identify: (tx: Tx, sessionToken: string | null, now: Instant) => Promise<Caller>
  readonly clock: () => Instant
  readonly report: (line: string, error?: unknown) => void
  /** Told of each answer that could not be made; the user is null where the answer is everybody's. */
  readonly failedAnswer: (name: string, userId: string | null, error: unknown) => void
}

/** An HTTP request that wants to become a live socket. */
export interface Upgrade {
  readonly message: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  /** Who it counts as: see addressBucket. */
  readonly address: string
  readonly sessionToken: string | null
}

/** A screen's key is the query's name and its input; the longest input is a search of 100 characters. */
const LONGEST_KEY = 1024
/** Bytes of a message, in which a key and its input stand: four for a character at most. */
const LONGEST_MESSAGE = 16 * 1024

/** What a browser may send: watch this query under this key, or stop watching it. */
const request = z.union([
  z.strictObject({ watch: z.string().check(z.maxLength(LONGEST_KEY)), name: z.string(), input: z.unknown() }),
  z.strictObject({ leave: z.string().check(z.maxLength(LONGEST_KEY)) }),
])

/** Close codes the client understands; see web/live/connection.ts. */
export const CLOSE = { restart: 1012, tooSlow: 4008, callerChanged: 4001, tooMuch: 1008 } as const

const BEAT = 20_000
/** Milliseconds between looks for sessions whose time is over. */
const LOOK = 2_000
/** A reader this many bytes behind is dropped; it asks again and catches up. */
const TOO_FAR_BEHIND = 4 * 1024 * 1024
/** More than any screen watches. */
const MOST_WATCHED = 100
/** Tabs at a time; see MOST_CONNECTIONS in http/app.ts. */
const MOST_SOCKETS = 10_000
/** Of those, from one address, which may be a whole studio's Wi-Fi; and of one account, on all its devices. */
export const MOST_BY_ONE = { address: 500, account: 50 } as const
/** Sockets that are looked up side by side: everybody's commands need connections to the database as well. */
const CHECKS_AT_ONCE = 4
/** Messages that a socket may send at once, and how many more each second: no screen asks for so much. */
const WORDS = { atOnce: 500, aSecond: 50 } as const

/** The one WebSocket per tab that carries its live queries. It speaks for the session that opened it. */
export class LiveSockets {
  readonly #services: LiveServices
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE })
  readonly #open = new Set<LiveSocket>()
  readonly #held = new Shares()
  readonly #beat: NodeJS.Timeout
  readonly #look: NodeJS.Timeout
  #checks = 0

  constructor(services: LiveServices) {
    this.#services = services
    this.#beat = setInterval(() => {
      for (const socket of this.#open) socket.beat()
    }, BEAT).unref()
    // not a timer for each: the clock may be set while they run
    this.#look = setInterval(() => {
      const now = services.clock()
      for (const socket of this.#open) socket.endAt(now)
    }, LOOK).unref()
  }

  /**
   * Takes over an HTTP upgrade whose Origin has been checked; answers false, and leaves it alone, where the address, as
   * limits count it, or the account has too many already.
   */
  async accept(upgrade: Upgrade): Promise<boolean> {
    const { message, socket, head, address, sessionToken } = upgrade
    const { database, identify, clock } = this.#services
    // counted before anything is looked up
    if (!this.#take('address', address, socket)) return false
    const checks = this.#checks
    const caller = await identify(database.read, sessionToken, clock())
    if (socket.destroyed) return true
    if (caller.kind !== 'visitor' && !this.#take('account', caller.userId, socket)) return false
    this.#server.handleUpgrade(message, socket, head, (webSocket) => {
      const live = new LiveSocket(webSocket, caller, sessionToken, this.#services)
      this.#open.add(live)
      webSocket.on('close', () => this.#open.delete(live))
      // Somebody's session may have ended while this one was being looked up.
      if (this.#checks !== checks) void live.recheck()
    })
    return true
  }

  /** One more for that address or account, until the socket closes. */
  #take(kind: keyof typeof MOST_BY_ONE, who: string, socket: Duplex): boolean {
    const most = MOST_BY_ONE[kind] * this.#services.settings.rateLimitFactor
    const giveBack = this.#held.take(`${kind}:${who}`, most)
    if (giveBack) socket.once('close', giveBack)
    return giveBack !== null
  }

  /** Closes the sockets of callers who are no longer who they were: signed out, demoted, verified, deactivated. */
  async recheck(topics: readonly string[]): Promise<void> {
    const users = new Set(
      topics.filter((topic) => /^(users|sessions):/.test(topic)).map((topic) => topic.replace(/^\w+:/, '')),
    )
    const everyone = topics.includes('*')
    if (users.size === 0 && !everyone) return
    this.#checks++
    const concerned = [...this.#open].filter(
      ({ caller }) => caller.kind !== 'visitor' && (everyone || users.has(caller.userId)),
    )
    const waiting = concerned.values()
    const lane = async () => {
      for (const socket of waiting) await socket.recheck()
    }
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, lane))
  }

  get size(): number {
    return this.#open.size
  }

  get isFull(): boolean {
    return this.#open.size >= MOST_SOCKETS
  }

  close(): void {
    clearInterval(this.#beat)
    clearInterval(this.#look)
    for (const socket of this.#open) socket.close(CLOSE.restart, 'The server is restarting.')
    this.#server.close()
  }

  /** Ends what did not close by itself. */
  terminate(): void {
    for (const socket of this.#open) socket.terminate()
  }
}

class LiveSocket {
  readonly caller: Caller
  readonly #socket: WebSocket
  readonly #services: LiveServices
  readonly #sessionToken: string | null
  readonly #watched = new Map<string, () => void>()
  #heard = true
  #words: number = WORDS.atOnce
  #spokenAt = performance.now()

  constructor(socket: WebSocket, caller: Caller, sessionToken: string | null, services: LiveServices) {
    this.caller = caller
    this.#socket = socket
    this.#services = services
    this.#sessionToken = sessionToken
    socket.on('message', (data) => this.#message((data as Buffer).toString('utf8')))
    socket.on('pong', () => {
      this.#heard = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      for (const leave of this.#watched.values()) leave()
      this.#watched.clear()
    })
    this.#send(JSON.stringify({ caller: caller.kind, build: services.build }))
  }

  /** A half-open connection is never noticed without a heartbeat; the client listens for ours, too. */
  beat(): void {
    if (!this.#heard) return this.#socket.terminate()
    this.#heard = false
    this.#socket.ping()
    this.#send('{}')
  }

  /** Closes when the session's time is over: nothing in the database changes at that moment. */
  endAt(now: Instant): void {
    const endsAt = this.caller.kind === 'visitor' ? null : this.caller.sessionEndsAt
    if (endsAt !== null && endsAt <= now) this.#callerChanged()
  }

  async recheck(): Promise<void> {
    const { database, identify, clock, report } = this.#services
    try {
      const caller = await identify(database.read, this.#sessionToken, clock())
      const same =
        caller.kind === this.caller.kind &&
        caller.kind !== 'visitor' &&
        this.caller.kind !== 'visitor' &&
        caller.userId === this.caller.userId
      if (!same) this.#callerChanged()
    } catch (error) {
      report('A live connection could not be checked, so it is closed.', error)
      this.close(CLOSE.restart, 'Try again.')
    }
  }

  #callerChanged(): void {
    this.close(CLOSE.callerChanged, 'You are no longer who you were.')
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Whether it may say one more thing: each question costs an answer. */
  #mayAsk(): boolean {
    const now = performance.now()
    const factor = this.#services.settings.rateLimitFactor
    const earned = ((now - this.#spokenAt) / 1000) * WORDS.aSecond * factor
    this.#words = Math.min(WORDS.atOnce * factor, this.#words + earned) - 1
    this.#spokenAt = now
    return this.#words >= 0
  }

  #message(text: string): void {
    if (!this.#mayAsk()) return this.close(CLOSE.tooMuch, 'Too many questions.')
    const parsed = z.safeParse(request, jsonOf(text))
    if (!parsed.success) return this.close(1003, 'Not understood.')
    if ('leave' in parsed.data) {
      this.#watched.get(parsed.data.leave)?.()
      this.#watched.delete(parsed.data.leave)
      return
    }
    const { watch, name, input } = parsed.data
    if (!this.#watched.has(watch)) this.#watch(watch, name, input)
  }

  #watch(key: string, name: string, rawInput: unknown): void {
    const query = this.#services.queries.get(name)
    const input = query && z.safeParse(query.procedure.input, rawInput)
    if (!query || !input?.success || this.#watched.size >= MOST_WATCHED) return this.#refuse(key, 'invalidInput')
    if (!may(this.caller.kind, query.procedure.may as Permission)) {
      return this.#refuse(key, this.caller.kind === 'visitor' ? 'signInNeeded' : 'notAllowed')
    }
    if (!query.procedure.live) return this.#refuse(key, 'notAllowed')
    const watched = watchQuery(this.#services, query, this.caller, input.data, {
      // The frame is put together around the shared JSON: the answer itself is serialised once for all.
      next: (json) => this.#send(`{"key":${JSON.stringify(key)},"answer":${json}}`),
      failed: () => this.#send(JSON.stringify({ key, failed: true })),
    })
    this.#watched.set(key, watched)
  }

  #refuse(key: string, code: string): void {
    this.#send(JSON.stringify({ key, refused: code }))
  }

  #send(frame: string): void {
    if (this.#socket.bufferedAmount > TOO_FAR_BEHIND) return this.close(CLOSE.tooSlow, 'Too far behind.')
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(frame)
  }
}

/**
 * Watches a query for a caller. The sharing key holds all that the answer may depend on: a shared query never sees
 * its caller; a personal one is keyed by the caller's id and role.
 */
export function watchQuery(
  services: Pick<LiveServices, 'hub' | 'database' | 'settings' | 'clock' | 'failedAnswer'>,
  query: NamedQuery,
  caller: Caller,
  input: unknown,
  watcher: { next(json: string): void; failed(error: unknown): void },
): () => void {
  const { handler } = query
  const self = caller.kind === 'visitor' ? '' : caller.userId
  const who = handler.scope === 'shared' ? 'all' : `${caller.kind}:${self}`
  const own = handler.scope === 'personal' && self ? (handler.ownOn ?? []).map((table) => `${table}:${self}`) : []
  const on = typeof handler.on === 'function' ? handler.on(input) : handler.on
  return services.hub.watch(
    JSON.stringify([query.name, who, input]),
    [...on, ...own],
    async (changesAt) => {
      try {
        return await answerQuery(services, query, caller, input, changesAt)
      } catch (error) {
        services.failedAnswer(query.name, handler.scope === 'personal' ? self || null : null, error)
        throw error
      }
    },
    watcher,
  )
}

/** The answer to a query as JSON, from one snapshot, with only the fields its contract names. */
export async function answerQuery(
  services: Pick<LiveServices, 'database' | 'settings' | 'clock'>,
  query: NamedQuery,
  caller: Caller,
  input: unknown,
  changesAt: (instant: Instant | null | undefined) => void = () => {},
): Promise<string> {
  const { database, settings, clock } = services
  const answer = await database.transaction(
    async (db) => {
      const userId = caller.kind === 'visitor' ? '' : caller.userId
      const context = { db, now: clock(), settings, changesAt, kind: caller.kind, userId }
      return await query.handler.run(context, input)
    },
    { readOnly: true },
  )
  return JSON.stringify(z.parse(query.procedure.answer, answer))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
