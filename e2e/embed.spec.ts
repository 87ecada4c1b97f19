import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { settings } from '#studio/settings/contract.ts'
import { enter, expectAccessible, openAt, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { scheduledClass, withFeatures } from './studio.ts'

/** A studio of its own that allows sites to embed its timetable, and two such sites. */
const test = base.extend<{
  own: { server: StudioServer; admin: Session }
  siteWith: (markup: () => string) => Promise<string>
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { embed: true })
    await use({ server, admin })
    await server.remove()
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  siteWith: async ({}, use) => {
    const sites: ReturnType<typeof createServer>[] = []
    await use(async (markup) => {
      const site = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(`<!doctype html><title>A site</title>${markup()}`)
      })
      sites.push(site)
      await once(site.listen(0, '127.0.0.1'), 'listening')
      return `http://localhost:${(site.address() as AddressInfo).port}`
    })
    for (const site of sites) {
      site.closeAllConnections()
      await once(site.close(), 'close')
    }
  },
})

test('a site that an admin names shows the timetable with the pasted code, and no other site can', async ({
  page,
  own: { server, admin },
  siteWith,
}) => {
  await scheduledClass(server, admin, 'Framed class')
  let code = ''
  const named = await siteWith(() => code)
  const other = await siteWith(() => code)
  await enter(page.context(), admin)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAt(page, `${server.url}/admin/settings#embed`)
  const section = page.getByRole('region', { name: 'Timetable on other sites' })
  await section.getByLabel('Sites that may show it').fill('studio.example')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Please enter addresses that begin with https://.')).toBeVisible()
  await section.getByLabel('Sites that may show it').fill(`https://studio.example\n${named}/timetable`)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(section.getByLabel('Sites that may show it')).toHaveValue(`https://studio.example\n${named}`)
  await expectAccessible(page, 'the timetable on other sites')
  await section.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('The code has been copied.')).toBeVisible()
  code = await page.evaluate(() => navigator.clipboard.readText())

  const framed = page.frameLocator('iframe')
  await page.goto(named, { waitUntil: 'load' })
  await expect(framed.getByRole('link', { name: /Framed class/ })).toBeVisible()
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    framed.getByRole('link', { name: /Framed class/ }).click(),
  ])
  await expect(opened.getByRole('heading', { level: 1, name: 'Framed class' })).toBeVisible()

  // a separate page: the browser rightly logs an error about the refused frame
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(other)
  await expect.poll(() => elsewhere.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
})

test('the timetable fits a 320 px frame, in the studio’s colour and without scripts', async ({
  browser,
  own: { server, admin },
}) => {
  await scheduledClass(server, admin, 'Jazz and hip-hop for grown-ups, advanced')
  const { studio: before } = await server.ask(settings.all, {}, admin)
  await server.must(settings.save, { section: 'studio', typed: { ...before, accent: '#0b6b4f' }, before }, admin)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 600 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/embed/timetable?lang=et`)
  const all = page.getByRole('link', { name: 'Kõik trennid ja registreerumine' })
  await expect(all).toHaveCSS('color', 'rgb(11, 107, 79)')
  await expect(page.getByRole('main')).toHaveJSProperty('scrollWidth', 312)
  expect(await context.cookies()).toEqual([])
  await context.close()
})
