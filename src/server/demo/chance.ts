/** Random choices that come out the same at every making (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** A time of the day at which people are awake. */
  daytime(): string {
    return `${String(this.between(8, 21)).padStart(2, '0')}:${String(this.between(0, 59)).padStart(2, '0')}`
  }
}
