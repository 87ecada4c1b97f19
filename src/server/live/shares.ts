/** Who holds how many of something that is not without end. */
export class Shares {
  readonly #held = new Map<string, number>()

  /** Takes one more for that holder; answers how to give it back, once, or null when they hold `most` already. */
  take(holder: string, most: number): (() => void) | null {
    const held = this.#held.get(holder) ?? 0
    if (held >= most) return null
    this.#held.set(holder, held + 1)
    return () => {
      const left = (this.#held.get(holder) ?? 0) - 1
      if (left > 0) this.#held.set(holder, left)
      else this.#held.delete(holder)
    }
  }

  /** How many hold anything. */
  get holders(): number {
    return this.#held.size
  }
}
