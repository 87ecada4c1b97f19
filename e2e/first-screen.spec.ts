import { expect, type Page, type Response } from '@playwright/test'
import { placeAt } from '#studio/addresses.ts'
import { firstAsksAt } from '#studio/screens.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { holdCode, openDrawn, whileTakenOver } from './early.ts'
import { enter, takenOver, test } from './fixtures.ts'
import { entryOf, openCourse, scheduledClass } from './studio.ts'

/** The queries that a page's socket watches, as they are asked. */
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
  const place = placeAt(address)
  if (!place) throw new Error(`${address} is no screen.`)
  return firstAsksAt(place, kind, on).map(({ name, input }) => name + JSON.stringify(input))
}

/** Opens a screen without the answers that come with the page, and waits until it has asked for everything. */
async function expectAsks(page: Page, path: string, kind: Parameters<typeof firstAsksAt>[1]): Promise<void> {
  const watched = watchedBy(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const wanted = ['accounts.me{}', 'settings.shown{}', ...keysAt(path, kind)]
  await expect.poll(() => [...watched].toSorted(), path).toEqual(wanted.toSorted())
}

test('a visitor and a member ask for what came with the page, and for nothing else', async ({ page, house }) => {
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

test('of what came with the page nothing is sent once more', async ({ page, house }) => {
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
    await expect.poll(() => came.map((key) => told[key]), path).toEqual(came.map(() => 'same'))
  }
})

test('so does each table of the desk', async ({ page, house }) => {
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

test('so does the page of one user, of one class and of one entry of the schedule', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'One of one')
  const scheduleId = await entryOf(server, admin, 'One of one')
  const userId = await server.idOf('admin@example.ee', admin)
  await enter(page.context(), admin)
  const paths = [`users/${userId}`, `users/${userId}?classes=2`, `class-details/${scheduleId}`]
  for (const path of [...paths, `edit-schedule/${scheduleId}`]) await expectAsks(page, `/admin/${path}`, 'admin')
})

test('the screen is in the page at /, and where the address says more, but not where it says what someone wrote', async ({
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
  // as the browser takes it over: complaints of React would fail this test
  for (const address of ['/', '/memberships?show=fitness&other=1', '/classes?weeks=8&category=Girl+Group']) {
    await page.goto(address)
    await takenOver(page)
  }
  await expect(page.getByRole('radio', { name: 'Girl Group' })).toBeChecked()
})

test('a teacher’s dashboard asks for what is on today as well', async ({ page, house }) => {
  await enter(page.context(), await house.server.person({ email: 'first.teacher@example.ee', role: 'teacher' }))
  await expectAsks(page, '/dashboard', 'teacher')
})

test('a screen stands without its connection, from what came with the page', async ({ page }) => {
  await page.routeWebSocket('**/live', () => {})
  await page.goto('/classes')
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

/** The code that a first visit brings; what comes once the screen has been quiet for a while is not the screen's. */
async function codeOf(page: Page, address: string): Promise<string[]> {
  const loaded: Response[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) loaded.push(response)
  })
  // on a slow machine it came before the screen's end
  await page.addInitScript(() => {
    const soon = setTimeout
    window.setTimeout = ((run: () => void, ms = 0, ...rest: []) =>
      ms < 2_000 ? soon(run, ms, ...rest) : 0) as typeof setTimeout
  })
  await page.goto(address)
  await takenOver(page)
  return Promise.all(loaded.map((response) => response.text()))
}

test('the browser loads no schema, and a screen in few files', async ({ page }) => {
  const code = await codeOf(page, '/classes')
  expect(code.length).toBeLessThanOrEqual(24)
  for (const text of code) expect(text).not.toMatch(/safeParse|ZodMini|_zod/)
})

test('whoever signs in loads nothing of registering for classes', async ({ page }) => {
  // a browser that has passkeys to offer fetches what asks for them, sooner or later
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const code = await codeOf(page, '/login')
  expect(code.length).toBeLessThanOrEqual(8)
  for (const text of code) expect(text).not.toContain('How would you like to register?')
})

test('a link that is pointed at brings the code and the answers of its screen', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  const watched = watchedBy(page)
  // a fresh page: nothing of the other screens is there yet, and until it is taken over nobody hears what is pointed at
  await page.goto('/dashboard')
  await takenOver(page)
  const link = page.getByRole('link', { name: 'Memberships', exact: true }).first()
  const chunk = page.waitForResponse(/MembershipsPage-.*\.js$/)
  await link.focus()
  await chunk
  await expect.poll(() => watched.has('memberships.catalogue{}')).toBe(true)
  await expect(page).toHaveURL(/dashboard/)
})

test('what is slow to come says that it is on its way', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  await page.goto('/dashboard')
  await takenOver(page)
  const arrive = await holdCode(page, /MembershipsPage-.*\.js$/)
  await page.getByRole('link', { name: 'Memberships', exact: true }).first().click()
  await expect(page.locator('[data-progress]')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeVisible()
  await expect(page.locator('[data-progress]')).toHaveCount(0)

  // answers that are on their way, such as those of a search
  await page.routeWebSocket('**/live', () => {})
  await page.goto('/admin/users?search=nobody')
  await expect(page.locator('[data-progress]')).toBeVisible()
})

test('a screen can be read without its code, in the language and theme that were chosen', async ({
  browser,
  house,
}) => {
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
  // of the two forms of the navigation the style shows the one that fits
  await expect(page.getByRole('navigation', { name: 'Peamenüü' })).toHaveCount(1)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'LOGI SISSE', exact: true })).toBeVisible()
  await context.close()
})

