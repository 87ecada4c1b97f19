import { chromium, devices, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { systemChromium } from '../../scripts/browser.mjs'

/** Lighthouse's slow 4G: 150 ms for each answer, 1.6 Mbit/s down, 0.75 up; and a processor four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER = 4

const screen = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  // a phone says that it is one
  userAgent: devices['Pixel 7'].userAgent,
}

/** What a page says of itself; times in ms since it was asked for, the shift as Chromium scores it. */
export interface Vitals {
  lcp: number
  inp: number
  cls: number
}

export const startBrowser = (): Promise<Browser> => {
  const executablePath = systemChromium()
  return chromium.launch(executablePath ? { executablePath } : {})
}

/** A phone with nothing kept yet, signed in with this cookie. */
export async function newPhone(browser: Browser, url: string, cookie?: string): Promise<BrowserContext> {
  const context = await browser.newContext({ ...screen, baseURL: url })
  const [name, value] = cookie?.split('=') ?? []
  if (name && value) await context.addCookies([{ name, value, url }])
  // tsx names functions with a helper that a page does not have
  await context.addInitScript('globalThis.__name = (made) => made')
  await context.addInitScript(observe)
  return context
}

export async function slowPage(phone: BrowserContext, slower = SLOWER): Promise<Page> {
  const page = await phone.newPage()
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return page
}

export const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)

/** Runs in the page, before anything else. */
function observe(): void {
  const vitals = { lcp: 0, inp: 0, cls: 0 }
  Object.assign(window, { vitals })
  const each = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  each('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime))
  each('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) vitals.cls += value
  })
  each(
    'event',
    (entry) => {
      const { duration, interactionId } = entry as PerformanceEntry & { interactionId: number }
      if (interactionId) vitals.inp = Math.max(vitals.inp, duration)
    },
    { durationThreshold: 16 },
  )
}
