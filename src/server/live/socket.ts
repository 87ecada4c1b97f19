import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { fingerprintOf } from '#kernel/fingerprint.ts'
import type { Instant } from '#kernel/time.ts'
import { noAccess, Refused } from '#server/access.ts'
import type { Tx } from '#server/db/database.ts'
import type { Caller, CallerKind } from '#studio/accounts/rules.ts'
import { watchQuery, type NamedQuery, type WatchServices } from './queries.ts'

export interface LiveServices extends WatchServices {
  readonly build: string
  readonly queries: ReadonlyMap<string, NamedQuery>
  readonly identify: (tx: Tx, sessionToken: string | null, now: Instant) => Promise<Caller>
  readonly report: (line: string, error?: unknown) => void
}

/** Longest key in bytes: a query's name and its input; the longest input is 200 ids of up to 36 characters each. */
const LONGEST_KEY = 8 * 1024
const LONGEST_FINGERPRINT = 40
/** Longest message in bytes: it holds a key and its input. */
export const LONGEST_MESSAGE = 20 * 1024

/**
 * Subscribes to this query under this key. `differences`: whether the browser can apply differences. `has`: fingerprint
 * of a result that it already shows.
 */
const watch = z.strictObject({
  watch: z.string().check(z.maxLength(LONGEST_KEY)),
  name: z.string(),
  input: z.unknown(),
  differences: z.optional(z.literal(true)),
  has: z.optional(z.string().check(z.maxLength(LONGEST_FINGERPRINT))),
})
/** Messages of a browser: subscribe or unsubscribe. */
const request = z.union([watch, z.strictObject({ leave: z.string().check(z.maxLength(LONGEST_KEY)) })])

/** Close codes that the client understands; see web/live/connection.ts. */
export const CLOSE = { restart: 1012, tooSlow: 4008, callerChanged: 4001, tooMuch: 1008 } as const

/** Bytes: a client that lags this much is disconnected; it reconnects and catches up. */
const TOO_FAR_BEHIND = 4 * 1024 * 1024
/** Most subscriptions per socket: for members, as many as queries exist; for staff, more than any screen has. */
export const MOST_WATCHED = {
  visitor: 16,
  unverified: 16,
  user: 60,
  teacher: 100,
  admin: 100,
} as const satisfies Record<CallerKind, number>
/** Messages that a socket may send at once, and how many more each second: more than any screen needs. */
export const MESSAGES = { atOnce: 500, aSecond: 50 } as const

/** One WebSocket with its caller, who never changes: when the session's caller does, the socket is closed. */
export class LiveSocket {
  readonly caller: Caller
  /** Last known end of the session, which later use may have extended. */
  #endsAt: Instant | null
  readonly #socket: WebSocket
  readonly #services: LiveServices
  readonly #sessionToken: string | null
  readonly #watched = new Map<string, () => void>()
  #answeredPing = true
  #messagesLeft: number = MESSAGES.atOnce
  #lastMessageAt = performance.now()