test('the page of a class and of a course that somebody shared can be read without its code, in their language', async ({
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
  // as the browser takes them over: complaints of React would fail this test
  const reader = await browser.newPage({ baseURL: server.url })
  for (const address of shared) {
    await reader.goto(address)
    await takenOver(reader)
    await expect(reader.getByRole('link', { name: 'Loo konto' })).toBeVisible()
  }
  await reader.close()
})

test('a theme that an earlier version kept in the browser is carried over to where the server finds it, once', async ({
  page,
  house,
}) => {
  const html = async () => /<html[^>]*>/.exec(await (await page.request.get('/login')).text())?.[0]
  const root = page.locator('html')
  await page.goto('/login')
  await takenOver(page)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  expect(await html()).toContain('data-theme="dark"')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()

  // what was chosen since is newer than what a page of the earlier version may still write
  await page.getByRole('button', { name: 'Light' }).click()
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'false')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.goto(`${house.server.url}/classes`)
  await takenOver(page)
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('what is chosen before the code is there stands', async ({ page, house }) => {
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

test('a menu that was opened before the code is there stands, also where the address leads further down', async ({
  page,
  house,
}) => {
  await enter(page.context(), house.admin)
  const release = await holdCode(page)
  await openDrawn(page, '/admin/settings#categories')
  await page.getByRole('button', { name: 'More: Girl Group', exact: true }).click()
  release()
  await takenOver(page)
  const archive = page.getByRole('button', { name: 'Archive', exact: true })
  await expect(archive).toBeVisible()
  // whatever scrolls the page by a little: the menu goes along with its row
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

test('what is chosen while the code takes the page over stands', async ({ page, house }) => {
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

test('what is pressed while the code takes the page over sends what was typed before', async ({ page }) => {
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

test('a page that a browser’s extension has changed is drawn anew, and hears what is pressed', async ({
  browser,
  house,
}) => {
  // React complains of it, rightly: nobody listens to this page's console
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

test('what is typed and pressed before the code is there is not lost, and not sent as an address', async ({ page }) => {
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

test('what is typed before the code is there stands, also below what was achieved on the page before', async ({
  page,
}) => {
  await page.goto('/login')
  await takenOver(page)
  // of a phone that let the page go while the mail was read, this stays
  await page.evaluate(() => history.replaceState({ ...history.state, notice: 'signedUp' }, ''))
  const release = await holdCode(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('EMAIL').fill('admin@example.ee')
  release()
  await expect(page.getByText(/^Sign up successful!/)).toBeVisible()
  await expect(page.getByLabel('EMAIL')).toHaveValue('admin@example.ee')
})
