import { Secret, TOTP } from 'otpauth'
import { expect, type Page } from '@playwright/test'
import { notices } from '#studio/notices/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { signal } from '#server/testing/signal.ts'
import type { OidcProvider } from '#server/testing/oidcProvider.ts'
import { studioWithProvider } from './atProvider.ts'
import { phone } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, openAt, signIn, test } from './fixtures.ts'
import { openDialog } from './forms.ts'
import type { StudioServer } from './server.ts'
import { entryOf, scheduledClass } from './studio.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a member opens the account behind their name, and changes their details', async ({ page, house }) => {
  const { server } = house
  const member = await server.person({ email: 'details@example.ee', displayName: 'Liis' })
  await enter(page.context(), member)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Liis Kask' }).click()
  await expect(page).toHaveURL('/account')
  await expectAccessible(page, 'the account')

  const details = region(page, 'My details')
  await details.getByLabel('Phone').fill('12')
  await details.getByLabel('Name', { exact: true }).fill('Liisu')
  await details.getByRole('button', { name: 'Save Changes' }).click()
  await expect(details.getByText('This is not a phone number.')).toBeVisible()
  await details.getByLabel('Phone').fill('5123 4567')
  await details.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Your details have been saved.')).toBeVisible()
  await expect(details.getByLabel('Phone')).toHaveValue('+372 5123 4567')
  await expect(page.getByRole('link', { name: 'Liisu Kask' })).toBeVisible()
  // the same number in other words changes nothing, and another one can follow it
  await details.getByLabel('Phone').fill('51234567')
  await details.getByRole('button', { name: 'Save Changes' }).click()
  await expect(details.getByLabel('Phone')).toHaveValue('+372 5123 4567')
  await details.getByLabel('Phone').fill('5123 4568')
  await details.getByRole('button', { name: 'Save Changes' }).click()
  await expect(details.getByLabel('Phone')).toHaveValue('+372 5123 4568')

  await details.getByLabel('Language').selectOption('et')
  await details.getByRole('button', { name: 'Save Changes' }).click()
  await expect(region(page, 'Isikuandmed')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tere, Liisu!' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the account is behind the name, under the last button of the bar', async ({ page, house }) => {
    const member = await house.server.person({ email: 'thumb@example.ee', displayName: 'Kadri' })
    await enter(page.context(), member)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Kadri Kask' }).click()
    const history = region(page, 'History')
    const nothing = history.getByText('No past classes yet')
    await expect(nothing).toBeHidden()
    await expectAccessible(page, 'the account on a phone')
    await history.getByRole('button', { name: 'History' }).click()
    await expect(nothing).toBeVisible()
    await page.reload()
    await expect(nothing, 'what was unfolded stays so').toBeVisible()
    await history.getByRole('button', { name: 'History' }).click()
    await openAt(page, '/account#payments')
    await expect(history.getByText('No payments yet'), 'so does that of a part of it').toBeInViewport()
    await openAt(page, '/account#data')
    await expect(region(page, 'My data').getByText('Download as JSON'), 'its address unfolds it').toBeInViewport()
    await expectAccessible(page, 'the account on a phone, unfolded')
    await region(page, 'My data').getByRole('button', { name: 'My data' }).click()
    await expect(region(page, 'My data').getByText('Download as JSON')).toBeHidden()
  })
})

test('a new e-mail address takes effect after confirming its letter, and the owner of the old address can restore it', async ({
  page,
  house,
  browser,
}) => {
  const { server } = house
  const [old, next] = ['before@example.ee', 'after@example.ee']
  await server.person({ email: old, displayName: 'Anu' })
  await signIn(page, old)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/account')
  const signingIn = region(page, 'Signing in')
  await signingIn.getByLabel('New e-mail address').fill(old)
  await signingIn.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(signingIn.getByText('This is your address already.')).toBeVisible()
  await signingIn.getByLabel('New e-mail address').fill(next)
  await signingIn.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(signingIn.getByText(`We sent an e-mail to ${next}.`)).toBeVisible()
  await expectAccessible(page, 'an address that waits')

  await test.step('on another device the letter leads through the sign-in to the confirmation', async () => {
    const mailbox = await anotherBrowser(browser, server.url)
    await mailbox.goto(await server.linkFor(next, '/use-address'))
    await expect(mailbox.getByText(`From now on ${next} signs in`)).toBeVisible()
    await expectAccessible(mailbox, 'a new address, not signed in')
    await mailbox.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await mailbox.getByLabel('EMAIL').fill(old)
    await mailbox.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
    await mailbox.getByRole('button', { name: 'SIGN IN', exact: true }).click()
    await mailbox.getByRole('button', { name: 'Use this address' }).click()
    await expect(mailbox.getByText(`Your address is now ${next}.`)).toBeVisible()
    expect(await mailbox.evaluate(() => location.href)).not.toContain('token')
    await mailbox.context().close()
  })
  await expect(signingIn.getByText(`You sign in with ${next}.`)).toBeVisible()

  await test.step('the owner of the old address restores it', async () => {
    const owner = await anotherBrowser(browser, server.url)
    await owner.goto(await server.linkFor(old, '/keep-address'))
    await expect(owner.getByText(`Your account gets ${old} back.`)).toBeVisible()
    await expectAccessible(owner, 'keeping the old address')
    await owner.getByRole('button', { name: 'Keep my old address' }).click()
    await expect(owner).toHaveURL('/reset-password')
    await owner.getByLabel('NEW PASSWORD').fill('uusparool')
    await owner.getByLabel('CONFIRM PASSWORD').fill('uusparool')
    await owner.getByRole('button', { name: 'SAVE NEW PASSWORD' }).click()
    await expect(owner).toHaveURL('/login')
    await expect(page).toHaveURL('/login')
    await signIn(owner, old, 'uusparool')
    await expect(owner).toHaveURL('/dashboard')
    await owner.context().close()
  })
})

