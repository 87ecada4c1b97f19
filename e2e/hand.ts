import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Seconds of the keystroke-level model (Card, Moran and Newell, 1980): a key of an average typist, a press of a button, pointing
 * with a mouse, a hand that goes between mouse and keys, and a thought before a step.
 */
const SECONDS = { key: 0.28, press: 0.2, point: 1.1, home: 0.4, think: 1.35 }
type Operator = keyof typeof SECONDS

/** Somebody at a desk, whose presses, typed characters and seconds are counted; how long the studio takes is not among them. */
export class Hand {
  readonly #page: Page
  readonly #times: Record<Operator, number> = { key: 0, press: 0, point: 0, home: 0, think: 0 }
  /** Keys that are no characters, such as Enter. */
  #commands = 0
  #on: 'mouse' | 'keys' = 'mouse'

  constructor(page: Page) {
    this.#page = page
  }

  /** So many things are read or decided. */
  think(times = 1): void {
    this.#times.think += times
  }

  /** A press of what was just looked for with the eyes. */
  async press(target: Locator): Promise<void> {
    this.pressElsewhere(1)
    await target.click()
  }

  /** Where the browser has handed over to the computer, such as where a file is chosen. */
  pressElsewhere(presses: number): void {
    this.#goTo('mouse')
    this.#times.point++
    this.#times.press += presses
  }

  async type(text: string): Promise<void> {
    this.#goTo('keys')
    this.#times.key += text.length
    await this.#page.keyboard.type(text)
  }

  /** A key such as Enter, on what has the focus. */
  async key(name: string): Promise<void> {
    this.#goTo('keys')
    this.#times.key++
    this.#commands++
    await this.#page.keyboard.press(name)
  }

  #goTo(place: 'mouse' | 'keys'): void {
    if (this.#on !== place) this.#times.home++
    this.#on = place
  }

  report(what: string, mostSeconds: number): void {
    const { key, press } = this.#times
    const seconds = Object.entries(SECONDS).reduce((sum, [of, each]) => sum + each * this.#times[of as Operator], 0)
    const counted = `${press + this.#commands} presses, ${key - this.#commands} characters, ${this.#times.think} thoughts`
    console.log(`taps (desk): ${what}: ${counted}: ${seconds.toFixed(0)} s, at most ${mostSeconds} s`)
    expect(seconds, what).toBeLessThanOrEqual(mostSeconds)
  }
}