  constructor(socket: WebSocket, caller: Caller, sessionToken: string | null, services: LiveServices) {
    this.caller = caller
    this.#endsAt = endOf(caller)
    this.#socket = socket
    this.#services = services
    this.#sessionToken = sessionToken
    socket.on('message', (data) => this.#message((data as Buffer).toString('utf8')))
    socket.on('pong', () => {
      this.#answeredPing = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      for (const leave of this.#watched.values()) leave()
      this.#watched.clear()
    })
    const asks = { build: services.build, differences: true, fingerprints: true }
    this.#send(JSON.stringify({ caller: caller.kind, ...asks, now: services.clock() }))
  }

  /** Without a heartbeat a half-open connection is never noticed; the client expects it, and sets its clock by it. */
  beat(): void {
    if (!this.#answeredPing) return this.#socket.terminate()
    this.#answeredPing = false
    this.#socket.ping()
    this.#send(JSON.stringify({ now: this.#services.clock() }))
  }

  /** Closes when the session has expired, unless it was used meanwhile: neither is announced. */
  async endAt(now: Instant): Promise<void> {
    const endsAt = this.#endsAt
    if (endsAt === null || endsAt > now) return
    this.#endsAt = null
    await this.recheck()
  }

  /** Closes when the session now has another caller; rejects when that can't be looked up. */
  async checkCaller(): Promise<void> {
    const { database, identify, clock } = this.#services
    const caller = await identify(database.read, this.#sessionToken, clock())
    const same =
      caller.kind === this.caller.kind &&
      caller.kind !== 'visitor' &&
      this.caller.kind !== 'visitor' &&
      caller.accountId === this.caller.accountId &&
      caller.personId === this.caller.personId
    if (same) this.#endsAt = endOf(caller)
    else this.#callerChanged()
  }

  /** The same after a change that may concern this caller: if it can't be checked, the socket is closed. */
  async recheck(): Promise<void> {
    try {
      await this.checkCaller()
    } catch (error) {
      this.#services.report('A live connection could not be checked, so it is closed.', error)
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

  /** Rate limit: whether the client may send one more message, since each subscription costs a query. */
  #maySend(): boolean {
    const now = performance.now()
    const factor = this.#services.settings.rateLimitFactor
    const earned = ((now - this.#lastMessageAt) / 1000) * MESSAGES.aSecond * factor
    this.#messagesLeft = Math.min(MESSAGES.atOnce * factor, this.#messagesLeft + earned) - 1
    this.#lastMessageAt = now
    return this.#messagesLeft >= 0
  }

  #message(text: string): void {
    if (!this.#maySend()) return this.close(CLOSE.tooMuch, 'Too many questions.')
    const parsed = z.safeParse(request, jsonOf(text))
    if (!parsed.success) return this.close(1003, 'Not understood.')
    if ('leave' in parsed.data) return this.#leave(parsed.data.leave)
    if (!this.#watched.has(parsed.data.watch)) this.#watch(parsed.data)
  }

  #watch({ watch: key, name, input: rawInput, differences, has }: z.infer<typeof watch>): void {
    const query = this.#services.queries.get(name)
    const input = query && z.safeParse(query.procedure.input, rawInput)
    if (!query || !input?.success) return this.#refuse(key, 'invalidInput')
    const refused = noAccess(this.caller, query.procedure)
    if (refused) return this.#refuse(key, refused)
    if (!query.procedure.live) return this.#refuse(key, 'notAllowed')
    if (this.#watched.size >= MOST_WATCHED[this.caller.kind]) return this.#refuse(key, 'tooManyWatched')
    // the frame is built around the shared JSON, which is serialised once for all subscribers
    const start = `{"key":${JSON.stringify(key)}`
    const sendFrame = (what: string, json: string) => this.#send(`${start},"${what}":${json}}`)
    // only for the first result: later ones are compared with what was sent
    let shown = has
    const next = (json: string) => {
      const same = shown !== undefined && shown === fingerprintOnce(json)
      shown = undefined
      if (same) sendFrame('same', 'true')
      else sendFrame('answer', json)
    }
    const watcher = {
      next,
      ...(differences && { differs: (json: string) => sendFrame('difference', json) }),
      failed: (error: unknown) => {
        if (error instanceof Refused) this.#end(key, error.code)
        else sendFrame('failed', 'true')
      },
    }
    try {
      this.#watched.set(key, watchQuery(this.#services, query, this.caller, input.data, watcher))
    } catch (error) {
      // a bug in that query, such as an unknown topic, must not close the sockets of others
      const { caller } = this
      this.#services.failedAnswer(name, caller.kind === 'visitor' ? null : caller.accountId, error)
      this.#refuse(key, 'unexpected')
    }
  }

  /** Ends a subscription that is no longer allowed. */
  #end(key: string, code: string): void {
    this.#leave(key)
    this.#refuse(key, code)
  }

  #leave(key: string): void {
    this.#watched.get(key)?.()
    this.#watched.delete(key)
  }

  #refuse(key: string, code: string): void {
    this.#send(JSON.stringify({ key, refused: code }))
  }

  #send(frame: string): void {
    if (this.#socket.bufferedAmount > TOO_FAR_BEHIND) return this.close(CLOSE.tooSlow, 'Too far behind.')
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(frame)
  }
}

const endOf = (caller: Caller): Instant | null => (caller.kind === 'visitor' ? null : caller.sessionEndsAt)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

let fingerprinted = { text: '', fingerprint: '' }

/** Cached, because many browsers reconnect at once and ask for the same result. */
function fingerprintOnce(text: string): string {
  if (text !== fingerprinted.text) fingerprinted = { text, fingerprint: fingerprintOf(text) }
  return fingerprinted.fingerprint
}