test('a member changes the password, and sees and ends their sessions', async ({ page, house, browser }) => {
  const { server } = house
  const email = 'devices@example.ee'
  await server.person({ email, displayName: 'Eva' })
  await signIn(page, email)
  await expect(page).toHaveURL('/dashboard')
  const other = await anotherBrowser(browser, server.url)
  await signIn(other, email)
  await expect(other).toHaveURL('/dashboard')

  await page.goto('/account')
  const sessions = region(page, 'Where I am signed in')
  // creating the account opened one more session
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await sessions.getByRole('listitem').filter({ hasText: 'Chrome' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL('/login')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('You are signed out everywhere else.', { exact: true })).toBeVisible()

  const signingIn = region(page, 'Signing in')
  await signingIn.getByLabel('Current password').fill('wrong')
  await signingIn.getByLabel('New password', { exact: true }).fill('password')
  await signingIn.getByLabel('New password again').fill('passwort')
  await signingIn.getByRole('button', { name: 'Change password' }).click()
  await expect(signingIn.getByText('Passwords do not match.')).toBeVisible()
  await signingIn.getByLabel('New password again').fill('password')
  await signingIn.getByRole('button', { name: 'Change password' }).click()
  await expect(signingIn.getByText('This password is too easy to guess.')).toBeVisible()
  await signingIn.getByLabel('New password', { exact: true }).fill('uusparool')
  await signingIn.getByLabel('New password again').fill('uusparool')
  await signingIn.getByRole('button', { name: 'Change password' }).click()
  await expect(signingIn.getByText('This is not your password.')).toBeVisible()
  await signingIn.getByLabel('Current password').fill('tantsin')
  await signingIn.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(signingIn.getByLabel('Current password')).toHaveValue('')
  await signIn(other, email, 'uusparool')
  await expect(other).toHaveURL('/dashboard')
  await other.context().close()
})

test('a calendar subscribes to a member’s classes by a secret address, which can be renewed', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const member = await server.person({ email: 'feed@example.ee', displayName: 'Kai' })
  await scheduledClass(server, admin, 'Feed Jazz')
  const scheduleId = await entryOf(server, member, 'Feed Jazz')
  const payment = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const
  await server.must(registrations.registerWithDropIn, { scheduleId, ...payment }, member)
  await enter(page.context(), member)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const calendar = region(page, 'My calendar')
  await test.step('a failure to create the first address is shown, and can be retried', async () => {
    const json = { ok: false, code: 'tooManyRequests', params: { seconds: 60 } }
    await page.route('**/rpc/feeds.make', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json }),
    )
    await page.goto('/account')
    await expect(calendar.getByText('The address could not be made.')).toBeVisible()
    await expectAccessible(page, 'a calendar without an address')
    await page.unroute('**/rpc/feeds.make')
    await calendar.getByRole('button', { name: 'Try again' }).click()
  })
  await calendar.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('The address has been copied.')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(calendar.getByLabel('My classes').getByRole('textbox')).toHaveValue(address)
  expect(await calendar.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toBe(
    address.replace('http:', 'webcal:'),
  )
  expect(await (await fetch(address)).text()).toContain('SUMMARY:Feed Jazz')
  await expectAccessible(page, 'the calendar of an account')
  const dialog = await openDialog(
    page,
    calendar.getByRole('button', { name: 'Make a new address' }),
    'Make a new address?',
  )
  await dialog.getByRole('button', { name: 'Make a new address' }).click()
  await expect(calendar.getByLabel('My classes').getByRole('textbox')).not.toHaveValue(address)
  expect((await fetch(address)).status).toBe(404)
})

