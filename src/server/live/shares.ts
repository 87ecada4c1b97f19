/** Counts how many units of a limited resource each holder has. */
export class Shares {
  readonly #held = new Map<string, number>()

  /** Takes a unit; returns a function that gives it back, or null when the holder already has `most`. */
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

  /** Number of holders that have any. */
  get holders(): number {
    return this.#held.size
  }
}
