import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { devices } from './devices.ts'
import { anotherBrowser, expectAccessible, signIn, test } from './fixtures.ts'
import { membershipForSale } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a payment of which a part comes in stays due with its rest, until that comes or is let go', async ({
      page,
      browser,
      house,
    }) => {
      const { server, admin } = house
      const mark = `part${device}`
      const owner = await server.person({ email: `${mark}@example.ee`, displayName: 'Mari' })
      await server.person({ email: `admin.${mark}@example.ee`, role: 'admin' })
      const membershipId = await membershipForSale(server, admin, `Pass ${mark}`)
      await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' as const }, owner)
      const own = await anotherBrowser(browser, server.url)
      await signIn(own, `${mark}@example.ee`)
      await signIn(page, `admin.${mark}@example.ee`)
      await expect(page).toHaveURL('/dashboard')
      await page.goto(`/admin/payments?search=${mark}`)
      const row = page
        .getByRole('row')
        .or(page.getByRole('listitem'))
        .filter({ hasText: `Pass ${mark}` })
      const open = () =>
        row
          .first()
          .getByRole('button', { name: /^Confirm/ })
          .click()
      const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
      const amount = dialog.getByLabel('Actual Paid Amount')
      const rest = dialog.getByRole('radiogroup', { name: 'The rest' })

      await open()
      await expect(rest).toBeHidden()
      await amount.fill('15')
      await expect(rest.getByRole('radio', { name: 'let go' })).toBeChecked()
      await rest.getByRole('radio', { name: 'stays due' }).check()
      await expectAccessible(page, 'confirm a part of a payment')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Received in part. 25€ stays due.')).toBeVisible()
      await expect(row.getByText('15€ of 40€ paid').first()).toBeVisible()
      await expect(own.getByText('15€ of 40€ paid')).toBeVisible()

      await open()
      await expect(dialog.getByText('Received before')).toBeVisible()
      await expect(amount).toHaveValue('25.00')
      await amount.fill('20')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Payment confirmed.')).toBeVisible()
      await expect(page.getByText('1 payment, total 35€')).toBeVisible()
      await expect(own.getByText('15€ of 40€ paid')).toBeHidden()
      await own.context().close()
    })
  })
}
