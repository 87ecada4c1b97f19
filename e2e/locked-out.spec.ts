import { Secret, TOTP } from 'otpauth'
import { expect, type Page } from '@playwright/test'
import { endTwoSteps } from '#server/testing/endTwoSteps.ts'
import type { OidcProvider } from '#server/testing/oidcProvider.ts'
import { studioWithProvider } from './atProvider.ts'
import { anotherBrowser, expectAccessible, openAt, signIn, signInHere, test } from './fixtures.ts'
import type { StudioServer } from './server.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

let provider: OidcProvider
let server: StudioServer
test.beforeAll(async () => {
  ;({ server, provider } = await studioWithProvider({ tiina: 'tiina-out@example.ee' }))
})
test.afterAll(async () => {
  await server.remove()
  provider.close()
})

/** Sets a new password with the e-mail of 'Forgot password?'; ends on the sign-in screen. */
async function chooseByLetter(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('EMAIL').fill(email)
  await page.getByRole('button', { name: 'SEND RESET LINK' }).click()
  await page.goto(await server.linkFor(email, '/reset-password'))
  await choose(page, password)
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('NEW PASSWORD').fill(password)
  await page.getByLabel('CONFIRM PASSWORD').fill(password)
  await page.getByRole('button', { name: 'SAVE NEW PASSWORD' }).click()
  await expect(page).toHaveURL('/login')
}

test('the last admin keeps the role, and gets in again after losing the authenticator and the recovery codes', async ({
  browser,
}) => {
  const email = 'last-admin@example.ee'
  const admin = await server.person({ email, displayName: 'Asta', role: 'admin' })
  const page = await anotherBrowser(browser, server.url, admin)

  await test.step('the last admin can neither lose the role nor delete the account', async () => {
    await page.goto(`/admin/users/${await server.idOf(email, admin)}`)
    await expect(page.getByRole('button', { name: 'Change role' })).toHaveAccessibleDescription(
      /give someone else this role first/,
    )
    await page.getByRole('button', { name: 'Change role' }).focus()
    await expect(page.getByRole('tooltip')).toContainText('give someone else this role first')
    await expect(page.getByLabel('Role')).toBeDisabled()
    await expect(region(page, 'Payments').getByText('No payments')).toBeVisible()
    expect(await page.getByRole('button', { name: 'Export CSV' }).count(), 'a file of nothing').toBe(0)
    await expect(page.getByRole('button', { name: 'Deactivate user' })).toHaveAccessibleDescription(/ask another admin/)
    await expect(page.getByRole('button', { name: 'Delete user' })).toHaveAccessibleDescription(/Another admin/)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Ask for deletion' }).click()
    const asking = page.getByRole('dialog', { name: 'Ask for the deletion of your account?' })
    await asking.getByRole('button', { name: 'Ask for deletion' }).click()
    await expect(asking.getByText('give someone else this role first')).toBeVisible()
    await asking.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('an admin without two-step sign-in cannot require it of staff', async () => {
    await openAt(page, '/admin/settings#features')
    const features = page.getByRole('form', { name: 'Features' })
    await features.getByText('Staff need two steps').click()
    await features.getByRole('button', { name: 'Save' }).click()
    await expect(features.getByText('Set up two steps or a passkey for yourself first')).toBeVisible()
  })

  await page.goto('/account')
  const signingIn = region(page, 'Signing in')
  await signingIn.getByRole('button', { name: 'Set up two steps' }).click()
  const app = new TOTP({ secret: Secret.fromBase32((await signingIn.locator('code').innerText()).replaceAll(' ', '')) })
  await signingIn.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await signingIn.getByRole('button', { name: 'Turn on' }).click()
  await signingIn.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')

  await test.step('a new password keeps the second step, and the screen says who can turn it off', async () => {
    await chooseByLetter(page, email, 'uusparool')
    await signInHere(page, email, 'uusparool')
    await expect(page.getByText('Lost both? Please write to the studio')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
    await expectAccessible(page, 'the second step of somebody who has lost it')
  })
  await test.step('the operator of the studio turns it off', async () => {
    await endTwoSteps(server.dataDir, email)
    await signIn(page, email, 'uusparool')
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  })
  await page.context().close()
})

test('a person whose address was restored, passkey is lost and provider is unreachable signs in by e-mail', async ({
  browser,
}) => {
  const [old, next] = ['tiina-out@example.ee', 'thief-out@example.ee']
  await server.person({ email: old, displayName: 'Tiina' })
  const page = await anotherBrowser(browser, server.url)
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
  await signIn(page, old)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/account')
  const signingIn = region(page, 'Signing in')
  await signingIn.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(signingIn.getByText('Not used yet')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Kool' }).click()
  await page.getByPlaceholder('Enter any login').fill('tiina')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('From now on you can sign in that way, too.')).toBeVisible()

  await test.step('somebody who knows the password takes over the account, and its owner recovers it', async () => {
    const thief = await anotherBrowser(browser, server.url, await server.signIn(old))
    await thief.goto('/account')
    await region(thief, 'Signing in').getByLabel('New e-mail address').fill(next)
    await region(thief, 'Signing in').getByRole('button', { name: 'Send e-mail' }).click()
    await thief.goto(await server.linkFor(next, '/use-address'))
    await thief.getByRole('button', { name: 'Use this address' }).click()
    await expect(thief.getByText(`Your address is now ${next}.`)).toBeVisible()
    // a password reset e-mail is already in the thief's mailbox
    const waiting = await anotherBrowser(browser, server.url)
    await waiting.goto('/forgot-password')
    await waiting.getByLabel('EMAIL').fill(next)
    await waiting.getByRole('button', { name: 'SEND RESET LINK' }).click()
    const reset = await server.linkFor(next, '/reset-password')

    await page.goto(await server.linkFor(old, '/keep-address'))
    await page.getByRole('button', { name: 'Keep my old address' }).click()
    await expect(page).toHaveURL('/reset-password')
    await thief.goto('/account')
    await expect(thief).toHaveURL(/login/)
    await waiting.goto(reset)
    await expect(waiting.getByText('This link has already been used.')).toBeVisible()
    await thief.context().close()
    await waiting.context().close()
  })

  await test.step('with no password, the sign-in says what helps when the device no longer has the passkey', async () => {
    // otherwise the page would sign in with it by itself
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This device gave no passkey.')).toBeVisible()
    await expectAccessible(page, 'signing in without a passkey')
  })

  await test.step('an unreachable provider is reported', async () => {
    provider.close()
    await page.getByRole('button', { name: 'Continue with Kool' }).click()
    await expect(page.getByText('The other service cannot be reached right now.')).toBeVisible()
  })

  await test.step('the owner signs in after a password reset', async () => {
    await chooseByLetter(page, old, 'uusparool')
    await signInHere(page, old, 'uusparool')
    await expect(page).toHaveURL('/dashboard')
  })
  await page.context().close()
})
