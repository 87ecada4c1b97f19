import { DatabaseBusy } from './errors.ts'

/** Who writes goes first; whoever only reads waits for the writers that came before the round, and for no others. */
export type Purpose = 'reading' | 'writing'

/**
 * How many may write in one round, and for how many milliseconds each kind may go on in it: so many write in 17, and whom
 * a slow moment leaves over waits for another round.
 */
const MOST_WRITERS = 16
const LONGEST: Readonly<Record<Purpose, number>> = { writing: 40, reading: 25 }

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
  /** How many of those who wait to write had come when the program last heard who has; none: it heard nobody. */
  #heard = 0
  /** Of this round: which of them enter now, how many more may, and until when. */
  #purpose: Purpose = 'writing'
  #left = 0
  #until = 0

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

  /**
   * For who writes last in a round, before anybody is answered: resolves when the program has heard who came in meanwhile.
   * The next round is theirs. Whoever is answered and calls again at once would make it longer for those who have waited.
   */
  async hear(): Promise<void> {
    await new Promise(setImmediate)
    this.#heard = this.#waiting.writing.length
    this.#left = 0
  }

  #newRound(): void {
    this.#going = true
    setImmediate(() => {
      this.#begin('writing', Math.min(MOST_WRITERS, this.#heard || MOST_WRITERS))
      this.#heard = 0
      this.#next()
    })
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
      this.#begin('reading', this.#waiting.reading.length)
      // meanwhile everybody comes back, and few rounds with many mean few answers for the screens that watch
      if (this.#left > 0) this.#heard = 0
    }
    if (this.#another(this.#purpose)) {
      this.#left--
      this.#waiting[this.#purpose].shift()?.enter()
    } else if (this.#waiting.writing.length + this.#waiting.reading.length > 0) {
      this.#newRound()
    } else {
      this.#going = false
    }
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
