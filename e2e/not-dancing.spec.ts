import { expect } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, openAt, test } from './fixtures.ts'
import { entryOf, membershipForSale, scheduledClass, withFeatures } from './studio.ts'

test.use(phone)

test('a parent who stops dancing sees existing places and passes until they end, and gets no new offers', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const className = 'Class of a parent'
    await scheduledClass(server, admin, className)
    const parent = await server.person({ email: 'still@example.ee', displayName: 'Sirje' })
    for (const displayName of ['Kaur', 'Lenna']) {
      await server.must(families.addChild, { displayName, familyName: 'Kask', dob: '2014-05-05' }, parent)
    }
    const order = { coverMember: false, paymentMethod: 'cash' } as const
    const scheduleId = await entryOf(server, parent, className)
    await server.must(registrations.registerWithDropIn, { ...order, scheduleId, discountCode: null }, parent)
    const membershipId = await membershipForSale(server, admin, 'Pass of a parent')
    await server.must(memberships.buy, { ...order, membershipId }, parent)

    await enter(page.context(), parent)
    await openAt(page, '/account#family')
    const saved = page.waitForResponse(/\/rpc\/families\./)
    await page.getByRole('checkbox', { name: 'I don’t dance myself' }).check()
    await saved
    const places = page.getByRole('list', { name: 'Registered classes' }).getByRole('listitem')
    const dialog = page.getByRole('dialog')

    await page.goto('/dashboard')
    await expect(places).toContainText([className])
    await expect(places).toContainText(['Sirje'])
    await expect(page.getByRole('main').locator('header').getByText(className)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Active memberships' })).toContainText('Pass of a parent')
    // nothing is said about what she does not have
    await expect(page.getByText('Nobody in your family is registered for any course')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Membership category' })).toHaveCount(0)

    await page.goto('/classes')
    const row = page.getByRole('listitem').filter({ hasText: className })
    await expect(row.getByText('Registered: Sirje')).toBeVisible()
    await row.getByRole('button', { name: 'Register another' }).click()
    const whom = dialog.getByRole('group', { name: 'For whom?' })
    await expect(whom.getByRole('checkbox')).toHaveCount(2)
    await expect(whom.getByRole('checkbox', { name: 'Sirje' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Cancel Registration' }).click()
    await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
    await expect(row.getByRole('button', { name: 'Register', exact: true })).toBeVisible()

    await page.goto('/dashboard')
    await expect(page.getByText('Nobody in your family is registered for any class.')).toBeVisible()
  } finally {
    await switchOff()
  }
})

test('a checkbox stays ticked until the saved value reaches the screen', async ({ page, house }) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const parent = await server.person({ email: 'ticks@example.ee', displayName: 'Tiia' })
    await server.must(families.addChild, { displayName: 'Aet', familyName: 'Kask', dob: '2014-05-05' }, parent)
    const held: (() => void)[] = []
    let isHeld = false
    await page.routeWebSocket(/\/live$/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (isHeld) held.push(() => socket.send(message))
        else socket.send(message)
      })
    })
    await enter(page.context(), parent)
    await openAt(page, '/account#family')
    await expect(page.getByText('Offline')).toHaveCount(0)

    isHeld = true
    const tick = page.getByRole('checkbox', { name: 'I don’t dance myself' })
    const saved = page.waitForResponse(/setDanceMyself/)
    await tick.click()
    await (await saved).finished()
    // two frames, so that any effect of the response has been rendered
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(tick).toBeChecked()
    await expect(tick).toBeFocused()
    isHeld = false
    for (const send of held) send()
    await expect(tick).toBeChecked()

    // of two quick changes the last one wins
    await tick.click()
    await tick.click()
    await expect(tick).toBeChecked()
    await expect.poll(async () => (await server.ask(families.mine, {}, parent)).danceMyself).toBe(false)
  } finally {
    await switchOff()
  }
})

test('a parent without any booking yet is asked by name to find a class for the children', async ({ page, house }) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const parent = await server.person({ email: 'first.steps@example.ee', displayName: 'Sirje' })
    await enter(page.context(), parent)
    await page.goto('/dashboard')
    const first = page.getByRole('main').locator('header')
    await expect(first.getByText('Find a class you like and take a place.')).toBeVisible()
    for (const displayName of ['Kaur', 'Lenna']) {
      await server.must(families.addChild, { displayName, familyName: 'Kask', dob: '2014-05-05' }, parent)
    }
    await expect(first.getByText('Find a class for Kaur and Lenna, and take a place.')).toBeVisible()
    await expectAccessible(page, 'the dashboard of a parent without any booking')
  } finally {
    await switchOff()
  }
})
