import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { MINUTE } from '#kernel/time.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import type { Turn } from '#server/procedures.ts'
import { networksOf } from './limits.ts'

export const bounds = {
  /** Calls that run at once: half of the cores, and of the four threads that Node shares for scrypt, zlib and files. */
  atOnce: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  /** Calls that may wait in addition. */
  waiting: 30,
  /** Milliseconds; less than the browser's timeout of twelve seconds. */
  longestWait: 8_000,
}

/** Weight of a network's calls: many people share an IPv4 /24 or /16 or an IPv6 /32, but a /48 is one house. */
const WEIGHTS = { ipv4: [1, 1 / 4, 1 / 16], ipv6: [1, 1, 1 / 16] } as const

interface WaitingCall extends Turn {
  readonly networks: readonly string[]
  /** Weighted number of calls from its networks so far. */
  asked: number
  readonly start: () => Promise<void>
  readonly refuse: () => void
}

/**
 * The queue before work that needs a processor core, such as hashing a password. Known callers go first, then those
 * whose networks called least in the last ten minutes, so that a flood waits behind everybody else. When the queue is
 * full, its last entry is refused.
 */
export class Turns {
  readonly #bounds: typeof bounds
  readonly #running: LimitFunction
  readonly #queue: WaitingCall[] = []
  /** Calls per network; when there are very many networks, only the most recent. */
  readonly #asked = new LRUCache<string, number>({ max: 50_000, ttl: 10 * MINUTE, noUpdateTTL: true })

  constructor(given = bounds) {
    this.#bounds = given
    this.#running = pLimit(given.atOnce)
  }

  /** Runs the work when its turn comes; throws DatabaseBusy when it has waited too long. */
  take<T>({ known }: Turn, address: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopWaiting = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        waiting.refuse()
      }, this.#bounds.longestWait)
      const waiting: WaitingCall = {
        known,
        networks: networksOf(address),
        asked: 0,
        start: () => {
          clearTimeout(stopWaiting)
          return work().then(resolve, reject)
        },
        refuse: () => {
          clearTimeout(stopWaiting)
          reject(new DatabaseBusy('Too many calls wait for their turn'))
        },
      }
      this.#join(waiting)
    })
  }

  /** Clears the counts, as after a restart. */
  forget(): void {
    this.#asked.clear()
  }

  #join(waiting: WaitingCall): void {
    for (const network of waiting.networks) this.#asked.set(network, this.#askedBy(network) + 1)
    this.#queue.push(waiting)
    this.#sort()
    const allBusy = this.#running.activeCount >= this.#bounds.atOnce
    if (allBusy && this.#queue.length > this.#bounds.waiting) this.#queue.pop()?.refuse()
    // p-limit only counts starts; each start takes the first entry of the queue at that time
    if (this.#running.pendingCount < this.#queue.length) void this.#running(() => this.#queue.shift()?.start())
  }

  /** Sorts again with the current counts, so that waiting calls of a busy network move back. */
  #sort(): void {
    for (const one of this.#queue) {
      const weights = one.networks[0]?.includes(':') ? WEIGHTS.ipv6 : WEIGHTS.ipv4
      one.asked = one.networks.reduce((sum, network, width) => sum + this.#askedBy(network) * (weights[width] ?? 1), 0)
    }
    this.#queue.sort((a, b) => Number(b.known) - Number(a.known) || a.asked - b.asked)
  }

  #askedBy(network: string): number {
    return this.#asked.get(network) ?? 0
  }
}
