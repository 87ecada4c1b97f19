import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import type { Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import { firstPaint, newPhone, scriptsOf, slowPage, startBrowser } from '../setup/phone.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio } from '../setup/server.ts'
import { cookieOf } from '../setup/studio.ts'

const screens = ['/login', '/classes', '/dashboard'] as const

/** The first visit to a screen on a slow phone: largest contentful paint, and the code it loads. */
export async function measureScreens(engines: Engines, scale: Scale): Promise<Figure[]> {
  const server = await startStudio(await engines.studioOn('PostgreSQL'))
  const browser = await startBrowser()
  try {
    const found: Figure[] = []
    for (const path of screens) {
      const visits: Visit[] = []
      while (visits.length < scale.rounds) {
        visits.push(await visit(browser, `http://localhost:${server.port}`, path, scale.settles))
      }
      const scripts = visits[0]?.scripts ?? []
      const size = scripts.reduce((sum, script) => sum + packed(script), 0)
      const detail = scripts.map((script) => `${script} ${(packed(script) / 1000).toFixed(1)}`).join(', ')
      found.push({ measure: `${path}: first paint on a slow phone`, value: median(visits.map(({ paint }) => paint)) })
      found.push({ measure: `${path}: JavaScript, gzipped`, value: size / 1000, detail })
    }
    return found
  } finally {
    await browser.close()
    await server.stop()
  }
}

interface Visit {
  /** Largest contentful paint in ms. */
  readonly paint: number
  /** Paths of the loaded scripts. */
  readonly scripts: readonly string[]
}

async function visit(browser: Browser, url: string, path: (typeof screens)[number], settles: number): Promise<Visit> {
  const phone = await newPhone(browser, url, path === '/login' ? undefined : cookieOf(1))
  const page = await slowPage(phone)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await sleep(settles)
  const found = { paint: await firstPaint(page), scripts: await scriptsOf(page) }
  await phone.close()
  return found
}

const packed = (path: string) =>
  gzipSync(readFileSync(fileURLToPath(new URL(`../../dist/web${path}`, import.meta.url))), { level: 9 }).length
