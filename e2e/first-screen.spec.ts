import { expect, type Page, type Response } from '@playwright/test'
import { parsedAddress } from '#studio/addresses.ts'
import { firstAsksAt } from '#studio/screens.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { holdCode, openDrawn, whileTakenOver } from './early.ts'
import { anotherBrowser, enter, takenOver, test } from './fixtures.ts'
import { StudioServer } from './server.ts'
import { entryOf, openCourse, scheduledClass, withFeatures } from './studio.ts'

/** The queries that a page subscribes to on its socket. */
function watchedBy(page: Page): Set<string> {
  const watched = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { watch } = JSON.parse(String(payload)) as { watch?: string }
      if (watch) watched.add(watch)
    })
  })
  return watched
}

function keysAt(address: string, kind: Parameters<typeof firstAsksAt>[1], on: readonly Feature[] = []): string[] {
  const place = parsedAddress(address)
  if (!place) throw new Error(`${address} is no screen.`)
  return firstAsksAt(place, kind, on).map(({ name, input }) => name + JSON.stringify(input))
}

/**
 * Opens a screen and waits until it has subscribed to exactly the queries whose answers come with the page, and those that
 * it is known to ask later (`also`).
 */
async function expectAsks(
  page: Page,
  path: string,
  kind: Parameters<typeof firstAsksAt>[1],
  on: readonly Feature[] = [],
  also: readonly string[] = [],
): Promise<void> {
  const watched = watchedBy(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const wanted = ['accounts.me{}', 'settings.shown{}', ...keysAt(path, kind, on), ...also]
  await expect.poll(() => [...watched].toSorted(), path).toEqual(wanted.toSorted())
}

test('a visitor’s and a member’s screens subscribe to exactly the queries that came with the page', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Asked for')
  const course = `/course/${await openCourse(server, admin, 'Asked for')}`
  for (const path of ['/classes', `/class/${await entryOf(server, admin, 'Asked for')}`, course])
    await expectAsks(page, path, 'visitor')
  const email = `first@example.ee`
  await enter(page.context(), await house.server.person({ email }))
  for (const path of ['/classes', '/dashboard', '/memberships?show=fitness', '/classes?weeks=8&sort=name'])
    await expectAsks(page, path, 'user')
})

test('with rooms, the door and bank statements, no answer that makes rows taller or pushes them down comes after the page', async ({
  browser,
}) => {
  const server = await StudioServer.start()
  const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
  await withFeatures(server, admin, { rooms: true, door: true, statements: true })
  const on = ['rooms', 'door', 'statements'] as const
  const [teacher, member] = [
    await server.person({ email: 'first.teacher@example.ee', displayName: 'Triin', role: 'teacher' }),
    await server.person({ email: 'first.member@example.ee' }),
  ]
  const teacherIds = [await server.idOf('first.teacher@example.ee', admin)]
  await scheduledClass(server, admin, 'With a teacher', { teacherIds })
  for (const [kind, session, paths] of [
    ['visitor', undefined, ['/classes', `/class/${await entryOf(server, admin, 'With a teacher')}`]],
    ['user', member, ['/classes']],
    ['teacher', teacher, ['/dashboard', '/door', '/admin/class-registrants', '/admin/add-to-schedule']],
    ['admin', admin, ['/admin/class-registrants', '/admin/users']],
  ] as const) {
    const page = await anotherBrowser(browser, server.url, session)
    for (const path of paths) await expectAsks(page, path, kind, on)
    await page.context().close()
  }
  const office = await anotherBrowser(browser, server.url, admin)
  // the settings are for notices that most admins have dismissed
  await expectAsks(office, '/dashboard', 'admin', on, ['settings.all{}'])
  await office.context().close()
  await server.remove()
})

