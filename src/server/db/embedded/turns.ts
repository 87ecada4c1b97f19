import type { ConnectionUse, Purpose } from '../connection.ts'
import { DatabaseBusy } from '../errors.ts'

/**
 * How many may write in one round, and for how many milliseconds each kind may go on in it: so many write in 40, and whom
 * a slow moment leaves over waits for another round. It is more than the callers of a rush, as jobs write beside them:
 * each job would leave one of them over.
 */
const MOST_WRITERS = 20
const LONGEST: Readonly<Record<Purpose, number>> = { writing: 60, reading: 15 }

/**
 * Who was answered may call again at once, and had better be in the same round as those who wait already: after so many
 * milliseconds without another one nobody else is waited for, and after so many in all.
 */
const QUIET = 0.5
const LONGEST_PAUSE = 3

interface Waiting {
  readonly enter: () => void
}

/**
 * Lets one caller in at a time, and refuses those who waited too long. In each round first those enter who write, then
 * those who read, both in the order of arrival. Before a round the program hears what has come in meanwhile: else each
 * call would be done with before the next one is even read, and none could share anything.
 */
export class Turns {
  readonly #waiting: Record<Purpose, Waiting[]> = { writing: [], reading: [] }
  #going = false
  /** How many write in the next round if all who just did call again, and until when that is waited for. */
  #expected = 0
  #expectedUntil = 0
  /** Of this round: which of them enter now, how many more may, and until when. */
  #purpose: Purpose = 'writing'
  #left = 0
  #until = 0

  /** As a pool of one connection has it. */
  use(): ConnectionUse {
    const waiting = this.#waiting.writing.length + this.#waiting.reading.length
    return { open: 1, idle: this.#going ? 0 : 1, waiting, failovers: 0 }
  }

  /** Whether another one who writes enters next, in this round. */
  get writerFollows(): boolean {
    return this.#purpose === 'writing' && this.#another('writing')
  }

  /** Resolves with the function that ends the turn. */
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
