import { expect } from '@playwright/test'
import { devices } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { openCourse } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a discount code worth more than the course makes it free, with nothing due', async ({
      page,
      house: { server, admin },
    }) => {
      const name = `Gift ${device}`
      const code = { code: `gift-${device}`, amount: 10_000, audience: 'others' } as const
      await openCourse(server, admin, name, [code])
      await enter(page.context(), await server.person({ email: `gift-${device}@example.ee`, displayName: 'Kinga' }))
      await page.goto('/classes')
      const card = page.getByRole('listitem').or(page.getByRole('article')).filter({ hasText: name }).last()
      await card.getByRole('button', { name: 'Register' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'I have a discount code' }).click()
      await dialog.getByLabel('Discount code').fill(code.code)
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(dialog.getByText('Discount applied: -60€')).toBeVisible()
      await expect(dialog.getByText('There is nothing to pay.')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Cash' })).toHaveCount(0)
      await expectAccessible(page, 'a course that costs nothing', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog).toBeHidden()
      await page.goto('/dashboard')
      await expect(page.getByText(name).first()).toBeVisible()
      await expect(page.getByRole('list', { name: 'Due payments' })).toHaveCount(0)
    })
  })
}
