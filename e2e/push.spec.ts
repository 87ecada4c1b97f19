import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { notices } from '#studio/notices/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { enter } from './fixtures.ts'
import { PushService } from './pushService.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, scheduledClass } from './studio.ts'

const ownPushes = new URL('./ownPushes.mjs', import.meta.url).href

/** Moves the studio's clock on. */
type Pass = (seconds: number) => void
/** What a cancelled class waits for, before anybody is told. */
const UNDO_SECONDS = 2 * 60

/** A studio, a push service and a whole Chromium, which alone takes pushes, each of its own. */
const test = base.extend<{
  own: { server: StudioServer; admin: Session; service: PushService; browser: BrowserContext; pass: Pass }
}>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use, { config }) => {
      const folder = mkdtempSync(join(tmpdir(), 'studio-browser-'))
      // by day: at night pushes wait
      const clock = join(folder, 'seconds')
      let ahead = ((34 - new Date().getUTCHours()) % 24) * 3600
      const pass: Pass = (seconds) => writeFileSync(clock, String((ahead += seconds)))
      pass(0)
      const service = await PushService.start()
      const server = await StudioServer.start('dist', async () => ({
        PUSH_SERVICE: service.url,
        CLOCK_OFFSET_FILE: clock,
        NODE_OPTIONS: `--import ${ownPushes}`,
      }))
      const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
      const executablePath = config.metadata['wholeChromium'] as string | undefined
      // nobody takes pushes in a private window, as the other journeys have them
      const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
        ...(executablePath && { executablePath }),
        baseURL: server.url,
        headless: false,
        args: ['--headless=new', '--no-sandbox', ...service.switches],
        ignoreDefaultArgs: ['--disable-background-networking'],
      })
      await browser.grantPermissions(['notifications'], { origin: server.url })
      await use({ server, admin, service, browser, pass })
      await browser.close()
      await server.remove()
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { timeout: 60_000 },
  ],
})

test.use({ serviceWorkers: 'allow' })

/** What stands on the screen of the device. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** Browsers let a notification bring a window to the front after a finger has touched it, and none has here. */
async function tap(browser: BrowserContext) {
  const [worker] = browser.serviceWorkers()
  await worker?.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    const { WindowClient, NotificationEvent } = globalThis as unknown as {
      WindowClient: { prototype: { focus(): Promise<unknown> } }
      NotificationEvent: new (type: string, about: object) => Event
    }
    WindowClient.prototype.focus = async function focus() {
      return this
    }
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}

test('a member turns pushes on in a real browser, is shown that a class is cancelled, and taps it', async ({
  own: { server, admin, service, browser, pass },
}) => {
  const member = await server.person({ email: 'pushed@example.ee', displayName: 'Piia' })
  await enter(browser, member)
  const page = await browser.newPage()
  await page.goto('/account')
  const own = page.getByRole('region', { name: 'Notices' })
  await own.getByRole('button', { name: 'Turn on' }).click()
  await expect(own.getByText('This device shows push notifications.')).toBeVisible()
  await own.getByRole('radiogroup', { name: 'A class is cancelled' }).getByText('E-mail and push').click()
  await expect(page.getByText('Saved.')).toBeVisible()

  const booked = async (name: string) => {
    await scheduledClass(server, admin, name, { inDays: 3 })
    const scheduleId = await entryOf(server, admin, name)
    const payment = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    await server.must(registrations.registerWithDropIn, { scheduleId, ...payment }, member)
    return scheduleId
  }
  const scheduleId = await booked('Pushed Jazz')
  await server.must(registrations.cancelEntry, { scheduleId }, admin)
  pass(UNDO_SECONDS)

  await test.step('the browser reads it, and shows what and when', async () => {
    await expect.poll(() => shown(page)).toHaveLength(1)
    const [notification] = await shown(page)
    expect(notification?.title).toMatch(/^Cancelled: Pushed Jazz, \w+ \d+ \w+$/)
    expect(notification?.body).toMatch(/^\w+ \d+ \w+, 18:00–19:30$/)
    const [posted] = service.posted
    expect(posted?.headers).toMatchObject({ topic: scheduleId, urgency: 'normal', 'content-encoding': 'aes128gcm' })
    expect(posted?.body.toString('latin1')).not.toContain('Jazz')
  })
  await test.step('a tap opens its page in the window that is there', async () => {
    await tap(browser)
    await expect(page).toHaveURL('/classes')
    expect(await shown(page)).toEqual([])
  })
  await test.step('once its service says that it is gone, the device is known to take none', async () => {
    service.gone = true
    const next = await booked('Pushed Tango')
    await server.must(registrations.cancelEntry, { scheduleId: next }, admin)
    pass(UNDO_SECONDS)
    await expect.poll(async () => (await server.ask(notices.mine, {}, member)).endpoints).toEqual([])
    await page.goto('/account')
    await expect(own.getByText('This device shows none yet.')).toBeVisible()
  })
})