test('the server does not send again what came with the page', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  for (const path of ['/dashboard', '/classes', '/admin/class-registrants', '/admin/users']) {
    const told: Record<string, string> = {}
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { key, ...said } = JSON.parse(String(payload)) as { key?: string }
        if (key) told[key] = Object.keys(said).join()
      }),
    )
    await page.goto(path)
    const came = ['accounts.me{}', 'settings.shown{}', ...keysAt(path, 'admin')]
    await expect.poll(() => came.map((key) => [key, told[key]]), path).toEqual(came.map((key) => [key, 'same']))
  }
})

test('each table of the desk subscribes to exactly the queries that came with its page', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  const desk = ['users', 'classes', 'courses', 'class-registrants', 'course-registrants', 'memberships']
  for (const path of [...desk, 'manage-memberships', 'add-to-schedule']) {
    await expectAsks(page, `/admin/${path}`, 'admin')
  }
  const said = ['users?sort=name', 'classes?order=oldest', 'courses?archivedPage=2', 'course-registrants?ended=true']
  for (const path of [...said, 'class-registrants?range=past&page=2', 'memberships?page=2', 'users?page=2&order=asc']) {
    await expectAsks(page, `/admin/${path}`, 'admin')
  }
})

test('the pages of a user, a class and a schedule entry subscribe to exactly the queries that came with them', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'One of one')
  const scheduleId = await entryOf(server, admin, 'One of one')
  const userId = await server.idOf('admin@example.ee', admin)
  await enter(page.context(), admin)
  const paths = [`users/${userId}`, `users/${userId}?classes=2`, `class-details/${scheduleId}`]
  for (const path of [...paths, `edit-schedule/${scheduleId}`]) await expectAsks(page, `/admin/${path}`, 'admin')
})

test('the server renders the screen at / and with search parameters, but not with text that a person wrote', async ({
  page,
  house,
}) => {
  const drawnAt = async (address: string) =>
    /<div id="root" data-drawn="[^"]*"><[a-z]/.test(await (await page.request.get(address)).text())
  expect(await drawnAt('/')).toBe(true)
  await enter(page.context(), await house.server.person({ email: 'drawn@example.ee' }))
  for (const address of ['/', '/memberships?show=fitness', '/classes?weeks=8']) {
    expect(await drawnAt(address), address).toBe(true)
  }
  expect(await drawnAt('/classes?category=Girl+Group')).toBe(false)
  // hydration errors that React logs would fail this test
  for (const address of ['/', '/memberships?show=fitness&other=1', '/classes?weeks=8&category=Girl+Group']) {
    await page.goto(address)
  }
  await expect(page.getByRole('radio', { name: 'Girl Group' })).toBeChecked()
})

test('a teacher’s dashboard also subscribes to today’s classes', async ({ page, house }) => {
  await enter(page.context(), await house.server.person({ email: 'first.teacher@example.ee', role: 'teacher' }))
  await expectAsks(page, '/dashboard', 'teacher')
})

test('a screen is complete without a live connection, from what came with the page', async ({ page }) => {
  await page.routeWebSocket('**/live', () => {})
  await page.goto('/classes')
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

/** The scripts that a first visit loads, without those prefetched later. */
async function codeOf(page: Page, address: string): Promise<string[]> {
  const loaded: Response[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) loaded.push(response)
  })
  // drop the prefetch, which on a slow machine would run before the screen is complete
  await page.addInitScript(() => {
    const soon = setTimeout
    window.setTimeout = ((run: () => void, ms = 0, ...rest: []) =>
      ms < 2_000 ? soon(run, ms, ...rest) : 0) as typeof setTimeout
  })
  await page.goto(address)
  return Promise.all(loaded.map((response) => response.text()))
}

test('the browser loads no schema library, and a screen in few files', async ({ page }) => {
  const code = await codeOf(page, '/classes')
  expect(code.length).toBeLessThanOrEqual(24)
  for (const text of code) expect(text).not.toMatch(/safeParse|ZodMini|_zod/)
})

