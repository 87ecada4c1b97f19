import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Most frames until something new is shown. On a busy machine rendering takes several; the benchmark measures its speed
 * (interaction to next paint).
 */
const FRAMES = 30

/**
 * Can hold back everything from the server: responses, live changes and files. What a press shows then comes from the
 * page itself.
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

  /** Releases the server for the next page; what was held back for the current one stays unanswered. */
  async goOn(): Promise<void> {
    // leaving drops requests that the page has only just sent
    await this.#page.goto('about:blank')
    this.#holds = false
  }

  /** Presses, and expects that the page shows something new by itself within a few frames. */
  async pressed(target: Locator, what: string): Promise<void> {
    await expect(target).toBeEnabled()
    this.#holds = true
    await this.#page.evaluate(watchForAnswer)
    await target.click()
    const frames = await this.#page.evaluate(() => (window as unknown as Watching).answered)
    expect(frames, `frames until the page answers: ${what}`).toBeLessThanOrEqual(FRAMES)
  }
}

/**
 * Holds back the live answers of a query, or of all queries, between `hold` and `release`. Call it before the page opens
 * its connection.
 */
export async function holdLive(
  page: Page,
  query = '',
): Promise<{ hold: () => void; release: () => void; held: () => number }> {
  const held: (() => void)[] = []
  let isHeld = false
  await page.routeWebSocket(/\/live$/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (isHeld && String(frame).includes(query)) held.push(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  return {
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      for (const send of held.splice(0)) send()
    },
    held: () => held.length,
  }
}

/** Waits for two frames, so that any effect of what just arrived has been rendered. */
export const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))

/** Presses, and waits until the command has been answered and the page shows what follows from that. */
export async function pressed(page: Page, target: Locator, command: string): Promise<void> {
  const answered = page.waitForResponse(`**/rpc/${command}`)
  await target.click()
  await (await answered).finished()
  await nextFrames(page)
}

interface Watching {
  answered: Promise<number>
}

/** Runs in the page: counts the frames from the press until the visible content changes. */
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
  /** Texts, states, dialogs and animated elements; neither focus nor tooltips, which the pointer alone brings. */
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
