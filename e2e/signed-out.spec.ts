import { expect, type Page } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { anotherBrowser, enter, expectAccessible, signIn, signInHere, test } from './fixtures.ts'
import type { Session } from './server.ts'
import { choosesDropIn, rowOf } from './forms.ts'
import { entryOf, membershipForSale, scheduledClass, withFeatures } from './studio.ts'

const signedOut = 'You have been signed out. Please sign in again.'

/** Everything that the browser stores for a site, and what it shows now. */
async function keptBy(page: Page): Promise<string> {
  const shown = await page.content()
  const stored = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        texts.push(request.url, (await answer?.text()) ?? '')
      }
    }
    texts.push(...(await indexedDB.databases()).map(({ name }) => name ?? ''))
    return texts.join('\n')
  })
  return `${shown}\n${stored}`
}

// the service worker caches files as well
test.use({ serviceWorkers: 'allow' })

test('after signing out, neither Back nor stored data shows the next person anything of the former', async ({
  page,
  house,
}, info) => {
  const { server, admin } = house
  const mark = `shy${info.workerIndex}`
  const email = `${mark}@example.ee`
  const shy = await server.person({ email, displayName: mark })
  const membershipId = await membershipForSale(server, admin, `Pass ${info.workerIndex}`)
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, shy)
  await server.person({ email: `next-${mark.replace('shy', 'x')}@example.ee`, displayName: 'Next' })

  await signIn(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark)
  await page.goto('/classes')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark)
  // proves that the search works
  expect(await keptBy(page)).toContain(mark)

  await page
    .getByRole('button', { name: /log ?out/i })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
  for (let back = 0; back < 4; back++) {
    expect(await keptBy(page)).not.toContain(mark)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  await signIn(page, `next-${mark.replace('shy', 'x')}@example.ee`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Next')
  expect(await keptBy(page)).not.toContain(mark)
})

test('a visitor who presses Register in the list is offered to sign in or sign up, and comes to that class', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Class to sign in for')
  const scheduleId = await entryOf(server, admin, 'Class to sign in for')
  const email = 'signs.in.for@example.ee'
  await server.person({ email })
  await page.goto('/classes')
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'Class to sign in for' }).first()
  await row.getByRole('button', { name: 'Register' }).click({ force: true })
  await expect(page.getByRole('tooltip', { name: 'Please sign in to register' })).toBeVisible()
  const offer = page.getByRole('region', { name: 'Notifications' })
  await expect(offer).toContainText('Class to sign in for: sign in or sign up')
  await offer.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' })).toBeVisible()
  await signInHere(page, email)
  await expect(page).toHaveURL(`/class/${scheduleId}`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Register', exact: true })).toBeVisible()
})

test('one person’s addresses show nothing to another person', async ({ house }, info) => {
  test.slow()
  const { server, admin } = house
  const mark = `own${info.workerIndex}`
  const own = await server.person({ email: `${mark}@example.ee`, displayName: mark })
  const other = await server.person({ email: `other${info.workerIndex}@example.ee`, displayName: 'Other' })
  await scheduledClass(server, admin, `Class ${info.workerIndex}`)
  const { entries } = await server.ask(registrations.upcoming, { weeks: 2 }, own)
  const scheduleId = entries.find(({ className }) => className === `Class ${info.workerIndex}`)?.id ?? ''
  expect(scheduleId).toHaveLength(22)
  const dropIn = { scheduleId, coverMember: false, paymentMethod: 'cash' as const, discountCode: null }
  await server.must(registrations.registerWithDropIn, dropIn, own)

  const calendar = (cookie?: string) =>
    fetch(`${server.url}/calendar/class/${scheduleId}.ics`, {
      redirect: 'manual',
      headers: cookie === undefined ? {} : { cookie },
    })
  expect(await (await calendar(own.cookie)).text()).toContain('BEGIN:VEVENT')
  for (const cookie of [undefined, other.cookie, `${own.cookie}x`]) {
    const answer = await calendar(cookie)
    expect(answer.status).toBe(303)
    expect(await answer.text()).not.toContain(mark)
  }
  // each page for both people concurrently: no response may contain the other's data
  const paths = ['/', '/dashboard', '/classes', '/memberships', '/admin/users', '/admin/payments', '/initial']
  const expectOwn = async (path: string, person: Session) => {
    const answer = await fetch(server.url + path, { headers: { cookie: person.cookie, 'accept-encoding': 'identity' } })
    const text = await answer.text()
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    if (person === other) expect(text, path).not.toContain(`${mark}@`)
    if (person === other) expect(text, path).not.toContain(`"displayName":"${mark}"`)
    else expect(text, path).toContain(mark)
  }
  for (const path of paths) await Promise.all([own, other, own, other].map((person) => expectOwn(path, person)))
})