test('notification channels can be chosen with the arrow keys, and the last choice wins', async ({ page, house }) => {
  const { server } = house
  const member = await server.person({ email: 'arrows@example.ee', displayName: 'Nool' })
  await enter(page.context(), member)
  const sent = signal()
  const asked: unknown[] = []
  await page.route('**/rpc/notices.choose', async (route) => {
    asked.push((route.request().postDataJSON() as { input: unknown }).input)
    await sent.fired
    await route.continue()
  })
  await page.goto('/account')
  const bookings = region(page, 'Notices').getByRole('radiogroup', { name: 'A booking or a purchase' })
  const way = (name: string) => bookings.getByRole('radio', { name, exact: true })
  await way('E-mail').focus()
  for (const name of ['E-mail and push', 'Push', 'None']) {
    await page.keyboard.press('ArrowRight')
    await expect(way(name)).toBeFocused()
    await expect(way(name)).toBeChecked()
  }
  const kind = 'bookings'
  sent.fire()
  await expect(page.getByText('Saved.')).toBeVisible()
  // one request at a time, and none for choices passed over meanwhile
  expect(asked.at(-1)).toEqual({ kind, way: 'none' })
  expect(asked.length).toBeLessThan(3)
  await expect(way('None')).toBeChecked()
  await expect.poll(async () => (await server.ask(notices.mine, {}, member)).ways).toContainEqual({ kind, way: 'none' })

  await test.step('a failed save restores the former choice', async () => {
    await page.route('**/rpc/notices.choose', (route) =>
      route.fulfill({ status: 409, json: { ok: false, code: 'alwaysByEmail' } }),
    )
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText(/This always comes by e-mail\./)).toBeVisible()
    await expect(way('None')).toBeChecked()
  })
})

test.describe('with a push service', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a member enables push notifications, chooses their kinds, and disables them', async ({ page, house }) => {
    const member = await house.server.person({ email: 'push@example.ee', displayName: 'Piia' })
    await enter(page.context(), member)
    // without internet no browser gets a subscription, and a headless one allows no notifications
    await page.addInitScript(() => {
      let permission: NotificationPermission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => (permission = 'granted')
      let subscribed: object | null = null
      const p256dh = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
      const endpoint = 'https://fcm.googleapis.com/fcm/send/journey'
      const keys = { p256dh, auth: 'tBHItJI5svbpez7KI4CCXg' }
      const made = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          subscribed = null
          return true
        },
      }
      PushManager.prototype.subscribe = async () => (subscribed = made) as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => subscribed as PushSubscription | null
    })
    await page.goto('/account')
    const own = region(page, 'Notices')
    await own.getByRole('radiogroup', { name: 'A booking or a purchase' }).getByText('Push', { exact: true }).click()
    const noDevice = own.getByText('Until one does, this comes by e-mail.')
    await expect(noDevice).toBeVisible()
    await expectAccessible(page, 'the notices of an account')
    await own.getByRole('button', { name: 'Turn on' }).click()
    await expect(noDevice).toBeHidden()
    await expect(own.getByText('This device shows push notifications.')).toBeVisible()
    const moved = own.getByRole('radiogroup', { name: 'A class is moved' })
    await moved.getByText('E-mail and push').click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(moved.getByRole('radio', { name: 'E-mail and push' })).toBeChecked()
    await own.getByRole('button', { name: 'Turn off' }).click()
    await expect(own.getByText('This device shows none yet.')).toBeVisible()
  })
})

