import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Advances the studio's clock by seconds. */
type Pass = (seconds: number) => void
/** Closes the browser, and opens it on another day with the same profile. */
type Again = (change: (preferences: Preferences) => void) => Promise<BrowserContext>
/** The part of Chromium's Preferences file that is used here. */
interface Preferences {
  readonly gcm: { readonly push_messaging_application_id_map: Record<string, string> }
  readonly profile: { readonly content_settings: { readonly exceptions: Record<string, object> } }
}
/** Seconds for undoing a cancellation, before anybody is notified. */
const UNDO_SECONDS = 2 * 60

/** A studio, a push service and a full Chromium, as only that receives pushes; separate for each test. */
const test = base.extend<{
  own: { server: StudioServer; admin: Session; service: PushService; browser: BrowserContext; again: Again; pass: Pass }
}>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use, { config }) => {
      const folder = mkdtempSync(join(tmpdir(), 'studio-browser-'))
      // start in the daytime: at night pushes are delayed
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
      // a persistent profile: private windows, as in other tests, receive no pushes
      const profile = join(folder, 'profile')
      // lets Chromium end subscriptions after 90 days, which it does not yet do by default
      const features = '--enable-features=PushSubscriptionWithExpirationTime,PushSubscriptionChangeEventOnInvalidation'
      const open = () =>
        chromium.launchPersistentContext(profile, {
          ...(executablePath && { executablePath }),
          baseURL: server.url,
          headless: false,
          args: ['--headless=new', '--no-sandbox', features, ...service.switches],
          ignoreDefaultArgs: ['--disable-background-networking'],
        })
      const browser = await open()
      await browser.grantPermissions(['notifications'], { origin: server.url })
      let last = browser
      const again: Again = async (change) => {
        await browser.close()
        const file = join(profile, 'Default', 'Preferences')
        const preferences = JSON.parse(readFileSync(file, 'utf8')) as Preferences
        change(preferences)
        writeFileSync(file, JSON.stringify(preferences))
        return (last = await open())
      }
      await use({ server, admin, service, browser, again, pass })
      await last.close()
      await server.remove()
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { timeout: 180_000 },
  ],
})

test.use({ serviceWorkers: 'allow' })

/** The notifications shown on the device. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** Simulates a tap: browsers allow focusing a window only after a real one, which this lacks. */
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

/** A member who has enabled pushes in this browser, and chosen them for cancelled classes. */
async function takesPushes({ server, browser }: { server: StudioServer; browser: BrowserContext }, email: string) {
  const member = await server.person({ email, displayName: 'Piia' })
  await enter(browser, member)
  const page = await browser.newPage()
  await page.goto('/account')
  const own = page.getByRole('region', { name: 'Notices' })
  await own.getByRole('button', { name: 'Turn on' }).click()
  await expect(own.getByText('This device shows push notifications.')).toBeVisible()
  await own.getByRole('radiogroup', { name: 'A class is cancelled' }).getByText('E-mail and push').click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const booked = async (admin: Session, name: string) => {
    await scheduledClass(server, admin, name, { inDays: 3 })
    const scheduleId = await entryOf(server, admin, name)
    const payment = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    await server.must(registrations.registerWithDropIn, { scheduleId, ...payment }, member)
    return scheduleId
  }
  return { member, page, own, booked }
}

test('a member enables pushes in a real browser, gets the notification of a cancelled class, and taps it', async ({
  own: { server, admin, service, browser, pass },
}) => {
  const { member, page, own, booked } = await takesPushes({ server, browser }, 'pushed@example.ee')
  const scheduleId = await booked(admin, 'Pushed Jazz')
  await server.must(registrations.cancelEntry, { scheduleId }, admin)
  pass(UNDO_SECONDS)

  await test.step('the browser decrypts the push, and shows what and when', async () => {
    await expect.poll(() => shown(page)).toHaveLength(1)
    const [notification] = await shown(page)
    expect(notification?.title).toMatch(/^Cancelled: Pushed Jazz, \w+ \d+ \w+$/)
    expect(notification?.body).toMatch(/^\w+ \d+ \w+, 18:00–19:30$/)
    const [posted] = service.posted
    expect(posted?.headers).toMatchObject({ topic: scheduleId, urgency: 'normal', 'content-encoding': 'aes128gcm' })
    expect(posted?.body.toString('latin1')).not.toContain('Jazz')
  })
  await test.step('a tap opens the page in the existing window', async () => {
    await tap(browser)
    await expect(page).toHaveURL('/classes')
    expect(await shown(page)).toEqual([])
  })
  await test.step('after the push service reports the subscription as gone, the device is known to receive none', async () => {
    service.gone = true
    const next = await booked(admin, 'Pushed Tango')
    await server.must(registrations.cancelEntry, { scheduleId: next }, admin)
    pass(UNDO_SECONDS)
    await expect.poll(async () => (await server.ask(notices.mine, {}, member)).endpoints).toEqual([])
    await page.goto('/account')
    await expect(own.getByText('This device shows none yet.')).toBeVisible()
  })
})

test('a subscription that the browser ends is renewed without a press, and pushes continue', async ({
  own: { server, admin, service, browser, again, pass },
}) => {
  const { member, booked } = await takesPushes({ server, browser }, 'renewed@example.ee')
  const taken = async () => (await server.ask(notices.mine, {}, member)).endpoints
  const [before] = await taken()
  // a session that outlives the restart
  const expires = Math.floor(Date.now() / 1000) + 3600
  await browser.addCookies((await browser.cookies()).map((cookie) => ({ ...cookie, expires })))

  const next = await again(({ gcm, profile }) => {
    const known = gcm.push_messaging_application_id_map
    // origin, worker, expiry and kind, separated by #
    for (const [id, about] of Object.entries(known)) known[id] = about.replace(/#\d+#(\d+)$/, '#13300000000000#$1')
    expect(Object.values(known)).toEqual([`${server.url}/#0#13300000000000#1`])
    profile.content_settings.exceptions['notifications'] = { [`${server.url},*`]: { setting: 1 } }
  })
  await expect.poll(async () => (await taken()).length === 1 && (await taken())[0] !== before).toBe(true)

  await server.must(registrations.cancelEntry, { scheduleId: await booked(admin, 'Renewed Jazz') }, admin)
  pass(UNDO_SECONDS)
  await expect.poll(() => service.posted.length).toBe(1)
  const page = await next.newPage()
  await page.goto('/account')
  await expect(page.getByText('This device shows push notifications.')).toBeVisible()
  await expect.poll(() => shown(page)).toMatchObject([{ title: expect.stringMatching(/^Cancelled: Renewed Jazz/) }])
})
