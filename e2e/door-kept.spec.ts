import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { attendance } from '#studio/attendance/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { renameAll } from './anotherBuild.ts'
import { phone } from './devices.ts'
import { goOffline, openDoor, ready, row } from './evening.ts'
import { enter, signInHere, test } from './fixtures.ts'
import { scheduledClass } from './studio.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

const marked = (page: Page, name: string, mark: string) =>
  expect(row(page, name)).toHaveAccessibleName(new RegExp(`^${name} Kask, ${mark}`))

/** What this device stores of the door. */
const keptHere = (page: Page) =>
  page.evaluate(async () => {
    const lists = await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('door', 1)
      opening.addEventListener('error', () => reject(opening.error))
      opening.addEventListener('success', () => {
        const counting = opening.result.transaction('kept').objectStore('kept').count()
        counting.addEventListener('success', () => resolve(counting.result))
      })
    })
    return { page: Boolean(await caches.match('/door')), lists }
  })

test('the class at the door stays selected while others are planned before it, and overbooking asks for confirmation', async ({
  page,
}) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor({ maxParticipants: 4 })
  const dialog = page.getByRole('dialog')
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await expect(page.getByText('0 of 3 here')).toBeAttached()
    await page.getByRole('button', { name: 'Walk-in' }).tap()
    await dialog.getByRole('searchbox', { name: 'Name' }).fill('Peeter Kask')

    await test.step('somebody takes the last place, and a class is planned, while a name is typed', async () => {
      const dora = await server.person({ email: 'dora@example.ee', displayName: 'Dora' })
      const place = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      await server.must(registrations.registerWithDropIn, place, dora)
      await scheduledClass(server, admin, 'Tango', { startTime: '16:00', endTime: '17:00' })
      await expect(page.getByText('16:00').first()).toBeAttached()
      await expect(page.getByText('0 of 4 here')).toBeAttached()
      await expect(dialog.getByRole('searchbox', { name: 'Name' })).toHaveValue('Peeter Kask')
      await expect(page.locator('h1')).toHaveText('Salsa')
    })

    await test.step('one person too many is let in after a confirmation', async () => {
      await dialog.getByRole('button', { name: 'New: Peeter Kask' }).tap()
      await dialog.getByRole('button', { name: 'Drop-in 15€' }).tap()
      await dialog.getByRole('button', { name: 'Cash', exact: true }).tap()
      await expect(page.getByText('Needs a look', { exact: true })).toBeVisible()
      await expect(row(page, 'Peeter')).toHaveCount(0)
      await page.getByRole('button', { name: /^Let one more in: Peeter Kask/ }).tap()
      await expect(row(page, 'Peeter')).toBeVisible()
      await expect(page.getByText('Needs a look', { exact: true })).toHaveCount(0)
      await expect(page.getByText('0 of 5 here')).toBeAttached()
    })

    await test.step('the other class is one tap away', async () => {
      await page.getByRole('button', { name: /16:00.*Tango/ }).tap()
      await expect(page.getByRole('heading', { name: 'Tango', level: 1 })).toBeVisible()
    })
  } finally {
    await server.remove()
  }
})

test('the list at the door shows its age when it may be stale, and a stored list never replaces a newer one', async ({
  page,
}) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor()
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await goOffline(page)
    await expect(page.getByText(/^As of /)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(/^As of /)).toHaveCount(0)
    await page.goto('about:blank')
    const userId = await server.idOf('anu@example.ee', admin)
    await server.must(attendance.take, { scheduleId, userId, value: 'attended' }, admin)
    // the page loads, but no live connection
    await page.routeWebSocket(/\/live$/, (socket) => socket.close())
    await page.goto(`${server.url}/door`)
    await expect(page.getByText(/^As of /)).toBeVisible()
    await marked(page, 'Anu', 'attended')
  } finally {
    await server.remove()
  }
})

test('the stored door page still works after an update of the studio', async ({ page }) => {
  test.slow()
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/update-')
  cpSync('dist', join(folder, 'dist'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  const { server, teacher } = await openDoor({ built: join(folder, 'dist') })
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await server.stop()
    renameAll(join(folder, 'dist/web'))
    const asked = page.waitForResponse((answer) => answer.url() === `${server.url}/door`)
    await server.run()
    await (await asked).finished()
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    await server.stop()
    await page.goto('about:blank')
    await page.goto(`${server.url}/door`)
    await row(page, 'Anu').tap()
    await marked(page, 'Anu', 'attended')
    await expect(page.getByText('1 not sent')).toBeVisible()
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
})

test('after the session ends, the door on this device is closed to other accounts, and queued taps are still sent', async ({
  page,
  context,
}) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor()
  const unsent = async () => {
    const { entries } = await server.ask(attendance.classDetails, { scheduleId }, admin)
    return (entries[0]?.registrants ?? []).filter((one) => one.attendance === null).length
  }
  try {
    await enter(context, teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await expect.poll(() => keptHere(page)).toEqual({ page: true, lists: 1 })
    await goOffline(page)
    await row(page, 'Anu').tap()
    await expect(page.getByText('1 not sent')).toBeVisible()
    // a new process of Chromium ignores the offline setting for a moment, so stop the server as well
    await server.stop()
    await page.goto('about:blank')
    await context.clearCookies()
    await context.setOffline(false)
    await server.run()

    await test.step('a member signs in on this device, which deletes the stored door', async () => {
      await page.goto(`${server.url}/login`)
      await signInHere(page, 'birgit@example.ee')
      await expect(page).toHaveURL(/dashboard/)
      await expect.poll(() => keptHere(page)).toEqual({ page: false, lists: 0 })
      await goOffline(page)
      await page.goto(`${server.url}/`, { waitUntil: 'load' })
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Door', exact: true })).toBeHidden()
    })

    await test.step('the teacher’s queued taps are sent after the teacher signs in again', async () => {
      // leave the offline page, which reloads by itself once the network is back
      await page.goto('about:blank')
      await context.setOffline(false)
      await context.clearCookies()
      await page.goto(`${server.url}/login`)
      expect(await unsent()).toBe(3)
      await signInHere(page, 'teacher@example.ee')
      await expect.poll(unsent).toBe(2)
    })

    await test.step('the door is stored again for the account that opens it', async () => {
      await page.goto(`${server.url}/door`)
      await ready(page)
      await expect.poll(() => keptHere(page)).toEqual({ page: true, lists: 1 })
    })
  } finally {
    await server.remove()
  }
})
