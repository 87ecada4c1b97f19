import { expect } from '@playwright/test'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { phone } from './devices.ts'
import { holdCode } from './early.ts'
import { enter, expectAccessible, signIn, signInHere, test } from './fixtures.ts'
import { deed, rowOf } from './forms.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass } from './studio.ts'

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 390, height: 844 } })

  test('the first class is visible without scrolling, and the beta banner can be dismissed for the day', async ({
    page,
    house,
  }) => {
    await scheduledClass(house.server, house.admin, 'Above the fold')
    await page.goto('/classes')
    const first = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Participants' }).first()
    expect((await first.boundingBox())?.y ?? 844, 'where the first class begins').toBeLessThan(400)
    const banner = page.getByRole('complementary', { name: 'Beta' })
    await expect(banner).toHaveJSProperty('offsetHeight', 45)
    await banner.getByRole('button', { name: 'Hide for today' }).tap()
    await expect(banner).toBeHidden()
    // the server-rendered page omits it, and the footer takes problem reports
    await page.reload()
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Report a Problem' })).toBeVisible()
    await expect(banner).toBeHidden()
    await expectAccessible(page, 'classes on a phone')
  })
})

test('days are headings of the list, and the strip above links to each', async ({ page, house }) => {
  await scheduledClass(house.server, house.admin, 'In a week', { inDays: 7 })
  await page.goto('/classes')
  const heading = page.getByRole('rowgroup').getByRole('heading', { level: 3 })
  await expect(heading.first()).toBeVisible()
  const days = page.getByRole('navigation', { name: 'Days' }).getByRole('button')
  await expect(days).toHaveCount(14)
  await days.nth(7).click()
  await expect(page.locator('h3:focus')).toBeInViewport()
  await expectAccessible(page, 'classes with days')
})

test('a draft is restored after a reload, except passwords, also if the code had not run yet', async ({ page }) => {
  const fillInAndReload = async (name: string) => {
    await page.getByLabel('NAME', { exact: true }).fill(name)
    await page.getByLabel('DATE OF BIRTH').fill('2010-05-04')
    await page.getByLabel('PASSWORD', { exact: true }).fill('tantsime koos')
    await page.reload({ waitUntil: 'load' })
  }
  const expectGivenBack = async (name: string) => {
    await expect(page.getByLabel('NAME', { exact: true })).toHaveValue(name)
    await expect(page.getByLabel('DATE OF BIRTH')).toHaveValue('2010-05-04')
    await expect(page.getByLabel('PASSWORD', { exact: true })).toHaveValue('')
  }
  const release = await holdCode(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await fillInAndReload('Early')
  release()
  await expectGivenBack('Early')
  await page.unrouteAll()

  await page.goto('/register')
  await fillInAndReload('Mari')
  await expectGivenBack('Mari')
})

test('a draft from when the session ended is restored after signing in, but only for the same person', async ({
  page,
  house,
}) => {
  await house.server.person({ email: 'second.admin@example.ee', displayName: 'Second', role: 'admin' })
  await enter(page.context(), house.admin)
  const name = page.getByRole('main').getByLabel('Name', { exact: true })
  const typeAndLoseSession = async () => {
    await page.goto('/admin/create-class')
    await name.fill('Typed before')
    await page.context().clearCookies({ name: 'session' })
    await page.getByRole('main').getByRole('checkbox', { name: 'Girl Group' }).check({ force: true })
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Create/ })
      .click()
    await expect(page).toHaveURL('/login')
  }
  await typeAndLoseSession()
  await signInHere(page, 'admin@example.ee')
  await expect(page).toHaveURL('/admin/create-class')
  await expect(name).toHaveValue('Typed before')

  await typeAndLoseSession()
  await signInHere(page, 'second.admin@example.ee')
  await expect(page).toHaveURL('/admin/create-class')
  await expect(name).toHaveValue('')
})

