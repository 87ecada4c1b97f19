import { existsSync } from 'node:fs'
import { bin, onPath, run } from './tools.mjs'

// the headless shell first: it is the same engine, and in a full browser half of a test's time went into invisible work
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium or Chrome, unless CHROMIUM names another; undefined lets Playwright use its own. */
export const systemChromium = () => process.env.CHROMIUM || onPath(...browsers)

/** A full browser, as the headless shell receives no pushes; CHROMIUM_WHOLE names another. */
export const wholeChromium = () => process.env.CHROMIUM_WHOLE || onPath(...browsers.slice(1))

const works = async (path) => path !== undefined && (await run(path, ['--version'], { stdio: 'ignore' })) === 0

async function playwrightHasOne() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

const mayUseApt = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/**
 * Ensures that a Chromium is available for the journeys, and a full one for pushes; installs them where possible.
 * Returns undefined if both are there, else one line that says what to do.
 */
export async function ensureChromium() {
  const both = async () => (await works(systemChromium())) && (await works(wholeChromium()))
  if ((await both()) || (await playwrightHasOne())) return undefined
  console.log('No Chromium found: installing one for the journeys …')
  if (mayUseApt()) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    for (const name of browsers.slice(0, 2)) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
    }
    if (await both()) return undefined
  }
  await run(bin('playwright'), ['install', ...(mayUseApt() ? ['--with-deps'] : []), 'chromium'])
  if (await playwrightHasOne()) return undefined
  return 'The journeys need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.'
}
