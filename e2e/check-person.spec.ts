import { expect } from '@playwright/test'
import { registrations } from '#studio/registrations/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { entryOf, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('staff see why somebody can’t register, and the way out', async ({ page, house: { server, admin } }) => {
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
      // below the person on a phone the other classes give way to the one that is chosen
      await expect(page.getByRole('radiogroup', { name: 'Class' })).toHaveCount(device === 'phone' ? 0 : 1)
      const check = page.getByRole('region', { name: 'Check for a person' })
      await expect(check.getByText('Can’t register')).toBeVisible()
      await expect(check.getByText('Full: 1 of 1 places are taken.')).toBeVisible()
      await expect(check.getByText('It has not begun.')).toBeVisible()
      // what stops stands first, then what only doesn't help
      await expect(check.getByRole('listitem').first()).toHaveText(/^in the way: Full/)
      await expect(check.getByRole('listitem').nth(1)).toHaveText(/^no help: No active pass/)
      await expectAccessible(page, 'a person who is checked')
      await server.must(registrations.cancel, { scheduleId }, holder)
      await expect(check.getByText('Can register')).toBeVisible()
      await expect(check.getByText('A place is free: 0 of 1 are taken.')).toBeVisible()

      await page.goto(`/admin/class-details/${scheduleId}`)
      await page.getByRole('button', { name: 'Check for a person' }).click()
      const dialog = page.getByRole('dialog', { name: 'Check for a person' })
      await dialog.getByLabel('Search by name or e-mail').fill(`kersti.${device}`)
      await dialog.getByRole('button', { name: /^Kersti Kask/ }).click()
      await expect(dialog.getByText('Can register')).toBeVisible()
    })
  })
}
