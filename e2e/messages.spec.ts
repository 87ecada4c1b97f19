import { expect } from '@playwright/test'
import { registrations } from '#studio/registrations/contract.ts'
import { devices, writeToClass } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { entryOf, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('an admin writes to everybody in a class, previews the e-mail, and recalls the message', async ({
      page,
      house: { server, admin },
    }) => {
      const name = `Salsa by ${device}`
      await scheduledClass(server, admin, name, { inDays: 3 })
      const scheduleId = await entryOf(server, admin, name)
      for (const one of ['mari', 'kati']) {
        const person = await server.person({ email: `reads.${one}.${device}@example.ee`, displayName: one })
        await server.must(
          registrations.registerWithDropIn,
          { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null },
          person,
        )
      }
      await enter(page.context(), admin)
      await page.goto(`/admin/class-details/${scheduleId}`)
      await writeToClass(page, device)
      await expect(page.getByRole('heading', { name: 'Write to 2 people' })).toBeVisible()

      await test.step('an empty message is not sent, and the missing parts are named', async () => {
        await page.getByRole('button', { name: 'Send to 2 people' }).click()
        await expect(page.getByText('Please fill in this field.').first()).toBeVisible()
      })

      await page.getByRole('textbox', { name: 'Subject' }).fill('Other shoes')
      await page.getByRole('textbox', { name: 'Text' }).fill('Please bring other shoes.\n\nSee you!')
      const preview = page.getByRole('region', { name: 'Preview' })
      await expect(preview.getByText('Please bring other shoes.')).toBeVisible()
      await expect(preview.getByText(new RegExp(`^${name}, `))).toBeVisible()
      await expectAccessible(page, 'a message that is being written')
      await page.getByRole('button', { name: 'Send to 2 people' }).click()

      await expect(page.getByRole('heading', { name: 'Other shoes' })).toBeVisible()
      await expect(page.getByText('2 pending')).toBeVisible()
      await expectAccessible(page, 'a message that was sent')
      await page.getByRole('button', { name: 'Take back' }).click()
      await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible()
      await expect(page.getByText('The message is taken back. Nobody was written to.')).toBeVisible()
    })

    test('a search in the list of users selects the recipients', async ({ page, house: { server, admin } }) => {
      await server.person({ email: `camp.liis.${device}@example.ee`, displayName: 'Liis' })
      await enter(page.context(), admin)
      await page.goto(`/admin/users?search=camp.liis.${device}`)
      await page.getByRole('link', { name: 'Write a message' }).click()
      await expect(page.getByRole('heading', { name: 'Write to 1 person' })).toBeVisible()
      await expect(page.getByText('Readers can unsubscribe from such e-mails with one press.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Subject' }).fill(`Our summer camp by ${device}`)
      await page.getByRole('textbox', { name: 'Text' }).fill('Come along!')
      await page.getByRole('button', { name: 'Send to 1 person' }).click()
      await expect(page.getByText('1 pending')).toBeVisible()
      await page.getByRole('link', { name: 'Messages' }).last().click()
      await expect(page.getByRole('link', { name: `Our summer camp by ${device}` })).toBeVisible()
      await expectAccessible(page, 'messages')
    })
  })
}
