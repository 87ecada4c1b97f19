import { signal } from '#server/testing/signal.ts'
import { expect } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { devices } from './devices.ts'
import { anotherBrowser, expectAccessible, signIn, takenOver, test } from './fixtures.ts'
import { membershipForSale, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('visitors can look at classes, and are told why they cannot register', async ({ page, house }) => {
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

test('route guards lead everyone to their own screens', async ({ page, house }) => {
  const { server } = house
  const mark = 'guard'
  const lost = page.getByText('That page does not exist, or you may not open it.')
  for (const path of ['/', '/dashboard', '/memberships', '/admin/users', '/admin/logs', '/nowhere', '/admin/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    // who is asked to sign in first gets there afterwards
    await expect(lost, path).toHaveCount(path.endsWith('nowhere') ? 1 : 0)
  }
  await server.person({ email: `user.${mark}@example.ee` })
  await server.person({ email: `teacher.${mark}@example.ee`, role: 'teacher' })
  await signIn(page, `user.${mark}@example.ee`)
  await expect(page).toHaveURL('/dashboard')
  for (const path of ['/', '/login', '/forgot-password', '/admin/users', '/admin/class-details/x', '/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/dashboard')
    await expect(lost, path).toHaveCount(['/', '/login', '/forgot-password'].includes(path) ? 0 : 1)
  }
  await server.role(`user.${mark}@example.ee`, 'teacher')
  await page.goto('/admin/class-registrants')
  await expect(page).toHaveURL('/admin/class-registrants')
  await page.goto('/admin')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/admin/class-registrants')
  await expect(page).toHaveURL('/admin/class-registrants')
  // demoted while looking: the screen closes at once
  await server.role(`user.${mark}@example.ee`, 'user')
  await expect(page).toHaveURL('/dashboard')
  await expect(lost).toBeVisible()
})

test('a forgotten password is reset, which ends the other sessions', async ({ page, house, browser }) => {
  const { server } = house
  const email = 'reset@example.ee'
  await server.person({ email })
  const other = await anotherBrowser(browser, server.url)
  await signIn(other, email)
  await expect(other).toHaveURL('/dashboard')
  await page.goto('/login')
  await page.getByLabel('EMAIL').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // the former screen has a field of that name, too, and stays until this one's code has loaded
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByLabel('EMAIL')).toHaveValue(email)
  await page.getByRole('button', { name: 'SEND RESET LINK' }).click()
  await expect(page.getByText('A password reset link has been sent to your email.')).toBeVisible()
  await expectAccessible(page, 'forgot password')
  await page.goto(await server.linkFor(email, '/reset-password'))
  const [password, again] = [page.getByLabel('NEW PASSWORD'), page.getByLabel('CONFIRM PASSWORD')]
  await password.fill('Password1')
  await again.fill('Password1')
  await page.getByRole('button', { name: 'SAVE NEW PASSWORD' }).click()
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible()
  await expect(password).toBeFocused()
  expect([await password.inputValue(), await again.inputValue()]).toEqual(['Password1', 'Password1'])
  await password.fill('uusparool')
  await again.fill('uusparool')
  await expectAccessible(page, 'new password')
  await page.getByRole('button', { name: 'SAVE NEW PASSWORD' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('EMAIL')).toHaveValue(email)
  await expect(other).toHaveURL('/login')
  await signIn(page, email, 'uusparool')
  await expect(page).toHaveURL('/dashboard')
  await other.context().close()
})

test('a person who signed up with somebody else’s address is signed out once its owner verifies it elsewhere', async ({
  page,
  house,
  browser,
}) => {
  const { server } = house
  const email = 'owner@example.ee'
  const form = { displayName: 'Anu', familyName: 'Tamm', dob: '2000-01-01', email, password: 'tantsin' }
  await server.must(accounts.signUp, { ...form, language: 'en' })
  await page.goto('/login')
  await page.getByLabel('EMAIL').fill(email)
  await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
  const banner = page.getByRole('heading', { name: 'Your email is not verified.' })
  await expect(banner).toBeVisible()

  const owner = await anotherBrowser(browser, server.url)
  const told: string[] = []
  owner.on('request', (request) => told.push(request.url(), request.headers()['referer'] ?? ''))
  const link = await server.linkFor(email, '/verify-email')
  await owner.goto(link)
  await expect(owner.getByText('Your email is verified.')).toBeVisible()
  await expect(owner).toHaveURL('/verify-email')
  expect(await owner.evaluate(() => location.href)).not.toContain('token')
  const token = link.split('#token=')[1] ?? ''
  expect(told.filter((text) => text.split('#')[0]?.includes(token))).toEqual([])
  await expectAccessible(owner, 'verified in another browser')

  await expect(banner).toBeHidden()
  await owner.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(owner).toHaveURL('/forgot-password')
  // e-mails of older versions
  await owner.goto(`/verify-email?token=${token}`)
  await expect(owner.getByText('This link has already been used.')).toBeVisible()
  await expect(owner).toHaveURL('/verify-email')
  await owner.context().close()
})

test('the address typed on the former screen does not interfere with typing', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('EMAIL')
  await field.fill('before@example.ee')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(field).toHaveValue('before@example.ee')

  const code = signal()
  await page.route('**/*.js', async (route) => {
    await code.fired
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await field.click()
  code.fire()
  await takenOver(page)
  await page.keyboard.type('mari@example.ee')
  await expect(field).toHaveValue('mari@example.ee')
})
