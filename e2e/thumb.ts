import { expect, type Locator } from '@playwright/test'

/** A thumb that counts and reports its taps. */
export class Thumb {
  #taps = 0

  async tap(target: Locator): Promise<void> {
    this.#taps++
    await target.tap()
  }

  /** Reports the taps since the last report. */
  report(language: string, what: string, most: number): void {
    console.log(`taps (${language}): ${what}: ${this.#taps}, at most ${most}`)
    expect(this.#taps, what).toBeLessThanOrEqual(most)
    this.#taps = 0
  }
}
