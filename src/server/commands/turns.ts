import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { MINUTE } from '#kernel/time.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import type { Turn } from '#server/procedures.ts'
import { networksOf } from './limits.ts'

export const bounds = {
  /** Half of the cores, and of the four threads that Node shares between scrypt, zlib and files. */
  atOnce: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  /** Calls that wait besides. */
  waiting: 30,
  /** Milliseconds; a browser gives up an attempt after twelve seconds. */
  longestWait: 8_000,
}

/** How much a call of a network counts: a /24 and a /16 of IPv4 and a /32 of IPv6 hold many people, a /48 one house. */
const WEIGHTS = { ipv4: [1, 1 / 4, 1 / 16], ipv6: [1, 1, 1 / 16] } as const

interface Waiting extends Turn {
  readonly networks: readonly string[]
  /** How often its networks have asked by now, each by its weight. */
  asked: number
  readonly start: () => Promise<void>
  readonly refuse: () => void
}

/**
 * The queue before work that takes a processor, such as hashing a password. Known callers go first, then those whose
 * network has asked least in the last ten minutes: a flood from one network, or from many that come again and again,
 * waits behind everybody else. When the queue is full, the last in it is refused.
 */
export class Turns {
  readonly #bounds: typeof bounds
  readonly #running: LimitFunction
  readonly #queue: Waiting[] = []
  /** How often each network has asked; of very many, those that asked last. */
  readonly #asked = new LRUCache<string, number>({ max: 50_000, ttl: 10 * MINUTE, noUpdateTTL: true })

  constructor(given = bounds) {
    this.#bounds = given
    this.#running = pLimit(given.atOnce)
  }

  /** Does the work when its turn comes; throws DatabaseBusy where others go before it for too long. */
  take<T>({ known }: Turn, address: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopWaiting = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        waiting.refuse()
      }, this.#bounds.longestWait)
      const waiting: Waiting = {
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

  /** As after a start. */
  forget(): void {
    this.#asked.clear()
  }

  #join(waiting: Waiting): void {
    for (const network of waiting.networks) this.#asked.set(network, this.#askedBy(network) + 1)
    this.#queue.push(waiting)
    this.#sort()
    const allBusy = this.#running.activeCount >= this.#bounds.atOnce
    if (allBusy && this.#queue.length > this.#bounds.waiting) this.#queue.pop()?.refuse()
    // what p-limit keeps is a number of starts: each is for whoever is first by then
    if (this.#running.pendingCount < this.#queue.length) void this.#running(() => this.#queue.shift()?.start())
  }

  /** Also those who wait fall back when their network goes on asking. */
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
