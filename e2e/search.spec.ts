import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { membershipForSale, openCourse, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('staff find people, classes, courses and payments from any screen by keyboard alone', async ({
      page,
      house,
    }) => {
      const { server, admin } = house
      const mark = `seek${device}`
      const member = await server.person({ email: `${mark}@example.ee`, displayName: `Mari ${mark}` })
      const membershipId = await membershipForSale(server, admin, `Pass ${mark}`)
      await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' as const }, member)
      await scheduledClass(server, admin, `Salsa ${mark}`)
      const courseId = await openCourse(server, admin, `Tango ${mark}`)
      const email = `search.${device}@example.ee`
      await enter(page.context(), await server.person({ email, displayName: 'Tiit', role: 'teacher' }))
      await page.goto('/classes')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Search' })
      await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      await page.keyboard.press('Control+k')
      const field = dialog.getByRole('combobox', { name: 'Search people, classes, courses and payments' })
      await expect(field).toBeFocused()
      await field.fill(mark)
      const option = (name: RegExp) => dialog.getByRole('option', { name })
      await expect(option(/Mari .*owes 40€/)).toHaveAttribute('aria-selected', 'true')
      const found = dialog.getByRole('group', { name: 'Payments' }).getByRole('option')
      await expect(found).toHaveCount(1)
      await expect(found).toContainText(new RegExp(`Pass ${mark}, due \\d`))
      await expectAccessible(page, 'search', '[role=dialog]')
      await page.keyboard.press('ArrowDown')
      await expect(option(/Salsa/)).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/class-details/)
      await expect(dialog).toBeHidden()

      await page.keyboard.press('Control+k')
      await field.fill(`tango ${mark}`)
      await expect(dialog.getByRole('group', { name: 'Courses' }).getByRole('option')).toHaveText(/Thursdays/)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/course/${courseId}`)

      // Enter opens the result of the last input, however fast it follows
      await page.keyboard.press('Control+k')
      await field.fill(email)
      await expect(option(/Tiit/)).toHaveAttribute('aria-selected', 'true')
      await field.fill(`Mari ${mark}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Mari ${mark}`)
    })
  })
}

test('a toast on the screen keeps nobody from the search, nor from clearing a selection', async ({ page, house }) => {
  const { server, admin } = house
  const membershipId = await membershipForSale(server, admin, 'Pass beside a toast')
  for (const name of ['Anu', 'Birgit']) {
    const member = await server.person({
      email: `toast.${name.toLowerCase()}@example.ee`,
      displayName: `${name} Toast`,
    })
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' as const }, member)
  }
  await enter(page.context(), admin)
  // so that the toast stays
  await page.clock.install()
  await page.goto('/admin/payments?search=Toast')
  await page
    .getByRole('row', { name: /Birgit/ })
    .getByRole('button', { name: /^Confirm/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog')).toBeVisible()
  await page.getByRole('checkbox', { name: /Anu/ }).check({ force: true })
  const bar = page.getByRole('group', { name: '1 selected' })
  await expect(bar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
})

test('members have no search, and its keys do nothing', async ({ page, house }) => {
  await enter(page.context(), await house.server.person({ email: 'no.search@example.ee' }))
  await page.goto('/classes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the search opens a screen by its name also when the server does not respond', async ({ page, house }) => {
  await page.routeWebSocket(/\/live$/, (socket) => socket.close())
  await enter(page.context(), house.admin)
  await page.goto('/classes')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('Settings')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/settings/)
})
