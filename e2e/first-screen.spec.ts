import { expect, type Page } from '@playwright/test'
import { firstAsksAt } from '#studio/screens.ts'
import { signIn, test } from './fixtures.ts'

test.skip(({ viewport }) => (viewport?.width ?? 0) < 640, 'What a screen asks does not depend on the width.')

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

const keysAt = (path: string, kind: Parameters<typeof firstAsksAt>[1]) =>
  firstAsksAt(path, kind).map(({ name, input }) => name + JSON.stringify(input))

/** Opens a screen without the answers that come with the page, and waits until it has asked for everything. */
async function expectAsks(page: Page, path: string, kind: Parameters<typeof firstAsksAt>[1]): Promise<void> {
  const watched = watchedBy(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const wanted = ['accounts.me{}', ...keysAt(path, kind)]
  await expect.poll(() => [...watched].toSorted(), path).toEqual(wanted.toSorted())
}

test('a visitor and a member ask for what came with the page, and for nothing else', async ({ page, house }) => {
  await expectAsks(page, '/classes', 'visitor')
  const email = `first.${test.info().project.name}@example.ee`
  await house.server.person({ email })
  await signIn(page, email)
  await expect(page).toHaveURL(/dashboard/)
  for (const path of ['/classes', '/dashboard', '/memberships']) await expectAsks(page, path, 'user')
})

test('so does each table of the desk', async ({ page }) => {
  await signIn(page, 'admin@example.ee')
  await expect(page).toHaveURL(/dashboard/)
  const desk = ['users', 'classes', 'courses', 'class-registrants', 'course-registrants', 'memberships']
  for (const path of [...desk, 'manage-memberships', 'add-to-schedule']) {
    await expectAsks(page, `/admin/${path}`, 'admin')
  }
})

test('a teacher’s dashboard asks for what is on today as well', async ({ page, house }) => {
  await house.server.person({ email: 'first.teacher@example.ee', role: 'teacher' })
  await signIn(page, 'first.teacher@example.ee')
  await expect(page).toHaveURL(/dashboard/)
  await expectAsks(page, '/dashboard', 'teacher')
})

test('a screen stands without its connection, from what came with the page', async ({ page }) => {
  await page.routeWebSocket('**/live', () => {})
  await page.goto('/classes')
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('the browser loads no schema, and a screen in few files', async ({ page }) => {
  const files: string[] = []
  const code: Promise<string>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    files.push(response.url())
    code.push(response.text())
  })
  await page.goto('/classes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(files.length).toBeLessThanOrEqual(10)
  for (const text of await Promise.all(code)) expect(text).not.toMatch(/safeParse|ZodMini|_zod/)
})

test('a link that is pointed at brings the code and the answers of its screen', async ({ page }) => {
  await signIn(page, 'admin@example.ee')
  await expect(page).toHaveURL(/dashboard/)
  const watched = watchedBy(page)
  // a fresh page: nothing of the other screens is there yet
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const link = page.getByRole('link', { name: 'Memberships', exact: true }).first()
  const chunk = page.waitForResponse(/MembershipsPage-.*\.js$/)
  await link.focus()
  await chunk
  await expect.poll(() => watched.has('memberships.catalogue{}')).toBe(true)
  await expect(page).toHaveURL(/dashboard/)
})