test('a link to a private page leads there after signing in', async ({ page }) => {
  await page.goto('/admin/payments?search=liis')
  await expect(page).toHaveURL('/login')
  await signInHere(page, 'admin@example.ee')
  await expect(page).toHaveURL('/admin/payments?search=liis')
  await expect(page.getByRole('searchbox').first()).toHaveValue('liis')
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('signing out also works when its code can’t be loaded, as after an update', async ({ page, house }) => {
    const { server, admin } = house
    await enter(page.context(), await server.person({ email: 'leaving@example.ee', displayName: 'Leaving' }))
    const setBack = await withFeatures(server, admin, { door: true })
    await page.goto('/dashboard')
    const asked = page.waitForRequest('**/assets/kept-*.js')
    await page.route('**/assets/kept-*.js', (route) => route.abort())
    await page
      .getByRole('button', { name: /log ?out/i })
      .first()
      .click()
    await asked
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Leaving')).toHaveCount(0)
    await setBack()
  })

  test('signing out also works when the taps of a teacher can’t be read', async ({ page, house }) => {
    const { server, admin } = house
    const teacher = await server.person({ email: 'teaching@example.ee', displayName: 'Teaching', role: 'teacher' })
    await enter(page.context(), teacher)
    const setBack = await withFeatures(server, admin, { door: true })
    const outbox = /\/assets\/[^/]*outbox[^/]*\.js$/
    await page.route(outbox, (route) => route.abort())
    const asked = page.waitForRequest(outbox)
    await page.goto('/dashboard')
    await asked
    await page
      .getByRole('button', { name: /log ?out/i })
      .first()
      .click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Teaching')).toHaveCount(0)
    await setBack()
  })
})

test('after the session has ended, a press leads to the sign-in and then back to the same place', async ({
  page,
  house,
}) => {
  await scheduledClass(house.server, house.admin, 'Session over')
  const email = 'over@example.ee'
  const member = await house.server.person({ email, displayName: 'Over' })
  await enter(page.context(), member)
  await page.goto('/classes?sort=name')
  const row = rowOf(page, 'Session over')
  await row.getByRole('button', { name: 'Register' }).click()
  await choosesDropIn(page.getByRole('dialog'))
  // as when it has expired: no other tab has told this one
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(signedOut)).toBeVisible()
  await signInHere(page, email)
  await expect(page).toHaveURL('/classes?sort=name')
  await expect(row.getByRole('button', { name: 'Register' })).toBeVisible()
})

test('when the session ends elsewhere, the page says so and leads to the sign-in and back', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Ended elsewhere')
  const email = 'ended@example.ee'
  await enter(page.context(), await server.person({ email, displayName: 'Ended' }))
  const address = `/class/${await entryOf(server, admin, 'Ended elsewhere')}`
  const endSession = async () => server.must(signing.endOtherSessions, {}, await server.signIn(email))

  await page.goto(address)
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await endSession()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: signedOut })).toBeVisible()
  await expectAccessible(page, 'signed out elsewhere')
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(signedOut)).toBeVisible()
  await signInHere(page, email)
  await expect(page).toHaveURL(address)
  await expect(page.getByText(signedOut)).toHaveCount(0)

  // from a page of members only it leads to the sign-in by itself
  await page.goto('/memberships')
  await endSession()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(signedOut)).toBeVisible()
  await signInHere(page, email)
  await expect(page).toHaveURL('/memberships')

  // who signs out is not told, neither there nor on the next pages
  await page.goto(address)
  await page.getByRole('button', { name: 'Log Out' }).first().click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
  await expect(page.getByText(signedOut)).toHaveCount(0)
  await page.getByRole('link', { name: 'Browse classes' }).click()
  await expect(page).toHaveURL('/classes')
  await expect(page.getByText('Ended elsewhere', { exact: true })).toBeVisible()
  await expect(page.getByText(signedOut)).toHaveCount(0)
})

