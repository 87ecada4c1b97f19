import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Frames until something is seen; without an answer of the page itself they never end. On a busy machine drawing it takes
 * several: how fast it is drawn is measured by the benchmark (interaction to next paint).
 */
const FRAMES = 30

/**
 * A server that can be held back: then nothing comes from it, no answer, no live change, no file. What a press shows
 * meanwhile is the page's own.
 */
export class HeldServer {
  readonly #page: Page
  #holds = false

  private constructor(page: Page) {
    this.#page = page
  }

  static async before(page: Page): Promise<HeldServer> {
    const held = new HeldServer(page)
    await page.route('**/*', async (route) => {
      if (!held.#holds) await route.continue()
    })
    await page.routeWebSocket(/\/live$/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (!held.#holds) socket.send(message)
      })
    })
    return held
  }

  /** For the next page: what was held of this one stays unanswered. */
  async goOn(): Promise<void> {
    // whatever the page has only just sent goes with it
    await this.#page.goto('about:blank')
    this.#holds = false
  }

  /** Presses, and expects that the page shows something new by itself, within a few frames. */
  async pressed(target: Locator, what: string): Promise<void> {
    await expect(target).toBeEnabled()
    this.#holds = true
    await this.#page.evaluate(watchForAnswer)
    await target.click()
    const frames = await this.#page.evaluate(() => (window as unknown as Watching).answered)
    expect(frames, `frames until the page answers: ${what}`).toBeLessThanOrEqual(FRAMES)
  }
}

interface Watching {
  answered: Promise<number>
}

/** Runs in the page: counts the frames from the press until what can be seen is another than before. */
function watchForAnswer(): void {
  const MOST = 120
  const STATES = [
    'aria-pressed',
    'aria-expanded',
    'aria-disabled',
    'aria-checked',
    'aria-sort',
    'aria-invalid',
    'disabled',
  ]
  /** Texts, states, dialogs and what moves; neither focus nor hints, which come by the pointer alone. */
  function seen(): string {
    const parts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node instanceof Element ? node : node.parentElement
      if (!element || element.closest('.sr-only, [role=tooltip], script, style') || !element.checkVisibility()) continue
      if (!(node instanceof Element)) parts.push(node.textContent ?? '')
      else parts.push(node.tagName, ...STATES.map((name) => node.getAttribute(name) ?? ''))
      if (node instanceof HTMLInputElement) parts.push(node.value, String(node.checked))
    }
    return parts.join('|')
  }
  const watching = window as unknown as Watching
  watching.answered = new Promise((resolve) => {
    addEventListener(
      'pointerup',
      () => {
        const before = seen()
        let frames = 0
        const look = () => {
          frames++
          if (seen() !== before || frames === MOST) resolve(frames)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}
