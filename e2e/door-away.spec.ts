import { expect } from '@playwright/test'
import { phone } from './devices.ts'
import { goOffline, openDoor, ready, row } from './evening.ts'
import { enter, expectAccessible, test } from './fixtures.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

test('the door can be reached offline from any screen', async ({ page }) => {
  test.slow()
  const { server, teacher } = await openDoor()
  const offline = page.getByRole('heading', { name: 'You are offline' })
  const salsa = page.getByRole('heading', { name: 'Salsa', level: 1 })
  const door = page.getByRole('link', { name: 'Door', exact: true })
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await goOffline(page)
    // Chromium is online for a moment when a page begins in another process: nothing may be sent then
    const goOn = server.hang()

    await test.step('from the start screen of the installed app', async () => {
      await page.goto(`${server.url}/`, { waitUntil: 'load' })
      await expect(offline).toBeVisible()
      await expect(door).toBeVisible()
      await expectAccessible(page, 'the offline page with the door')
      await door.tap()
      await expect(salsa).toBeVisible()
    })

    await test.step('by Back, from a screen that could not be opened', async () => {
      await row(page, 'Anu').tap()
      await expect(page.getByText('1 not sent')).toBeVisible()
      await page.getByRole('link', { name: 'Cash box' }).tap()
      await expect(offline).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(`${server.url}/door`)
      await expect(salsa).toBeVisible()
      await expect(page.getByText('1 not sent')).toBeVisible()
    })

    await test.step('through a network that neither responds nor fails', async () => {
      await page.goto('about:blank')
      await page.context().setOffline(false)
      await page.goto(`${server.url}/door`)
      await expect(row(page, 'Anu')).toHaveAccessibleName(/^Anu Kask, attended/)
      goOn()
      await expect(page.getByText('not sent')).toHaveCount(0)
    })
  } finally {
    await server.remove()
  }
})

test('the door can be reached by a Back before the offline page has loaded', async ({ page }) => {
  const { server, teacher } = await openDoor()
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await goOffline(page)
    await page.addInitScript(() => {
      if (location.pathname === '/admin/cash-box') history.back()
    })
    const loaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('link', { name: 'Cash box' }).tap()
    await loaded
    await expect(page).toHaveURL(`${server.url}/door`)
    await expect(page.getByRole('heading', { name: 'Salsa', level: 1 })).toBeVisible()
  } finally {
    await server.remove()
  }
})