test('the sign-in screen loads no code of class registration', async ({ page }) => {
  // a browser with passkeys would load their code at some point
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const code = await codeOf(page, '/login')
  expect(code.length).toBeLessThanOrEqual(8)
  for (const text of code) expect(text).not.toContain('How would you like to register?')
})

test('pointing at a link prefetches the code and the answers of its screen', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  const watched = watchedBy(page)
  // a fresh page has nothing of other screens, and prefetching starts only after hydration
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'Memberships', exact: true }).first()
  const chunk = page.waitForResponse(/MembershipsPage-.*\.js$/)
  await link.focus()
  await chunk
  await expect.poll(() => watched.has('memberships.catalogue{}')).toBe(true)
  await expect(page).toHaveURL(/dashboard/)
})

test('slow loads show a progress indicator', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  await page.goto('/dashboard')
  const arrive = await holdCode(page, /MembershipsPage-.*\.js$/)
  await page.getByRole('link', { name: 'Memberships', exact: true }).first().click()
  await expect(page.locator('[data-progress]')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeVisible()
  await expect(page.locator('[data-progress]')).toHaveCount(0)

  // pending answers, for example those of a search
  await page.routeWebSocket('**/live', () => {})
  await page.goto('/admin/users?search=nobody')
  await expect(page.locator('[data-progress]')).toBeVisible()
})

test('a screen is readable without scripts, in the chosen language and theme', async ({ browser, house }) => {
  const context = await browser.newContext({ baseURL: house.server.url, javaScriptEnabled: false })
  const url = house.server.url
  await context.addCookies([
    { name: 'language', value: 'et', url },
    { name: 'theme', value: 'dark', url },
  ])
  const page = await context.newPage()
  await page.goto('/classes')
  await expect(page).toHaveTitle(/^Trennid · /)
  await expect(page.getByRole('heading', { level: 1, name: 'Trennid' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // CSS shows only the form of the navigation that fits
  await expect(page.getByRole('navigation', { name: 'Peamenüü' })).toHaveCount(1)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'LOGI SISSE', exact: true })).toBeVisible()
  await context.close()
})

test('the shared page of a class and of a course is readable without scripts, in the language of its link', async ({
  browser,
  house,
}) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Read early')
  const courseId = await openCourse(server, admin, 'Read early')
  const shared = [`/class/${await entryOf(server, admin, 'Read early')}?lang=et`, `/course/${courseId}?lang=et`]
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const address of shared) {
    await page.goto(address)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Read early' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Logi sisse' })).toBeVisible()
    await expect(main.getByText(/0 \/ \d+/)).toBeVisible()
  }
  await context.close()
  // hydration errors that React logs would fail this test
  const reader = await browser.newPage({ baseURL: server.url })
  for (const address of shared) {
    await reader.goto(address)
    await expect(reader.getByRole('link', { name: 'Loo konto' })).toBeVisible()
  }
  await reader.close()
})

test('a theme stored by an earlier version in the browser is migrated once to where the server finds it', async ({
  page,
  house,
}) => {
  const html = async () => /<html[^>]*>/.exec(await (await page.request.get('/login')).text())?.[0]
  const root = page.locator('html')
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  expect(await html()).toContain('data-theme="dark"')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()

  // a later choice wins over what a page of the earlier version may still store
  await page.getByRole('button', { name: 'Light' }).click()
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'false')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.goto(`${house.server.url}/classes`)
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('a choice made before the code runs is kept', async ({ page, house }) => {
  await scheduledClass(house.server, house.admin, 'Chosen early')
  const release = await holdCode(page)
  await openDrawn(page, '/classes')
  const category = page.getByRole('radio', { name: 'Girl Group' })
  await category.check()
  release()
  await takenOver(page)
  await expect(category).toBeChecked()
  await expect(page).toHaveURL(/category=Girl/)
})

test('a menu opened before the code runs stays open, also where the address scrolls down', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  const release = await holdCode(page)
  await openDrawn(page, '/admin/settings#categories')
  await page.getByRole('button', { name: 'More: Girl Group', exact: true }).click()
  release()
  await takenOver(page)
  const archive = page.getByRole('button', { name: 'Archive', exact: true })
  await expect(archive).toBeVisible()
  // small scrolling: the menu moves together with its row
  const below = async () => {
    const row = await page
      .getByRole('button', { name: 'More: Girl Group', exact: true, includeHidden: true })
      .boundingBox()
    const menu = await archive.boundingBox()
    return Math.round((menu?.y ?? 0) - (row?.y ?? 0))
  }
  const before = await below()
  await page.evaluate(() => scrollBy(0, -40))
  await expect.poll(below).toBe(before)
  await expect(archive).toBeInViewport()
})

