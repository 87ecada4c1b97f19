import { expect } from '@playwright/test'
import { registrations } from '#studio/registrations/contract.ts'
import { devices } from './devices.ts'
import { enter, test } from './fixtures.ts'
import { entryOf, scheduledClass } from './studio.ts'

/** Width between the margins of an A4 sheet, in px. */
const PAPER = 718

for (const [device, use] of devices) {
  test.describe(`from a ${device}`, () => {
    test.use({ ...use, colorScheme: 'dark' })
    test('a class is printed with all columns, in the light theme, and without controls', async ({ page, house }) => {
      const { server, admin } = house
      const name = `Printed on a ${device}`
      // later than other tests' classes, which those expect on the first page
      await scheduledClass(server, admin, name, { inDays: 5 })
      const member = await server.person({ email: `paper.${device}@example.ee` })
      const scheduleId = await entryOf(server, member, name)
      await server.must(
        registrations.registerWithDropIn,
        { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null },
        member,
      )
      await enter(page.context(), admin)
      await page.goto(`/admin/class-registrants?entry=${scheduleId}`)
      await expect(page.getByRole('heading', { name })).toBeVisible()

      // as a browser does before the print layout
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: PAPER, height: 1000 })
      const row = page
        .getByRole('row')
        .filter({ hasText: `paper.${device}@example.ee` })
        .last()
      for (const mark of ['Attended', 'No-show']) {
        const box = await row.getByRole('button', { name: mark }).boundingBox()
        expect(box && box.x + box.width, mark).toBeLessThan(PAPER)
      }
      await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Remove/ })).toBeHidden()
      await expect(page.locator(':root')).toHaveCSS('color-scheme', 'light')
    })
  })
}
