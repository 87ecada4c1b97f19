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

// Installing the app matters mostly on phones.
test.use({ ...phone, serviceWorkers: 'allow' })

test('the app can be installed under the studio’s name', async ({ page, house }) => {
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

test('the service worker caches the shell and no data, and the page says that it is offline and recovers by itself', async ({
  page,
  context,
  house,
}) => {
  const email = 'offline@example.ee'
  await enter(page.context(), await house.server.person({ email, displayName: 'Oskar' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Hello, Oskar!' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  // controlled by the service worker now, which sees every file of the page
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hello, Oskar!' })).toBeVisible()
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  const ofCode = async () => (await kept()).filter((path) => path.startsWith('/assets/')).length
  await expect.poll(ofCode).toBeGreaterThan(3)
  expect((await kept()).filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual([
    '/icon.svg',
    '/offline.css',
    '/offline.html',
    '/offline.js',
  ])

  await context.setOffline(true)
  await page.reload({ waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Internetiühendus puudub')).toBeHidden()
  await expectAccessible(page, 'the offline page')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Hello, Oskar!' })).toBeVisible()
})

test('offline, the last classes seen are shown with their date', async ({ page, context, house }) => {
  await scheduledClass(house.server, house.admin, 'Seen last')
  await page.goto('/classes')
  await expect(page.getByText('Seen last').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('classes'))).toContain('Seen last')
  await context.setOffline(true)
  await page.goto('/dashboard', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: /^Classes as they were on \d+ \w+ \d{4}/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Seen last' })).toContainText('0 / 10')
  await expectAccessible(page, 'the offline page with classes')
  await context.setOffline(false)
})

test('the offline page is complete and recovers by itself, also behind a proxy that responds for the unreachable server', async ({
  page,
}) => {
  const server = await StudioServer.start()
  const proxy = createServer((_request, response) => response.writeHead(502).end())
  try {
    await page.goto(`${server.url}/login`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await server.stop()
    await once(proxy.listen(Number(new URL(server.url).port), '127.0.0.1'), 'listening')
    await page.reload({ waitUntil: 'load' })
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

test('a server that is briefly busy says so itself, and is not reported as being offline', async ({ page }) => {
  const server = await StudioServer.start()
  const busy = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' }
  const proxy = createServer((_request, response) => response.writeHead(503, busy).end('<h1>One moment</h1>'))
  try {
    await page.goto(`${server.url}/login`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.reload()
    await server.stop()
    await once(proxy.listen(Number(new URL(server.url).port), '127.0.0.1'), 'listening')
    await page.reload({ waitUntil: 'load' })
    await expect(page.getByRole('heading', { name: 'One moment' })).toBeVisible()
  } finally {
    proxy.closeAllConnections()
    proxy.close()
    await server.remove()
  }
})

test('a page open during an update says so, keeps unsaved input, and continues to work', async ({ page, context }) => {
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
    // the server has announced its build, which is the page's own
    await expect.poll(greetings).toBe(1)
    await expect(noticeOn(typing)).toHaveCount(0)

    await server.stop()
    renameAll(join(folder, 'dist/web'))
    await server.run()
    await test.step('the reload waits until the person wants it', async () => {
      await expect(noticeOn(typing)).toBeVisible()
      await expectAccessible(typing, 'the notice of a new version')
      await expect(typing.getByLabel('EMAIL')).toHaveValue('half@typed')
      await typing.getByRole('button', { name: 'Later' }).click()
      await expect(noticeOn(typing)).toHaveCount(0)
    })
    await test.step('Reload loads the new build', async () => {
      const again = greetingsOf(reading)
      await reading.getByRole('button', { name: 'Reload' }).click()
      await expect.poll(again).toBe(1)
      await expect(noticeOn(reading)).toHaveCount(0)
    })
    await test.step('a screen whose old files are gone loads the new build, too', async () => {
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

/** Counts from now on how often the server announces its build. */
function greetingsOf(page: Page): () => number {
  let heard = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"build"')) heard++
    }),
  )
  return () => heard
}

test('a phone that wakes replaces a connection that only looks open', async ({ page }) => {
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
  // a late answer would count as a sign of life
  await expect.poll(() => asked.size).toBe(0)
  await page.clock.fastForward(5_000)
  await seenAgain()
  await page.clock.fastForward(30_000)
  expect(opened, 'after a moment elsewhere').toBe(1)
  await seenAgain()
  await expect.poll(() => opened, 'after a sleep').toBe(2)
})

test('on a phone in landscape nothing is under the camera', async ({ page }) => {
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
