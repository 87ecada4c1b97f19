import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { renameAll } from './anotherBuild.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { StudioServer } from './server.ts'
import { scheduledClass } from './studio.ts'

// it is phones that put it on a home screen.
test.use({ ...phone, serviceWorkers: 'allow' })

test('can be put on the home screen under the studio’s name', async ({ page, house }) => {
  await page.goto('/login')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await fetch(house.server.url + href)).json()) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Tantsustuudio Hoog', start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
    const shown = await page.evaluate(async (src) => {
      const picture = new Image()
      picture.src = src
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(shown, src).toBe(sizes)
  }
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', '/icons/apple-touch-icon.png')
})

test('keeps the shell and no data, says when it is offline, and comes back by itself', async ({
  page,
  context,
  house,
}) => {
  const email = 'offline@example.ee'
  await enter(page.context(), await house.server.person({ email, displayName: 'Oskar' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Hello, Oskar!' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  // now under the worker, which sees every file of the page
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hello, Oskar!' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3)
  expect(kept.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual([
    '/icon.svg',
    '/offline.css',
    '/offline.html',
    '/offline.js',
  ])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Internetiühendus puudub')).toBeHidden()
  await expectAccessible(page, 'the offline page')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Hello, Oskar!' })).toBeVisible()
})

test('without a connection the classes that were seen last are shown, with their date', async ({
  page,
  context,
  house,
}) => {
  await scheduledClass(house.server, house.admin, 'Seen last')
  await page.goto('/classes')
  await expect(page.getByText('Seen last').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('classes'))).toContain('Seen last')
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Classes as they were on \d+ \w+ \d{4}/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Seen last' })).toContainText('0 / 10')
  await expectAccessible(page, 'the offline page with classes')
  await context.setOffline(false)
})

test('the offline page is whole, and comes back by itself, also where a proxy answers for a server that is away', async ({
  page,
}) => {
  const server = await StudioServer.start()
  const proxy = createServer((_request, response) => response.writeHead(502).end())
  try {
    await page.goto(`${server.url}/login`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await server.stop()
    await once(proxy.listen(Number(new URL(server.url).port), '127.0.0.1'), 'listening')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText('Internetiühendus puudub')).toBeHidden()
    await expectAccessible(page, 'the offline page behind a proxy')

    proxy.closeAllConnections()
    await once(proxy.close(), 'close')
    await server.run()
    await expect(page.getByLabel('EMAIL')).toBeVisible()
  } finally {
    proxy.close()
    await server.remove()
  }
})

test('a studio that is busy for a moment says so itself, and nobody reads that they are offline', async ({ page }) => {
  const server = await StudioServer.start()
  const busy = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' }
  const proxy = createServer((_request, response) => response.writeHead(503, busy).end('<h1>One moment</h1>'))
  try {
    await page.goto(`${server.url}/login`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.reload()
    await server.stop()
    await once(proxy.listen(Number(new URL(server.url).port), '127.0.0.1'), 'listening')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'One moment' })).toBeVisible()
  } finally {
    proxy.closeAllConnections()
    proxy.close()
    await server.remove()
  }
})

test('a page that was open before an update says so, keeps what is typed, and goes on', async ({ page, context }) => {
  test.slow()
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/update-')
  cpSync('dist', join(folder, 'dist'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  const server = await StudioServer.start(join(folder, 'dist'))
  try {
    await page.goto(`${server.url}/classes`)
    await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
    const [typing, reading] = [await context.newPage(), await context.newPage()]
    const greetings = greetingsOf(typing)
    await typing.goto(`${server.url}/login`)
    await typing.getByLabel('EMAIL').fill('half@typed')
    await reading.goto(`${server.url}/classes`)
    // the server has said which version it has, and it is no news
    await expect.poll(greetings).toBe(1)
    await expect(noticeOn(typing)).toHaveCount(0)

    await server.stop()
    renameAll(join(folder, 'dist/web'))
    await server.run()
    await test.step('it waits until it suits', async () => {
      await expect(noticeOn(typing)).toBeVisible()
      await expectAccessible(typing, 'the notice of a new version')
      await expect(typing.getByLabel('EMAIL')).toHaveValue('half@typed')
      await typing.getByRole('button', { name: 'Later' }).click()
      await expect(noticeOn(typing)).toHaveCount(0)
    })
    await test.step('Reload brings it', async () => {
      const again = greetingsOf(reading)
      await reading.getByRole('button', { name: 'Reload' }).click()
      await expect.poll(again).toBe(1)
      await expect(noticeOn(reading)).toHaveCount(0)
    })
    await test.step('so does a screen whose files are gone', async () => {
      await page.getByRole('link', { name: 'Log In' }).click()
      await expect(page.getByLabel('EMAIL')).toBeVisible()
      await expect(page).toHaveURL(`${server.url}/login`)
    })
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})

const noticeOn = (page: Page) => page.getByText('A new version is ready.')

/** Counts how often the server has said which version it has, from now on. */
function greetingsOf(page: Page): () => number {
  let heard = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"build"')) heard++
    }),
  )
  return () => heard
}

test('a phone that wakes does not trust a connection that only looks open', async ({ page }) => {
  let opened = 0
  const asked = new Set<unknown>()
  page.on('websocket', (socket) => {
    socket.once('framereceived', () => opened++)
    const messageOf = ({ payload }: { payload: string | Buffer }) =>
      JSON.parse(String(payload)) as Record<string, unknown>
    socket.on('framesent', (frame) => {
      const { watch } = messageOf(frame)
      if (watch !== undefined) asked.add(watch)
    })
    socket.on('framereceived', (frame) => asked.delete(messageOf(frame)['key']))
  })
  const seenAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.install()
  await page.goto('/classes')
  await expect.poll(() => opened).toBe(1)
  // an answer that comes late would be a word from the other side
  await expect.poll(() => asked.size).toBe(0)
  await page.clock.fastForward(5_000)
  await seenAgain()
  await page.clock.fastForward(30_000)
  expect(opened, 'after a moment elsewhere').toBe(1)
  await seenAgain()
  await expect.poll(() => opened, 'after a sleep').toBe(2)
})

test('on its side nothing of a screen lies under the camera', async ({ page }) => {
  const INSET = 59
  await page.setViewportSize({ width: 852, height: 393 })
  const browser = await page.context().newCDPSession(page)
  const insets = { left: INSET, right: INSET }
  await browser.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never)
  await page.goto('/classes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const under = await page.evaluate((inset) => {
    const isUnder = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < inset || right > innerWidth - inset)
    }
    const seen = document.querySelectorAll('h1, h2, p, a:not(.sr-only), button, select, img')
    return [...seen].filter(isUnder).map((element) => element.outerHTML)
  }, INSET)
  expect(under).toEqual([])
})
