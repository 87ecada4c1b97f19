import { expect, type Page } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { phone } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, test } from './fixtures.ts'
import { membershipForSale, openCourse, scheduledClass, secondGuardian, withFeatures } from './studio.ts'

test.use(phone)

test('one child’s debt does not block the other child, and a guardian who does not pay is not asked to transfer', async ({
  page,
  house,
  browser,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const membershipId = await membershipForSale(server, admin, 'Pass of one')
    await scheduledClass(server, admin, 'Class of both')
    await openCourse(server, admin, 'Course of both')
    const mother = await server.person({ email: 'mother.pays@example.ee', displayName: 'Malviine' })
    const added = async (displayName: string) =>
      (await server.must(families.addChild, { displayName, familyName: 'Kask', dob: '2016-05-05' }, mother)).personId
    const [owing, free] = [await added('Anna'), await added('Berta')]
    const email = 'father.books@example.ee'
    const father = await secondGuardian(server, mother, { email, displayName: 'Fabian', personId: free, pays: false })
    const cash = { coverMember: false, paymentMethod: 'cash' } as const
    for (let n = 0; n < 10; n++) await server.must(memberships.buy, { membershipId, ...cash, personId: owing }, mother)

    const why = /You have 10 unpaid bookings, and 10 is the most/
    const card = (at: Page, name: string) => at.getByRole('listitem').filter({ has: at.getByRole('heading', { name }) })
    const whom = (at: Page, name: string) =>
      at.getByRole('dialog').getByRole('group', { name: 'For whom?' }).getByRole('checkbox', { name })
    await enter(page.context(), mother)

    await test.step('a membership: the child in debt is named with the reason, the other child can have it', async () => {
      await page.goto('/memberships')
      await card(page, 'Pass of one').getByRole('button', { name: 'Buy' }).click()
      await expect(whom(page, 'Anna')).toBeDisabled()
      await expect(page.getByRole('dialog').getByText(why)).toBeVisible()
      await expect(whom(page, 'Berta')).toBeEnabled()
      await expectAccessible(page, 'buying for one of two children')
      await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
      await expect(page.getByRole('dialog').getByText('Please choose for whom.')).toBeVisible()
      await expect(whom(page, 'Malviine')).toBeFocused()
      await expect(page.getByText(/Are you sure you want to pay/)).toHaveCount(0)
      await expectAccessible(page, 'buying for nobody')
    })

    await test.step('buying again asks anew for whom it is', async () => {
      await whom(page, 'Berta').check()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await card(page, 'Pass of one').getByRole('button', { name: 'Buy' }).click()
      await expect(whom(page, 'Berta')).not.toBeChecked()
      await page.keyboard.press('Escape')
    })

    await test.step('a course: the child in debt is named, the other child can have it', async () => {
      await page.goto('/classes')
      await card(page, 'Course of both').getByRole('button', { name: 'Register' }).click()
      await expect(whom(page, 'Anna')).toBeDisabled()
      await whom(page, 'Berta').check()
      await page.keyboard.press('Escape')
    })

    await test.step('a guardian who does not pay can book, and sees who pays instead of a bank account', async () => {
      const his = await anotherBrowser(browser, server.url, father)
      await his.goto('/classes')
      const row = his.getByRole('listitem').filter({ hasText: 'Class of both' }).last()
      await row.getByRole('button', { name: 'Register' }).click()
      await whom(his, 'Berta').check()
      const dialog = his.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('button', { name: 'Bank Transfer' }).click()
      await his.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog.getByText('What it costs goes to a guardian who pays, and they are told.')).toBeVisible()
      await expect(dialog.getByText('IBAN')).toHaveCount(0)
      await expectAccessible(his, 'booked by a guardian who does not pay')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect(row.getByText('Registered: Berta')).toBeVisible()
      await his.context().close()
    })
  } finally {
    await switchOff()
  }
})
