import { expect, type Page } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { anotherBrowser, enter, test } from './fixtures.ts'
import { entryOf, membershipForSale, scheduledClass, secondGuardian, withFeatures } from './studio.ts'

test.use(phone)

test('two separated parents see only their own money, and one loses access to the child at once when the link ends', async ({
  page,
  house,
  browser,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const mother = await server.person({ email: 'mother.apart@example.ee', displayName: 'Malviine' })
    const child = { displayName: 'Luule', familyName: 'Kask', dob: '2016-05-05' }
    const { personId } = await server.must(families.addChild, child, mother)
    const email = 'father.apart@example.ee'
    const father = await secondGuardian(server, mother, { email, displayName: 'Fabian', personId, pays: true })
    for (const [name, who] of [
      ['Of the mother', mother],
      ['Of the father', father],
    ] as const) {
      await scheduledClass(server, admin, name)
      const scheduleId = await entryOf(server, who, name)
      const order = { coverMember: false, paymentMethod: 'cash', personId } as const
      await server.must(registrations.registerWithDropIn, { ...order, scheduleId, discountCode: null }, who)
      const membershipId = await membershipForSale(server, admin, `Pass ${name.toLowerCase()}`)
      await server.must(memberships.buy, { ...order, membershipId }, who)
    }

    await enter(page.context(), mother)
    const his = await anotherBrowser(browser, server.url, father)
    await his.setViewportSize(phone.viewport)
    const places = (at: Page) => at.getByRole('list', { name: 'Registered classes' }).getByRole('listitem')
    const inHeader = (at: Page) =>
      at
        .getByRole('main')
        .locator('header')
        .getByText(/Luule ·/)
    for (const [at, own, others] of [
      [page, 'Of the mother', 'Of the father'],
      [his, 'Of the father', 'Of the mother'],
    ] as const) {
      await at.goto('/dashboard')
      await expect(places(at).filter({ hasText: own })).toContainText('Due')
      await expect(places(at).filter({ hasText: others })).toContainText('Luule')
      await expect(places(at).filter({ hasText: others })).not.toContainText('Due')
      const body = at.locator('body')
      await expect(body).toContainText('55€')
      // not the sum of what both owe; and each pass shows its price only to its payer
      await expect(body).not.toContainText('110€')
      const passes = at.getByRole('list', { name: 'Active memberships' }).getByRole('listitem')
      await expect(passes.filter({ hasText: `Pass ${own.toLowerCase()}` })).toContainText('40€')
      await expect(passes.filter({ hasText: `Pass ${others.toLowerCase()}` })).toContainText('Luule')
      await expect(passes.filter({ hasText: `Pass ${others.toLowerCase()}` })).not.toContainText('€')
      await expect(inHeader(at).first()).toBeVisible()
      await expect(places(at)).toHaveCount(2)
    }

    const { guardians } = await server.ask(families.ofUser, { userId: personId }, admin)
    const { accountId } = guardians.find((guardian) => guardian.email === email)!
    await server.must(families.endAnyLink, { accountId, personId }, admin)
    await expect(inHeader(his)).toHaveCount(0)
    await expect(places(his)).toHaveCount(0)
    // he still owes what he booked
    await expect(his.locator('body')).toContainText('55€')
    await expect(inHeader(page).first()).toBeVisible()
    await expect(places(page)).toHaveCount(2)
    await his.context().close()
  } finally {
    await switchOff()
  }
})
