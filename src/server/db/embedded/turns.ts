import type { ConnectionUse, Purpose } from '../connection.ts'
import { DatabaseBusy } from '../errors.ts'

/**
 * Most writers in one round, and how long (ms) each kind may go on in it. The time limit leaves room for slow moments,
 * because a writer who misses the round waits for the next. The number is higher than the callers of a rush, because
 * jobs write too, and each job would push a caller out of the round.
 */
const MOST_WRITERS = 20
const LONGEST: Readonly<Record<Purpose, number>> = { writing: 60, reading: 15 }

/**
 * A caller who gets a response may call again at once, and should join the same round as those already waiting. A round
 * begins when nobody new came for QUIET ms, or after LONGEST_PAUSE ms in all.
 */
const QUIET = 0.5
const LONGEST_PAUSE = 3

interface WaitingCaller {
  readonly enter: () => void
}

/**
 * Lets one caller in at a time, and refuses those who waited too long. In each round writers enter first, then readers,
 * both in order of arrival. Before each round the event loop reads new requests; otherwise each call would finish
 * before the next one is read, and none could share a sync.
 */
export class Turns {
  readonly #waiting: Record<Purpose, WaitingCaller[]> = { writing: [], reading: [] }
  #going = false
  /** Writers expected in the next round if all who just wrote call again, and until when to wait for them. */
  #expected = 0
  #expectedUntil = 0
  /** State of the current round: kind that enters now, how many more may, and until when. */
  #purpose: Purpose = 'writing'
  #left = 0
  #until = 0

  /** Reports like a pool of one connection. */
  use(): ConnectionUse {
    const waiting = this.#waiting.writing.length + this.#waiting.reading.length
    return { open: 1, idle: this.#going ? 0 : 1, waiting, failovers: 0 }
  }

  /** Whether the next caller in this round is another writer. */
  get writerFollows(): boolean {
    return this.#purpose === 'writing' && this.#another('writing')
  }

  /** Resolves with a function that ends the turn. */
  take(waitMilliseconds: number, purpose: Purpose): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiting = { enter: () => enter() }
      const timer = setTimeout(
        () => {
          const queue = this.#waiting[purpose]
          queue.splice(queue.indexOf(waiting), 1)
          reject(new DatabaseBusy(`The database was busy for ${Math.round(waitMilliseconds)} ms`))
        },
        Math.max(0, waitMilliseconds),
      )
      const enter = () => {
        clearTimeout(timer)
        resolve(this.#once())
      }
      this.#waiting[purpose].push(waiting)
      if (!this.#going) this.#newRound()
    })
  }

  #newRound(): void {
    this.#going = true
    let here = 0
    let quietUntil = 0
    const unlessMoreCome = () => {
      const now = performance.now()
      const waiting = this.#waiting.writing.length
      if (waiting > here) {
        here = waiting
        quietUntil = now + QUIET
      }
      if (waiting < this.#expected && now < Math.min(quietUntil, this.#expectedUntil)) {
        setImmediate(unlessMoreCome)
        return
      }
      this.#begin('writing', MOST_WRITERS)
      this.#next()
    }
    setImmediate(unlessMoreCome)
  }

  #begin(purpose: Purpose, most: number): void {
    this.#purpose = purpose
    this.#left = most
    this.#until = performance.now() + LONGEST[purpose]
  }

  #another(purpose: Purpose): boolean {
    return this.#left > 0 && this.#waiting[purpose].length > 0 && performance.now() < this.#until
  }

  #next(): void {
    if (this.#purpose === 'writing' && !this.#another('writing')) {
      const wrote = MOST_WRITERS - this.#left
      this.#expected = Math.min(MOST_WRITERS, wrote + this.#waiting.writing.length)
      this.#begin('reading', this.#waiting.reading.length)
    }
    if (this.#another(this.#purpose)) {
      this.#left--
      this.#waiting[this.#purpose].shift()?.enter()
      return
    }
    this.#expectedUntil = performance.now() + LONGEST_PAUSE
    if (this.#waiting.writing.length + this.#waiting.reading.length > 0) this.#newRound()
    else this.#going = false
  }

  #once(): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#next()
    }
  }
}