test('a choice made during hydration is kept', async ({ page, house }) => {
  await scheduledClass(house.server, house.admin, 'Chosen meanwhile')
  await enter(page.context(), house.admin)
  await whileTakenOver(page, 'select', (select: HTMLSelectElement) => {
    select.selectedIndex = select.options.length - 1
    const chosen = select.value
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
    return chosen
  })
  await page.goto('/admin/add-to-schedule')
  await expect(page.locator('html[data-meanwhile]')).toHaveCount(1)
  await takenOver(page)
  await page.getByLabel('Start time').fill('18:00')
  const chosen = await page.locator('html').getAttribute('data-meanwhile')
  await expect(page.getByLabel('Class', { exact: true })).toHaveValue(chosen ?? '')
})

test('a file chosen before the code runs is read', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  const release = await holdCode(page)
  await openDrawn(page, '/admin/import')
  const people = { name: 'early.csv', mimeType: 'text/csv', buffer: Buffer.from('Nimi;Telefon\r\nMari Tamm;51234567') }
  await page.getByLabel('Choose a file').setInputFiles(people)
  release()
  await expect(page.getByText('early.csv: 1 row')).toBeVisible()
})

test('a press during hydration sends the input typed before', async ({ page }) => {
  await whileTakenOver(page, 'main button[type=submit]', (button) => {
    button.click()
    return 'pressed'
  })
  const release = await holdCode(page)
  await openDrawn(page, '/login')
  await page.getByLabel('EMAIL').fill('admin@example.ee')
  await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
  release()
  await expect(page).toHaveURL(/dashboard/)
})

test('a page changed by a browser extension is rendered afresh, and reacts to presses', async ({ browser, house }) => {
  // React rightly logs an error, so this page's console is not checked
  const page = await browser.newPage({ baseURL: house.server.url })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.querySelector('main')?.prepend(document.createElement('mark')))
  })
  await page.goto('/login')
  await expect(page.locator('mark')).toHaveCount(0)
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
  await expect(page.getByLabel('EMAIL')).toHaveAttribute('aria-invalid', 'true')
  await page.close()
})

test('input and presses from before the code runs are kept, and not sent in the address', async ({ page }) => {
  const release = await holdCode(page)
  await openDrawn(page, '/login')
  await page.getByLabel('EMAIL').fill('admin@example.ee')
  await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
  await page.getByLabel('EMAIL').press('Enter')
  await expect(page).toHaveURL('/login')
  release()
  await expect(page).toHaveURL(/dashboard/)
})

test('input from before the code runs is kept, also when a message of the former page appears above it', async ({
  page,
}) => {
  await page.goto('/login')
  // this state remains when a phone discarded the page while its owner read the mail
  await page.evaluate(() => history.replaceState({ ...history.state, notice: 'signedUp' }, ''))
  const release = await holdCode(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('EMAIL').fill('admin@example.ee')
  release()
  await expect(page.getByText(/^Sign up successful!/)).toBeVisible()
  await expect(page.getByLabel('EMAIL')).toHaveValue('admin@example.ee')
})
