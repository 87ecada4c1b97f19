import type { Page } from '@playwright/test'

/**
 * Answers to live queries on their way to the page, which can be held back or replaced by a failure; `key` is the
 * beginning of the query's name and input.
 */
export class Answers {
  readonly #does = new Map<string, 'hold' | 'fail'>()
  #held: { readonly key: string; readonly send: () => void }[] = []
  readonly #come: string[] = []

  private constructor() {}

  static async before(page: Page): Promise<Answers> {
    const answers = new Answers()
    await page.routeWebSocket(/\/live$/, (socket) => {
      socket.connectToServer().onMessage((frame) => {
        const { key = '' } = JSON.parse(String(frame)) as { key?: string }
        const does = [...answers.#does].find(([start]) => key.startsWith(start))?.[1]
        const send = () => {
          socket.send(frame)
          answers.#come.push(key)
        }
        if (does === 'hold') answers.#held.push({ key, send })
        else if (does === 'fail') socket.send(JSON.stringify({ key, failed: true }))
        else send()
      })
    })
    return answers
  }

  hold(key: string): void {
    this.#does.set(key, 'hold')
  }

  fail(key: string): void {
    this.#does.set(key, 'fail')
  }

  /** Lets them through again, and those that are held. */
  release(key: string): void {
    this.#does.delete(key)
    const held = this.#held.filter((one) => one.key.startsWith(key))
    this.#held = this.#held.filter((one) => !held.includes(one))
    for (const { send } of held) send()
  }

  /** How many are held. */
  held(key: string): number {
    return this.#held.filter((one) => one.key.startsWith(key)).length
  }

  /** How many have come to the page. */
  come(key: string): number {
    return this.#come.filter((one) => one.startsWith(key)).length
  }
}
