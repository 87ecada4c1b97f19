import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { devices, phone } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, signIn, test } from './fixtures.ts'
import { entryOf, membershipForSale, scheduledClass } from './studio.ts'

async function fileOf(page: Page): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  return readFileSync(await (await started).path(), 'utf8')
}

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('an unpaid pass is marked as unpaid for staff and its owner until somebody settles it', async ({
      page,
      browser,
      house,
    }) => {
      const { server, admin } = house
      const mark = `owes${device}`
      const owner = await server.person({ email: `${mark}@example.ee`, displayName: 'Mari' })
      await server.person({ email: `teacher.${mark}@example.ee`, role: 'teacher' })
      // early in the day, to be on the first page whatever other tests have planned
      await scheduledClass(server, admin, `Ballet ${mark}`, { startTime: '06:00', endTime: '07:30' })
      const scheduleId = await entryOf(server, admin, `Ballet ${mark}`)
      const membershipId = await membershipForSale(server, admin, `Pass ${mark}`)
      const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
      const { purchaseId } = await server.must(memberships.buy, order, owner)
      await server.must(registrations.registerWithMembership, { scheduleId, purchaseId }, owner)
      const [payment] = await server.ask(payments.mine, {}, owner)
      const paymentId = payment?.id ?? ''
      const unpaid = (on: Page) => on.getByText('Pass unpaid · 40€')

      const own = await anotherBrowser(browser, server.url)
      await signIn(own, `${mark}@example.ee`)
      // in the list of classes and on the card of the pass
      await expect(unpaid(own)).toHaveCount(2)

      await signIn(page, `teacher.${mark}@example.ee`)
      await expect(page).toHaveURL('/dashboard')
      await page.goto(`/admin/class-details/${scheduleId}`)
      await expect(unpaid(page)).toBeVisible()
      await expect(page.getByText('Paid by membership')).toBeHidden()
      await expectAccessible(page, 'class details with an unpaid pass')
      await page.goto(`/admin/class-registration?entry=${scheduleId}`)
      await page.getByLabel('Search by name or e-mail').fill(mark)
      await page.getByRole('button', { name: `Mari Kask ${mark}` }).click()
      await expect(unpaid(page)).toBeVisible()
      await page.goto('/admin/class-registrants')
      const owed = await fileOf(page)
      expect(owed.split('\n').find((line) => line.includes(`${mark}@example.ee`))).toContain('Pass unpaid · 40€')
      await page.goto(`/admin/class-registrants?entry=${scheduleId}`)
      const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'Mari Kask' })
      const badge = row.getByRole('button', { name: 'Pass unpaid · 40€' })
      await expect(badge).toBeVisible()

      await badge.click()
      await expect(page.getByRole('dialog').getByText(`Pass ${mark}, Cash in Person`)).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as Paid' }).click()
      await expect(row.getByText('Teacher Marked as Paid')).toBeVisible()
      await expect(own.getByText('Teacher Marked as Paid').first()).toBeVisible()
      await expect(unpaid(own)).toHaveCount(0)

      await server.must(payments.confirm, { paymentId, actualAmount: 4000 }, admin)
      await expect(row.getByText('Paid by membership')).toBeVisible()
      // a paid one is not marked
      await expect(own.getByText('Teacher Marked as Paid')).toHaveCount(0)
      await expect(unpaid(own)).toHaveCount(0)
      await page.goto('/admin/class-registrants')
      const paid = await fileOf(page)
      expect(paid.split('\n').find((line) => line.includes(`${mark}@example.ee`))).toContain('Paid by membership')
      await own.context().close()
    })
  })
}

test('a pass whose payment staff cancelled says that the payment is cancelled, not the pass', async ({
  page,
  browser,
  house: { server, admin },
}) => {
  const owner = await server.person({ email: 'presented.pass@example.ee', displayName: 'Mari' })
  const membershipId = await membershipForSale(server, admin, 'Presented pass')
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
  const { purchaseId } = await server.must(memberships.buy, order, owner)
  const [payment] = await server.ask(payments.mine, {}, owner)
  await server.must(payments.cancel, { paymentId: payment?.id ?? '' }, admin)

  await enter(page.context(), owner)
  await page.setViewportSize(phone.viewport)
  await page.goto('/dashboard')
  const pass = page.getByRole('listitem', { name: 'Presented pass' })
  await expect(pass.getByText('Payment cancelled')).toBeVisible()
  await expect(pass.getByText('Cancelled', { exact: true })).toHaveCount(0)
  await page.goto(`/pass/${purchaseId}`)
  await expect(page.getByText('Payment cancelled')).toBeVisible()

  const desk = await anotherBrowser(browser, server.url, admin)
  await desk.setViewportSize(phone.viewport)
  for (const path of ['/admin/memberships?search=presented', `/admin/users/${payment?.userId}`]) {
    await desk.goto(path)
    const card = desk
      .getByRole('listitem')
      .filter({ hasText: 'Presented pass' })
      .filter({ hasText: /left|0\/4/ })
    await expect(card.getByText('Payment cancelled')).toBeVisible()
    await expect(card.getByText('Cancelled', { exact: true })).toHaveCount(0)
  }
  await desk.context().close()
})
