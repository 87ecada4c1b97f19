import { expect } from '@playwright/test'
import { devices } from './devices.ts'
import { anotherBrowser, expectAccessible, signIn, test } from './fixtures.ts'
import { membershipForSale, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('visitors look, and are told why they cannot register', async ({ page, house }) => {
      const { server, admin } = house
      const mark = `visit${device}`
      await scheduledClass(server, admin, `Contemporary ${mark}`)
      await membershipForSale(server, admin, `Pass ${mark}`)
      await page.goto('/classes')
      await expect(page.getByRole('heading', { name: 'Classes', exact: true }).first()).toBeVisible()
      const row = page
        .getByRole('row')
        .or(page.getByRole('listitem'))
        .filter({ hasText: `Contemporary ${mark}` })
        .first()
      const button = row.getByRole('button', { name: 'Register' })
      await expect(button).toBeDisabled()
      await button.click({ force: true })
      await expect(
        page
          .getByRole('tooltip', { name: 'Please sign in to register' })
          .or(page.getByText('Please sign in to register'))
          .first(),
      ).toBeVisible()
      await expect(page.getByText(`Pass ${mark}`).first()).toBeVisible()
      await expectAccessible(page, 'classes for a visitor')
    })
  })
}

test('guards lead everyone where they belong', async ({ page, house }) => {
  const { server } = house
  const mark = 'guard'
  for (const path of ['/', '/dashboard', '/memberships', '/admin/users', '/admin/logs', '/nowhere', '/admin/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
  }
  await server.person({ email: `user.${mark}@example.ee` })
  await server.person({ email: `teacher.${mark}@example.ee`, role: 'teacher' })
  await signIn(page, `user.${mark}@example.ee`)
  await expect(page).toHaveURL('/dashboard')
  for (const path of ['/', '/login', '/forgot-password', '/admin/users', '/admin/class-details/x', '/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/dashboard')
  }
  await server.role(`user.${mark}@example.ee`, 'teacher')
  await page.goto('/admin/class-registrants')
  await expect(page).toHaveURL('/admin/class-registrants')
  await page.goto('/admin')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/admin/class-registrants')
  await expect(page).toHaveURL('/admin/class-registrants')
  // Demoted while looking: the screen is left at once.
  await server.role(`user.${mark}@example.ee`, 'user')
  await expect(page).toHaveURL('/dashboard')
})

test('a forgotten password is set anew, and ends the other sessions', async ({ page, house, browser }) => {
  const { server } = house
  const email = 'reset@example.ee'
  await server.person({ email })
  const other = await anotherBrowser(browser, server.url)
  await signIn(other, email)
  await expect(other).toHaveURL('/dashboard')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // the screen before has a field of that name, too, and stands until the code of this one is there
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('EMAIL').fill(email)
  await page.getByRole('button', { name: 'SEND RESET LINK' }).click()
  await expect(page.getByText('A password reset link has been sent to your email.')).toBeVisible()
  await expectAccessible(page, 'forgot password')
  await page.goto(await server.linkFor(email, '/reset-password'))
  await page.getByLabel('NEW PASSWORD').fill('uusparool')
  await page.getByLabel('CONFIRM PASSWORD').fill('uusparool')
  await expectAccessible(page, 'new password')
  await page.getByRole('button', { name: 'SAVE NEW PASSWORD' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  await signIn(page, email, 'uusparool')
  await expect(page).toHaveURL('/dashboard')
  await other.context().close()
})
