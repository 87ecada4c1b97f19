import { chromium, devices, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { systemChromium } from '../../scripts/browser.mjs'

/**
 * Lighthouse's slow 4G: 150 ms latency, 1.6 Mbit/s down, 0.75 up (here in bytes per second); and a CPU four times
 * slower.
 */
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER = 4

const screen = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  userAgent: devices['Pixel 7'].userAgent,
}

export const startBrowser = (): Promise<Browser> => {
  const executablePath = systemChromium()
  return chromium.launch(executablePath ? { executablePath } : {})
}

/** A phone with an empty cache, signed in with this cookie. */
export async function newPhone(browser: Browser, url: string, cookie?: string): Promise<BrowserContext> {
  const context = await browser.newContext({ ...screen, baseURL: url })
  const [name, value] = cookie?.split('=') ?? []
  if (name && value) await context.addCookies([{ name, value, url }])
  return context
}

export async function slowPage(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage()
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/** Milliseconds from the request of the page until its largest contentful paint. */
export const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

/** The paths of all scripts that the page has loaded. */
export const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    return paths.filter((path) => path.endsWith('.js'))
  })
