import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { devices, phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { entryOf, membershipForSale, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('staff see why a person can’t register, and how to solve it', async ({ page, house: { server, admin } }) => {
      const name = `Checked ${device}`
      await scheduledClass(server, admin, name, { maxParticipants: 1 })
      const scheduleId = await entryOf(server, admin, name)
      const [holder, asks] = await Promise.all(
        ['Hedi', 'Kersti'].map((displayName) =>
          server.person({ email: `${displayName.toLowerCase()}.${device}@example.ee`, displayName }),
        ),
      )
      const byDropIn = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)
      expect(asks).toBeDefined()

      await enter(page.context(), admin)
      await page.goto(`/admin/class-registration?entry=${scheduleId}`)
      await page.getByLabel('Search by name or e-mail').fill(`kersti.${device}`)
      await page.getByRole('button', { name: /^Kersti Kask/ }).click()
      // below the person, a phone shows only the chosen class
      await expect(page.getByRole('radiogroup', { name: 'Class' })).toHaveCount(device === 'phone' ? 0 : 1)
      const full = page.getByText('Class is full. Raise its maximum, or choose another class.').first()
      await expect(full).toBeVisible()
      const check = page.getByRole('region', { name: 'Check for a person' })
      await expect(check.getByText('Can’t register')).toBeVisible()
      await expect(check.getByText('Full: 1 of 1 places are taken.')).toBeVisible()
      // rules that are met are folded
      await expect(check.getByText('It has not begun.')).toBeHidden()
      await check.getByText(/^Checked: /).click()
      await expect(check.getByText('It has not begun.')).toBeVisible()
      // what blocks comes first, then what is merely no help
      await expect(check.getByRole('listitem').first()).toHaveText(/^in the way: Full/)
      await expect(check.getByRole('listitem').nth(1)).toHaveText(/^note: No active pass/)
      await expectAccessible(page, 'a person who is checked')
      await server.must(registrations.cancel, { scheduleId }, holder)
      await expect(check.getByText('Can register')).toBeVisible()
      await expect(check.getByText('A place is free: 0 of 1 are taken.')).toBeVisible()

      // the link beside the name leads to another person, and the person's page back to their registrations
      const [, kersti = ''] = /user=([^&]+)/.exec(page.url()) ?? []
      await page.getByRole('button', { name: 'Change: Kersti Kask' }).click()
      await expect(page.getByLabel('Search by name or e-mail')).toBeVisible()
      await page.goto(`/admin/users/${kersti}`)
      await page.getByRole('link', { name: 'Register', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`class-registration.*user=${kersti}`))
      await expect(page.getByRole('button', { name: 'Change: Kersti Kask' })).toBeVisible()

      await page.goto(`/admin/class-details/${scheduleId}`)
      await page.getByRole('button', { name: 'Check for a person' }).click()
      const dialog = page.getByRole('dialog', { name: 'Check for a person' })
      await dialog.getByLabel('Search by name or e-mail').fill(`kersti.${device}`)
      await dialog.getByRole('button', { name: /^Kersti Kask/ }).click()
      await expect(dialog.getByText('Can register')).toBeVisible()
    })
  })
}

test.describe('on a phone', () => {
  test.use(phone)
  test('changing the class opens the list at the chosen one, and brings the person back into view afterwards', async ({
    page,
    house: { server, admin },
  }) => {
    const ott = await server.person({ email: 'other.class@example.ee', displayName: 'Ott' })
    // so that the list is far down the page
    for (const name of ['One pass', 'Another pass', 'One more pass']) {
      const membershipId = await membershipForSale(server, admin, name)
      await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, ott)
    }
    for (const name of ['Not this one', 'Rather this one']) await scheduledClass(server, admin, name)
    await enter(page.context(), admin)
    await page.goto(`/admin/class-registration?entry=${await entryOf(server, admin, 'Not this one')}`)
    await page.getByLabel('Search by name or e-mail').fill('other.class')
    await page.getByRole('button', { name: /^Ott Kask/ }).click()
    const can = page.getByRole('region', { name: 'Check for a person' }).getByText('Can register')
    await expect(can).toBeVisible()
    // independent of how many passes are listed before
    for (const way of ['Register with Membership', 'Register with Drop-in'])
      await expect(page.getByRole('button', { name: way })).toBeInViewport({ ratio: 1 })

    await page.getByRole('button', { name: 'Change: Not this one' }).click()
    const card = (name: string) => page.getByRole('radio', { name: new RegExp(name) })
    await expect(card('Not this one')).toBeFocused()
    await expect(card('Not this one')).toBeInViewport()
    await card('Rather this one').click({ force: true })
    const person = page.getByRole('region', { name: 'Person', exact: true })
    await expect(person).toBeFocused()
    await expect(can).toBeVisible()
    await expect(person.getByText('Rather this one')).toBeInViewport()

    // by keyboard every class passed over gets chosen; losing the window's focus does not scroll
    await page.getByRole('button', { name: 'Change: Rather this one' }).press('Enter')
    await expect(card('Rather this one')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    const passed = page.getByRole('radio', { checked: true })
    await expect(passed).toBeFocused()
    await passed.dispatchEvent('focusout')
    await expect(passed).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radiogroup', { name: 'Class' })).toHaveCount(0)
  })

  test('with a person but no class chosen, one press leads to the classes, and no unusable controls come first', async ({
    page,
    house: { server, admin },
  }) => {
    const ott = await server.person({ email: 'class.first@example.ee', displayName: 'Ott' })
    for (const name of ['First pass', 'Second pass', 'Third pass']) {
      const membershipId = await membershipForSale(server, admin, name)
      await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, ott)
    }
    await scheduledClass(server, admin, 'Led to')
    await enter(page.context(), admin)
    await page.goto('/admin/class-registration')
    await page.getByLabel('Search by name or e-mail').fill('class.first')
    await page.getByRole('button', { name: /^Ott Kask/ }).click()
    await expect(page.getByRole('radio', { name: /First pass/ })).toBeVisible()
    const register = page.getByRole('button', { name: /^Register with/ })
    await expect(register).toHaveCount(0)
    const classes = page.getByRole('heading', { name: 'Upcoming Classes' })
    await expect(classes).not.toBeInViewport()
    await page.getByRole('button', { name: 'Choose a class from the list' }).click()
    await expect(classes).toBeInViewport()
    await expect(page.getByRole('radiogroup', { name: 'Class' }).getByRole('radio').first()).toBeFocused()
    await page.getByRole('radio', { name: /Led to/ }).click({ force: true })
    await expect(register).toHaveCount(2)
  })
})
