import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { StudioServer, type Session } from './server.ts'

// the minified source is half as long as axe.source, and every tested page parses it again
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export interface House {
  readonly server: StudioServer
  readonly admin: Session
}

/** Console problems of each page in the running test. */
const heard: string[][] = []

/** One server and one admin per worker; each test creates its own people, so that tests do not interfere. */
export const test = base.extend<{ page: Page; nobodyComplains: void }, { house: House }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const server = await StudioServer.start()
      const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
      await use({ server, admin })
      await server.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ house }, use) => use(house.server.url),
  page: async ({ page }, use) => {
    heard.push(watchConsole(page))
    await use(opensWhole(page))
  },
  nobodyComplains: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      heard.length = 0
      await use()
      expect(heard.flat(), 'errors in the browser consoles').toEqual([])
    },
    { auto: true },
  ],
})

/** Collects a page's console errors, and responses with status 403 or 500; a lost connection is no problem. */
export function watchConsole(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    const expected = /Failed to load resource|WebSocket connection|ERR_CONNECTION|ERR_INTERNET/.test(message.text())
    if (message.type() === 'error' && !expected) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  // a screen must not request what its reader may not have
  page.on('response', (response) => {
    if ([403, 500].includes(response.status())) problems.push(`${response.status()} ${response.url()}`)
  })
  return problems
}

/**
 * Expects no violation of WCAG 2.2 AA in what is shown now, and no sideways scrolling. `within` is a selector of the
 * part to check, for example an open dialog, behind which nothing can be reached.
 */
export async function expectAccessible(page: Page, what: string, within = 'html'): Promise<void> {
  // a dialog may still be loading its code
  await page.locator(within).first().waitFor({ state: 'attached' })
  await standsStill(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (within) => {
    const axe = (
      window as unknown as {
        axe: { run(context: string | Element, options: object): Promise<{ violations: Violation[] }> }
      }
    ).axe
    type Node = { html: string; target: string[]; failureSummary: string }
    type Violation = { id: string; help: string; nodes: Node[] }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const result = await axe.run(within, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    })
    // an element partly covered by a sticky bar is too small only at this scroll position
    const isSmallWhereverItStands = async ({ target: [selector = ''] }: Node) => {
      const element = document.querySelector(selector)
      if (!element) return true
      const before = scrollY
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const alone = await axe.run(element, { runOnly: ['target-size'], resultTypes: ['violations'] })
      scrollTo({ top: before, behavior: 'instant' })
      return alone.violations.length > 0
    }
    const found: { id: string; help: string; nodes: string[] }[] = []
    for (const { id, help, nodes } of result.violations) {
      const standing: string[] = []
      for (const node of nodes) {
        if (id === 'target-size' && !(await isSmallWhereverItStands(node))) continue
        standing.push(node.html.slice(0, 200))
      }
      if (standing.length > 0) found.push({ id, help, nodes: standing })
    }
    return found
  }, within)
  expect(violations, `accessibility of ${what}`).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `sideways scrolling of ${what}`).toBeLessThanOrEqual(0)
}

/** Waits for animations: half-transparent text would fail the contrast check, and what moves is elsewhere later. */
export function standsStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (;;) {
      // a change just made starts its animation in the next frame
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      // endless animations such as spinners are ignored
      const ending = running.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      if (ending.length === 0) return
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
    }
  })
}

/** Resizes the window, and waits until the page has rendered for the new width. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Resizes only the width. */
export async function widen(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width !== width) await resize(page, { width, height: 800 })
}

/** A second browser without any state of the first: another person at another computer. */
export async function anotherBrowser(browser: Browser, url: string, session?: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  if (session) await enter(context, session)
  const page = await context.newPage()
  heard.push(watchConsole(page))
  return opensWhole(page)
}

/** Signs this browser in with a session, for tests that are not about signing in. */
export async function enter(browser: BrowserContext, { cookie }: Session): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2)
  await browser.addCookies([{ name, value, domain: 'localhost', path: '/', httpOnly: true }])
}

export async function signIn(page: Page, email: string, password = 'tantsin'): Promise<void> {
  await page.goto('/login')
  await signInHere(page, email, password)
}

/** Signs in on the current sign-in screen, and follows where it leads. */
export async function signInHere(page: Page, email: string, password = 'tantsin'): Promise<void> {
  await page.getByLabel('EMAIL').fill(email)
  await page.getByLabel('PASSWORD', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
}

/**
 * Lets `goto` and `reload` wait for hydration, as nobody presses within the first tenth of a second. A journey about that
 * tenth, or a page without code, says with `waitUntil` what else to wait for.
 */
function opensWhole(page: Page): Page {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (answer && !options?.waitUntil) await takenOver(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (answer && !options?.waitUntil) await takenOver(page)
    return answer
  }
  return page
}

/**
 * Waits for hydration: before it, the page is only HTML, and a link loads a new page. React marks hydrated elements.
 */
export async function takenOver(page: Page): Promise<void> {
  const marks = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
  await expect.poll(() => page.locator('h1').first().evaluate(marks)).toBe(true)
}

/** Opens a part of a long page, and waits until nothing above it loads: the page would scroll under a press. */
export async function openAt(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await standsStill(page)
}
