import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { BudgetName } from '../budgets.ts'
import type { Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import { newPhone, slowPage, startBrowser, vitalsOf, type Vitals } from '../setup/phone.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio } from '../setup/server.ts'
import { cookieOf } from '../setup/studio-data.ts'

const routes = ['/login', '/classes', '/dashboard'] as const
const cookieAt = (route: string) => (route === '/login' ? undefined : cookieOf(1))

/** Rows 8 and 9: first screens on a slow phone, beside a page that says "ok"; and going from one to another. */
export async function measureScreens(engines: Engines, scale: Scale): Promise<Figure[]> {
  const server = await startStudio(await engines.studioOn('PostgreSQL'))
  const browser = await startBrowser()
  const url = `http://localhost:${server.port}`
  const visits: Visit[] = []
  const bare: number[] = []
  const moves: Record<'quick' | 'slow', number[]> = { quick: [], slow: [] }
  try {
    for (let round = 0; round < scale.rounds; round++) {
      bare.push(await bareLcp(browser, url, scale.settles))
      for (const route of routes) visits.push(...(await visit(browser, url, route, scale.settles)))
      moves.quick.push(...(await move(browser, url, 1, scale.settles)))
      moves.slow.push(...(await move(browser, url, 4, scale.settles)))
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return [...routes.flatMap((route) => figuresOf(route, visits, median(bare))), ...moveFigures(moves)]
}

interface Visit extends Vitals {
  readonly route: string
  readonly warm: boolean
}

async function bareLcp(browser: Browser, url: string, settles: number): Promise<number> {
  const phone = await newPhone(browser, url)
  const page = await slowPage(phone)
  await page.goto('/health')
  await sleep(settles)
  const { lcp } = await vitalsOf(page)
  await phone.close()
  return lcp
}

/** Visits with all that the first one left: one in ten is a fifth slower than the middle one. */
const WARM = 3

/** The same screen with nothing kept, and then with all that the first visit left. */
async function visit(browser: Browser, url: string, route: string, settles: number): Promise<Visit[]> {
  const phone = await newPhone(browser, url, cookieAt(route))
  const visits: Visit[] = []
  for (let n = 0; n <= WARM; n++) {
    const page = await slowPage(phone)
    await page.goto(route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await sleep(settles)
    const { lcp, cls } = await vitalsOf(page)
    // choosing a language draws the whole screen anew
    for (const language of ['ET', 'EN']) await page.getByText(language, { exact: true }).tap()
    await sleep(settles)
    visits.push({ route, warm: n > 0, lcp, cls, inp: (await vitalsOf(page)).inp })
    await page.close()
  }
  await phone.close()
  return visits
}

function figuresOf(route: (typeof routes)[number], all: readonly Visit[], bare: number): Figure[] {
  const here = all.filter((visit) => visit.route === route)
  const of = (warm: boolean) => here.filter((visit) => visit.warm === warm)
  const figure = (budget: BudgetName, measure: string, ours: number, unit = ''): Figure => ({
    budget,
    measure: `phone: ${measure}`,
    ours,
    beside: unit ? bare : null,
    besideWhat: unit ? 'a page that says ok' : '',
    unit,
  })
  const lcp = (warm: boolean) => median(of(warm).map((visit) => visit.lcp))
  const inp = (warm: boolean) => median(of(warm).map((visit) => visit.inp))
  return [
    figure('8 LCP, cold', `LCP of ${route}, cold`, lcp(false), 'ms'),
    figure('8 LCP, warm', `LCP of ${route}, warm`, lcp(true), 'ms'),
    { ...figure('8 INP', `INP of ${route}`, Math.max(inp(false), inp(true))), unit: 'ms' },
    figure('8 CLS', `CLS of ${route}, the worst`, Math.max(...here.map(({ cls }) => cls))),
  ]
}

/** From the click on a link that was pointed at before until the next screen's heading is painted, in ms. */
async function move(browser: Browser, url: string, slower: number, settles: number): Promise<number[]> {
  const phone = await newPhone(browser, url, cookieOf(1))
  const page = await slowPage(phone, slower)
  await page.goto('/dashboard')
  // until React has taken the page over, a link leads to a page of its own
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
  const took: number[] = []
  for (const name of ['Upcoming Classes', 'Memberships', 'Dashboard']) {
    const link = page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
    await link.focus()
    await sleep(settles)
    took.push(await paintedAfterClick(page, name))
    await sleep(settles)
  }
  await phone.close()
  return took
}

const paintedAfterClick = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (text) => {
    const link = [...document.querySelectorAll('nav a')].find((each) => each.textContent?.trim() === text)
    if (!(link instanceof HTMLElement)) throw new Error(`There is no link ${text}.`)
    const before = document.querySelector('h1')
    const began = performance.now()
    link.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (document.querySelector('h1') === before || document.querySelector('main [aria-busy=true]')) await frame()
    // the frame after the one that drew it: it is on the screen
    await frame()
    return performance.now() - began
  }, name)

function moveFigures({ quick, slow }: Record<'quick' | 'slow', number[]>): Figure[] {
  const figure = (budget: BudgetName | null, measure: string, ours: number): Figure => ({
    budget,
    measure: `phone: ${measure}`,
    ours,
    beside: null,
    besideWhat: '',
    unit: 'ms',
  })
  return [
    figure('9 to the next screen', 'to the next screen', median(quick)),
    figure(null, 'the same, processor four times slower', median(slow)),
  ]
}
