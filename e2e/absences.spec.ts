import { expect, type Page } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, scheduledClass } from './studio.ts'

/** A studio of its own with make-up classes, and Ursula, who is in the girls' group. */
const test = base.extend<{ own: { server: StudioServer; admin: Session; ursula: Session; scheduleId: string } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    const { features } = await server.ask(settings.all, {}, admin)
    const on = { ...features, makeUpClasses: true, door: true }
    await server.must(settings.save, { section: 'features', typed: on, before: features }, admin)
    await scheduledClass(server, admin, 'Girls on Monday', { inDays: 3, categories: ['Girl Group', 'Boy Group'] })
    await scheduledClass(server, admin, 'Boys on Friday', { inDays: 5, categories: ['Boy Group'] })
    const ursula = await server.person({ email: 'ursula@example.ee', displayName: 'Ursula' })
    const { people } = await server.ask(registrations.people, { search: 'ursula@example.ee' }, admin)
    const category = { userId: people[0]?.id ?? '', membershipCategory: 'Member-girl' }
    await server.must(accounts.setMembershipCategory, category, admin)
    await use({ server, admin, ursula, scheduleId: await entryOf(server, admin, 'Girls on Monday') })
    await server.remove()
  },
})

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first()

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('who is included says that they can’t come, and comes after all', async ({
      page,
      own: { server, admin, ursula, scheduleId },
    }) => {
      const row = rowOf(page, 'Girls on Monday')
      await enter(page.context(), ursula)
      await page.goto(`${server.url}/classes`)
      await expect(row.getByRole('button', { name: 'Included in membership' })).toBeVisible()
      await expectAccessible(page, 'classes that include somebody')
      await row.getByRole('button', { name: "I can't come" }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/^You get a make-up class for it/)).toBeVisible()
      await dialog.getByRole('button', { name: "I can't come" }).click()
      await expect(row.getByRole('button', { name: 'I can come after all' })).toBeVisible()
      await expect(page.getByText(/You have a make-up class until/)).toBeVisible()

      await test.step('the make-up class pays for another class, until that place is cancelled', async () => {
        await page.goto(`${server.url}/dashboard`)
        await expect(page.getByRole('region', { name: 'Make-up classes' }).getByText(/^Valid until/)).toBeVisible()
        await page.goto(`${server.url}/classes`)
        const other = rowOf(page, 'Boys on Friday')
        await other.getByRole('button', { name: 'Register' }).click()
        await expect(dialog.getByRole('radio', { name: /^Make-up class/ })).toBeChecked()
        await expectAccessible(page, 'a make-up class as a way to pay')
        await dialog.getByRole('button', { name: 'Confirm' }).click()
        await expect(other.getByRole('button', { name: 'Cancel Registration' })).toBeVisible()
        const back = row.getByRole('button', { name: 'I can come after all' })
        await expect(back).toHaveAttribute(
          'aria-description',
          /You come to Boys on Friday, .* instead: cancel that place first/,
        )
        await other.getByRole('button', { name: 'Cancel Registration' }).click()
        await expect(dialog.getByText('Your make-up class is given back.')).toBeVisible()
        await dialog.getByRole('button', { name: 'Confirm' }).click()
        await expect(other.getByRole('button', { name: 'Register' })).toBeVisible()
      })

      await test.step('the dashboard has it, and takes it back', async () => {
        await page.goto(`${server.url}/dashboard`)
        await expectAccessible(page, 'a dashboard with a class one can’t come to')
        await page.getByRole('button', { name: 'I can come after all' }).click()
        await expect(page.getByText('You have your place again.')).toBeVisible()
        await expect(page.getByRole('region', { name: 'Make-up classes' })).toBeHidden()
      })

      await test.step('the link of a reminder leads to the same', async () => {
        await page.goto(`${server.url}/my-place/${scheduleId}`)
        await page.getByRole('button', { name: "I can't come" }).click()
        await page.getByRole('dialog').getByRole('button', { name: "I can't come" }).click()
        await expect(page.getByText("You said that you can't come.")).toBeVisible()
      })

      await test.step('staff see who can’t come, and let in who comes all the same', async () => {
        await enter(page.context(), admin)
        await page.goto(`${server.url}/admin/class-details/${scheduleId}`)
        const absent = page.getByRole('region', { name: "Can't come" })
        await expect(absent.getByText('Ursula')).toBeVisible()
        await expectAccessible(page, 'a class with somebody who can’t come')
        await absent.getByRole('button', { name: 'Comes after all' }).click()
        await expect(absent).toBeHidden()
        await page.getByRole('button', { name: "can't come" }).click()
        await page.getByRole('dialog').getByRole('button', { name: "Can't come" }).click()
        await expect(absent).toBeVisible()
        expect(await server.ask(registrations.absentFrom, {}, ursula)).toMatchObject([{ scheduleId }])
      })
    })
  })
}
