import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { accountsIn, EVERYTHING } from '#server/changes/topics.ts'
import { oneAtATime } from '#server/oneAtATime.ts'
import { Shares } from './shares.ts'
import { CLOSE, LiveSocket, LONGEST_MESSAGE, type LiveServices } from './socket.ts'

/** An HTTP request to become a live socket. */
export interface Upgrade {
  readonly message: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  /** Address bucket for limits: see addressBucket. */
  readonly address: string
  readonly sessionToken: string | null
}

const BEAT = 20_000
/** Interval (ms) of checks for expired sessions. */
const LOOK = 2_000
/**
 * Milliseconds within which each session is looked up again: a server that ended a session may have been killed before
 * it could announce it.
 */
const LOOKED_UP_WITHIN = 60_000
/** Most open tabs; see MOST_CONNECTIONS in http/app.ts. */
const MOST_SOCKETS = 10_000
/** Most tabs of one address, which may be a whole studio's Wi-Fi; and of one account, on all its devices. */
export const MOST_BY_ONE = { address: 500, account: 50 } as const
/** Sessions looked up at once: commands need database connections too. */
const CHECKS_AT_ONCE = 4

const signedIn = (sockets: Iterable<LiveSocket>): LiveSocket[] =>
  [...sockets].filter(({ caller }) => caller.kind !== 'visitor')

/** Keeps the socket open when its caller can't be looked up. */
const checkQuietly = (socket: LiveSocket): Promise<void> => socket.checkCaller().catch(() => {})

/** All live sockets: one WebSocket per tab, for the session that opened it. */
export class LiveSockets {
  readonly #services: LiveServices
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE })
  readonly #open = new Set<LiveSocket>()
  readonly #held = new Shares()
  readonly #beat: NodeJS.Timeout
  readonly #look: NodeJS.Timeout
  #checks = 0
  /** Iterator over the sockets whose sessions are looked up next. */
  #turns: SetIterator<LiveSocket>
  /** Number of lookups in progress. */
  #lookUps = 0
  /** Looks all sessions up; a socket whose lookup fails stays open, and is looked up again within a minute. */
  readonly #everyone = oneAtATime(() => this.#lookUp(signedIn(this.#open), checkQuietly))

  constructor(services: LiveServices) {
    this.#services = services
    this.#turns = this.#open.values()
    this.#beat = setInterval(() => {
      for (const socket of this.#open) socket.beat()
    }, BEAT).unref()
    // not a timer per session, because the clock may be set meanwhile
    this.#look = setInterval(() => {
      const now = services.clock()
      for (const socket of this.#open) void socket.endAt(now)
      void this.#lookUpSome()
    }, LOOK).unref()
  }

  /**
   * Upgrades an HTTP request whose Origin has been checked. Returns false, and leaves the request alone, when its
   * address bucket or account has too many sockets already.
   */
  async accept(upgrade: Upgrade): Promise<boolean> {
    const { message, socket, head, address, sessionToken } = upgrade
    const { database, identify, clock } = this.#services
    // count before any lookup
    if (!this.#take('address', address, socket)) return false
    const checks = this.#checks
    const caller = await identify(database.read, sessionToken, clock())
    if (socket.destroyed) return true
    if (caller.kind !== 'visitor' && !this.#take('account', caller.accountId, socket)) return false
    this.#server.handleUpgrade(message, socket, head, (webSocket) => {
      const live = new LiveSocket(webSocket, caller, sessionToken, this.#services)
      this.#open.add(live)
      webSocket.on('close', () => this.#open.delete(live))
      // sessions may have ended while this one was being looked up
      if (caller.kind !== 'visitor' && this.#checks !== checks) void live.recheck()
    })
    return true
  }

  /** Counts one more socket for that address or account, until it closes. */
  #take(kind: keyof typeof MOST_BY_ONE, who: string, socket: Duplex): boolean {
    const most = MOST_BY_ONE[kind] * this.#services.settings.rateLimitFactor
    const release = this.#held.take(`${kind}:${who}`, most)
    if (release) socket.once('close', release)
    return release !== null
  }

  /** Closes all sockets: the browsers reconnect, and may find that some queries are gone. */
  startAnew(): void {
    for (const socket of this.#open) socket.close(CLOSE.restart, 'Ask again.')
  }

  /** Closes sockets whose caller changed: signed out, demoted, verified, deactivated. */
  async recheck(topics: readonly string[]): Promise<void> {
    const accounts = accountsIn(topics)
    const everyone = topics.includes(EVERYTHING)
    if (accounts.size === 0 && !everyone) return
    this.#checks++
    if (everyone) this.#everyone.soon()
    // look named accounts up at once, and close their sockets if that fails
    if (accounts.size === 0) return
    const concerned = signedIn(this.#open).filter(
      ({ caller }) => caller.kind !== 'visitor' && accounts.has(caller.accountId),
    )
    await this.#lookUp(concerned, (socket) => socket.recheck())
  }

  /** Looks the next sessions up, unless an earlier lookup is still waiting for the database. */
  async #lookUpSome(): Promise<void> {
    if (this.#lookUps > 0) return
    await this.#lookUp(this.#nextInTurn(), checkQuietly)
  }

  async #lookUp(sockets: readonly LiveSocket[], check: (socket: LiveSocket) => Promise<void>): Promise<void> {
    this.#lookUps++
    const waiting = sockets.values()
    const worker = async () => {
      for (const socket of waiting) await check(socket)
    }
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, worker))
    this.#lookUps--
  }

  #nextInTurn(): LiveSocket[] {
    const count = Math.ceil((this.#open.size * LOOK) / LOOKED_UP_WITHIN)
    const found: LiveSocket[] = []
    while (found.length < count) {
      const { value } = this.#turns.next()
      if (value) found.push(value)
      else this.#turns = this.#open.values()
    }
    return signedIn(found)
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

  /** Terminates sockets that did not close by themselves. */
  terminate(): void {
    for (const socket of this.#open) socket.terminate()
  }
}
