import { DatabaseBusy } from './errors.ts'

/** Lets one caller in at a time, in the order of arrival, and refuses those who waited too long. */
export class Turns {
  #taken = false
  #waiting: (() => void)[] = []

  /** Whether anybody waits for a turn. */
  get awaited(): boolean {
    return this.#waiting.length > 0
  }

  /** Resolves with the function that ends the turn. */
  take(waitMilliseconds: number): Promise<() => void> {
    if (!this.#taken) {
      this.#taken = true
      return Promise.resolve(this.#once())
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(this.#once())
      }
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(enter), 1)
          reject(new DatabaseBusy(`The database was busy for ${Math.round(waitMilliseconds)} ms`))
        },
        Math.max(0, waitMilliseconds),
      )
      this.#waiting.push(enter)
    })
  }

  #once(): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#taken = false
    }
  }
}
