import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Seconds per step in the keystroke-level model (Card, Moran and Newell, 1980): a key of an average typist, a press of
 * a button, pointing with a mouse, moving a hand between mouse and keyboard, and thinking before a step.
 */
const SECONDS = { key: 0.28, press: 0.2, point: 1.1, home: 0.4, think: 1.35 }
type Operator = keyof typeof SECONDS

/** A person at a desk: counts presses, typed characters and seconds; the studio's own response time is not included. */
export class Hand {
  readonly #page: Page
  readonly #times: Record<Operator, number> = { key: 0, press: 0, point: 0, home: 0, think: 0 }
  /** Keys that are not characters, such as Enter. */
  #commands = 0
  #on: 'mouse' | 'keys' = 'mouse'

  constructor(page: Page) {
    this.#page = page
  }

  /** Counts things to read or decide. */
  think(times = 1): void {
    this.#times.think += times
  }

  /** Points at the target with the mouse and clicks it. */
  async press(target: Locator): Promise<void> {
    this.pressElsewhere(1)
    await target.click()
  }

  /** Counts presses outside the page, for example in the file dialog of the operating system. */
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

  /** Presses a key such as Enter on the focused element. */
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