test('a member adds a passkey, signs in with it, and removes it', async ({ page, house }) => {
  const email = 'passkey@example.ee'
  const member = await house.server.person({ email, displayName: 'Pille' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await enter(page.context(), member)
  await page.goto('/account')
  const signingIn = region(page, 'Signing in')
  await signingIn.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(signingIn.getByText('Not used yet')).toBeVisible()
  await expectAccessible(page, 'a passkey')
  await signingIn.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(signingIn.getByText('This device has a passkey for your account already.')).toBeVisible()

  await test.step('the browser offers the passkey in the e-mail field', async () => {
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
  await test.step('the passkey button signs in, too', async () => {
    // no user presence: the pending offer waits
    const set = (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    await set(false)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByLabel('EMAIL')).toHaveAttribute('autocomplete', 'username webauthn')
    await expectAccessible(page, 'signing in with a passkey')
    // enable presence only after the press has aborted the pending offer, which would sign in, and before the browser's
    // own prompt
    await page.route('**/rpc/signing.passkeyToSignIn', async (route) => {
      await set(true)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
  await page.goto('/account')
  await expect(signingIn.getByText(/Last used on/)).toBeVisible()
  const dialog = await openDialog(page, signingIn.getByRole('button', { name: 'Remove' }), /^Remove the passkey/)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(signingIn.getByText(/Last used on/)).toBeHidden()
})

test('staff set up two-step sign-in, and sign in with a code or a recovery code', async ({ page, house }) => {
  const email = 'steps@example.ee'
  const teacher = await house.server.person({ email, displayName: 'Siim', role: 'teacher' })
  await enter(page.context(), teacher)
  await page.goto('/account')
  const signingIn = region(page, 'Signing in')
  await signingIn.getByRole('button', { name: 'Set up two steps' }).click()
  await expect(signingIn.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const app = new TOTP({ secret: Secret.fromBase32((await signingIn.locator('code').innerText()).replaceAll(' ', '')) })
  await expectAccessible(page, 'setting up two steps')
  await signingIn.getByRole('textbox', { name: 'Code' }).fill('000')
  await signingIn.getByRole('button', { name: 'Turn on' }).click()
  await expect(signingIn.getByText('This code is not right, or was used already.')).toBeVisible()
  await signingIn.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await signingIn.getByRole('button', { name: 'Turn on' }).click()
  const codes = signingIn.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await signingIn.getByRole('button', { name: 'I have saved them' }).click()
  await expect(signingIn.getByText('Recovery codes left: 10.')).toBeVisible()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page, 'the second step')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not right, or was used already.')).toBeVisible()
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('staff type their password to move to another e-mail address', async ({ page, house }) => {
  const teacher = await house.server.person({ email: 'staff.before@example.ee', displayName: 'Siiri', role: 'teacher' })
  await enter(page.context(), teacher)
  await page.goto('/account')
  const signingIn = region(page, 'Signing in')
  const send = signingIn.getByRole('button', { name: 'Send e-mail' })
  await signingIn.getByLabel('New e-mail address').fill('staff.after@example.ee')
  await send.click()
  await expect(signingIn.getByText('Please fill in this field.')).toBeVisible()
  await signingIn.getByLabel('Your password').fill('a guess')
  await send.click()
  await expect(signingIn.getByText('This is not your password. Please try again.')).toBeVisible()
  await expectAccessible(page, 'another address of staff')
  await signingIn.getByLabel('Your password').fill('tantsin')
  await send.click()
  await expect(signingIn.getByText('We sent an e-mail to staff.after@example.ee.')).toBeVisible()
  await expect(signingIn.getByLabel('Your password')).toHaveValue('')
})

test.describe('with a provider', () => {
  let provider: OidcProvider
  let server: StudioServer
  test.beforeAll(async () => {
    ;({ server, provider } = await studioWithProvider({ mari: 'provider@example.ee' }))
  })
  test.afterAll(async () => {
    await server.remove()
    provider.close()
  })

  test('a member links a provider in the account, and signs in with it from then on', async ({ browser }) => {
    const email = 'provider@example.ee'
    await server.person({ email, displayName: 'Mari' })
    const page = await anotherBrowser(browser, server.url)
    const atProvider = async () => {
      await page.getByPlaceholder('Enter any login').fill('mari')
      await page.getByPlaceholder('and password').fill('any')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Kool' }).click()
    await atProvider()
    await expect(page.getByText('There is an account with your address.')).toBeVisible()
    await expectAccessible(page, 'a sign-in elsewhere that is not linked')
    expect(page.url()).not.toContain('code')

    await signIn(page, email)
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Continue with Kool' }).click()
    await expect(page.getByText('From now on you can sign in that way, too.')).toBeVisible()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('button', { name: 'Continue with Kool' }).click()
    await expect(page).toHaveURL('/dashboard')

    await test.step('whoever was at a class comes back to it', async () => {
      const admin = await server.person({ email: 'provider.admin@example.ee', displayName: 'Asta', role: 'admin' })
      await scheduledClass(server, admin, 'Seen before')
      const address = `/class/${await entryOf(server, admin, 'Seen before')}`
      await page.goto('/account')
      await page.getByRole('button', { name: 'Log Out' }).click()
      await expect(page).toHaveURL('/login')
      await page.goto(address)
      await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Continue with Kool' }).click()
      await expect(page).toHaveURL(address)
      await page.goto('/account')
      await expect(page).toHaveURL('/account')
    })

    await test.step('the page is remembered for one sign-in only', async () => {
      await page.getByRole('button', { name: 'Log Out' }).click()
      await page.getByRole('button', { name: 'Continue with Kool' }).click()
      await expect(page).toHaveURL('/dashboard')
    })
    await page.context().close()
  })
})