test('an e-mail in Estonian leads to a page in Estonian, and signing in applies the language of the account', async ({
  page,
  house,
}, info) => {
  const { server } = house
  const email = `keel${info.workerIndex}@example.ee`
  const person = await server.person({ email, displayName: 'Keelika' })
  await server.must(accounts.setLanguage, { language: 'et' }, person)
  await server.must(accounts.requestPasswordReset, { email })
  await page.goto(await server.linkFor(email, '/reset-password'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vali uus parool')

  // another browser, without the language of the e-mail
  await page.context().clearCookies()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
  await signInHere(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tere, Keelika!')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tere, Keelika!')

  // a language chosen on this device wins
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'language', value: 'en', url: server.url }])
  await signIn(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello, Keelika!')
})

async function signUp(page: Page, email: string) {
  await page.getByLabel('NAME', { exact: true }).fill('Saadetud')
  await page.getByLabel('SURNAME').fill('Sepp')
  await page.getByLabel('DATE OF BIRTH').fill('2005-05-04')
  await page.getByLabel('EMAIL').fill(email)
  await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
  await page.getByLabel('CONFIRM PASSWORD').fill('tantsin')
  await page.getByRole('button', { name: 'SIGN UP' }).click()
  await expect(page.getByText('Sign up successful!')).toBeVisible()
}

test('a person without an account returns to a shared class after signing up and verifying', async ({
  page,
  house,
}, info) => {
  const { server, admin } = house
  const name = `Sent class ${info.workerIndex}`
  const email = `sent${info.workerIndex}@example.ee`
  await scheduledClass(server, admin, name)
  const address = `/class/${await entryOf(server, admin, name)}`
  await page.goto(address)
  await page.getByRole('navigation').getByRole('link', { name: 'Log In' }).first().click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await signUp(page, email)
  await signInHere(page, email)
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible()
  // the link in the e-mail is opened elsewhere
  await server.must(accounts.verifyEmail, { token: await server.tokenFor(email, '/verify-email') })
  // which ends earlier sessions
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeHidden()
  await signInHere(page, email)
  await expect(page).toHaveURL(address)
})

test('the letter that confirms the address leads back to the class, in a new tab and on another device', async ({
  page,
  browser,
  house,
}, info) => {
  const { server, admin } = house
  const name = `Class by letter ${info.workerIndex}`
  await scheduledClass(server, admin, name)
  const address = `/class/${await entryOf(server, admin, name)}`
  const emails = [1, 2].map((n) => `letter${n}.${info.workerIndex}@example.ee`)
  const [first = '', second = ''] = emails
  const fromClass = async (email: string) => {
    await page.goto(address)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await signUp(page, email)
    return await server.linkFor(email, '/verify-email')
  }

  // the browser of a mail app
  const elsewhere = await anotherBrowser(browser, server.url)
  const link = await fromClass(first)
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('Your email is verified.')).toBeVisible()
  expect(await elsewhere.evaluate(() => location.href)).toBe(`${server.url}/verify-email`)
  await elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signInHere(elsewhere, first)
  await expect(elsewhere).toHaveURL(address)
  await expect(elsewhere.getByRole('main').getByRole('button', { name: 'Register' })).toBeVisible()
  // pressed once more, it still leads there
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('This link has already been used.')).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(elsewhere).toHaveURL(address)

  // a new tab beside the one that is signed in, by the letter that was sent again
  await fromClass(second)
  await signInHere(page, second)
  await page.getByRole('button', { name: 'Resend Verification Email' }).click()
  await expect(page.getByText('Verification email sent!')).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(await server.linkFor(second, '/verify-email'))
  await tab.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(tab).toHaveURL(address)
  await expect(tab.getByRole('main').getByRole('button', { name: 'Register' })).toBeVisible()
  await expect(page).toHaveURL(address)
})