test('a form that depends on a live answer is restored when the session was ended elsewhere', async ({
  page,
  house,
}) => {
  const email = 'ended.elsewhere@example.ee'
  const elsewhere = await house.server.person({ email, displayName: 'Ended', role: 'admin' })
  await scheduledClass(house.server, house.admin, 'Planned again')
  await signIn(page, email)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/admin/add-to-schedule')
  const duration = page.getByRole('main').getByLabel('Start time', { exact: true })
  await duration.fill('17:35')
  await house.server.must(signing.endOtherSessions, {}, elsewhere)
  await expect(page).toHaveURL('/login')
  await signInHere(page, email)
  await expect(page).toHaveURL('/admin/add-to-schedule')
  await expect(duration).toHaveValue('17:35')
})

test('a draft about one payment is not restored for another', async ({ page, house }) => {
  const { server, admin } = house
  const membershipId = await membershipForSale(server, admin, 'Typed about')
  for (const name of ['One', 'Other']) {
    const payer = await server.person({ email: `typed.${name.toLowerCase()}@example.ee`, displayName: name })
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' as const }, payer)
  }
  await enter(page.context(), admin)
  const confirming = async (name: string) => {
    await page.goto(`/admin/payments?search=typed.${name.toLowerCase()}`)
    await deed(rowOf(page, 'Typed about').first(), 'Confirm').press()
    return page.getByRole('dialog', { name: 'Confirm Payment' }).getByLabel('Actual Paid Amount')
  }
  await (await confirming('One')).fill('10')
  await expect(await confirming('Other')).toHaveValue('40.00')
  await expect(await confirming('One')).toHaveValue('10')
})

test('sign-in data is not kept as a draft', async ({ page, house }) => {
  await house.server.person({ email: 'not.kept@example.ee', displayName: 'Not kept' })
  await signIn(page, 'not.kept@example.ee')
  await expect(page).toHaveURL('/dashboard')
  expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBeNull()
})

test('a class and a course have shareable pages, which show a visitor no more than the list does', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Shared class')
  const courseId = await openCourse(server, admin, 'Shared course')
  const entryId = await entryOf(server, admin, 'Shared class')
  const pageOf = async (path: string) => (await fetch(server.url + path)).text()
  const dataOf = (html: string) => {
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    return JSON.parse(json ?? 'null') as Record<string, unknown> | null
  }

  const html = await pageOf(`/class/${entryId}`)
  expect(html).toContain('<title>Shared class</title>')
  expect(dataOf(html)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'DanceEvent',
    name: 'Shared class',
    offers: { price: '15.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  })
  const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  const drawn = await fetch(picture.replace(/^https?:\/\/[^/]+/, server.url))
  expect(drawn.headers.get('content-type')).toBe('image/png')
  expect((await drawn.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
  expect(dataOf(await pageOf(`/course/${courseId}`))).toMatchObject({ '@type': 'Course', name: 'Shared course' })

  // within the item that they are for
  await page.goto(`/course/${courseId}`)
  const shared = page.getByRole('listitem', { name: 'Shared course' })
  await expect(shared.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(shared.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(shared.getByRole('button')).toHaveCount(0)

  await page.goto(`/class/${entryId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shared class' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  // no disabled button, but the links to sign in and back here
  await expect(page.getByRole('main').getByRole('button', { name: 'Register' })).toHaveCount(0)
  await expectAccessible(page, 'the page of a class')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  const inEstonian = [{ name: 'language', value: 'et', url: server.url }]
  for (const [cookies, share, done, lang] of [
    [inEstonian, 'Jaga', 'Link on kopeeritud.', '?lang=et'],
    [[], 'Share', 'Link copied.', ''],
  ] as const) {
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    await page.reload()
    await page.getByRole('button', { name: share }).click()
    await expect(page.getByText(done)).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.replace(/^https?:\/\/[^/]+/, '')).toBe(`/class/${entryId}${lang}`)
  }

  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  // wait for something unique: these pages share fields and links
  await expect(page.getByLabel('SURNAME')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await signInHere(page, 'admin@example.ee')
  await expect(page).toHaveURL(`/class/${entryId}`)

  // archived or unknown items have no public data
  await server.must(courses.setStatus, { courseId, status: 'archived' }, admin)
  for (const path of [`/course/${courseId}`, '/class/none']) expect(dataOf(await pageOf(path)), path).toBeNull()
  await page.goto(`/course/${courseId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'This course is not open any more' })).toBeVisible()
})
