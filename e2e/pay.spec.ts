import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { devices } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, test } from './fixtures.ts'
import { StudioServer } from './server.ts'
import { today, withFeatures } from './studio.ts'
import { classes } from '#studio/classes/contract.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('an admin sets a rate, a past class appears on the pay sheet, and after closing the month its teacher sees the pay', async ({
      page,
      browser,
    }) => {
      test.slow()
      const folder = mkdtempSync(join(tmpdir(), 'studio-clock-'))
      const CLOCK_OFFSET_FILE = join(folder, 'seconds')
      const server = await StudioServer.start('dist', async () => ({ CLOCK_OFFSET_FILE }))
      try {
        const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
        const teacher = await server.person({ email: 'tiina@example.ee', displayName: 'Tiina', role: 'teacher' })
        await withFeatures(server, admin, { paySheet: true })
        const staff = await server.ask(rooms.staff, {}, admin)
        const teacherIds = staff.flatMap(({ id, name }) => (name === 'Tiina Kask' ? [id] : []))
        const form = { name: 'Salsa', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
        const { id: classId } = await server.must(classes.create, form, admin)
        const day = { startDate: today(), endDate: today(), startTime: '00:00', endTime: '00:01' }
        const prices = { standardPrice: null, memberPrice: null }
        const plan = { classId, weekdays: [1, 2, 3, 4, 5, 6, 7], ...day, ...prices, teacherIds }
        await server.must(schedule.add, plan, admin)

        await enter(page.context(), admin)
        await page.goto(`${server.url}/admin/pay`)
        await page.getByRole('button', { name: 'Set a rate for Tiina Kask' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('For a class').fill('20')
        await dialog.getByLabel('For each person there').fill('3')
        await dialog.getByLabel('At most').fill('10')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog.getByText('At most can’t be less than what a class has anyway.')).toBeVisible()
        await dialog.getByLabel('At most').fill('40')
        await expectAccessible(page, 'the dialog of a rate', '[role=dialog]')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog).toBeHidden()
        await expect(page.getByText('20€ a class, 3€ a person, at most 40€')).toBeVisible()
        await expect(page.getByText('20€ for 1 line').first()).toBeVisible()
        const lines = page.getByRole('region', { name: 'Tiina Kask' })
        await expect(lines.getByText('Salsa')).toBeHidden()
        await lines.getByRole('button', { name: /Tiina Kask.*20€ for 1 line/ }).click()
        await expect(lines.getByText('Salsa')).toBeVisible()
        await expect(page.getByRole('button', { name: /^Close / })).toHaveAccessibleDescription(
          'This month isn’t over yet: close it after its last day.',
        )
        await expectAccessible(page, 'the pay sheet')

        const theirs = await anotherBrowser(browser, server.url, teacher)
        await theirs.goto(`${server.url}/admin/my-pay`)
        await expect(theirs.getByText('No closed month yet')).toBeVisible()
        await expectAccessible(theirs, 'the own pay')
        await theirs.goto(`${server.url}/admin/pay`)
        await expect(theirs).not.toHaveURL(/admin\/pay/)
        await theirs.context().close()

        // a month and a day later; staff who were idle for so long must sign in again
        writeFileSync(CLOCK_OFFSET_FILE, String((31 + 1) * 24 * 3600))
        await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible({ timeout: 60_000 })
        const [adminLater, teacherLater] = [
          await server.signIn('admin@example.ee'),
          await server.signIn('tiina@example.ee'),
        ]
        await enter(page.context(), adminLater)
        await page.goto(`${server.url}/admin/pay?month=${today().slice(0, 7)}`)
        await page.getByRole('button', { name: /^Close / }).click()
        await expect(dialog.getByText('20€ in all.')).toBeVisible()
        await dialog.getByRole('button', { name: /^Close / }).click()
        await expect(page.getByText('It never changes.')).toBeVisible()
        const closed = await anotherBrowser(browser, server.url, teacherLater)
        await closed.goto(`${server.url}/admin/my-pay`)
        await expect(closed.getByText('Salsa').first()).toBeVisible()
        await expectAccessible(closed, 'the own pay of a closed month')
      } finally {
        await server.remove()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
}
