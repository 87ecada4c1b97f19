import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { devices } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, signIn, test } from './fixtures.ts'
import { deed } from './forms.ts'
import { StudioServer } from './server.ts'
import { entryOf, membershipForSale, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a partly paid payment stays due with its rest, until the rest is paid or waived', async ({
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
      const open = () => deed(row.first(), 'Confirm').press()
      const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
      const amount = dialog.getByLabel('Actual Paid Amount')
      const rest = dialog.getByRole('radiogroup', { name: 'The rest' })

      await open()
      await expect(dialog.getByRole('definition').first()).toHaveText(`Pass ${mark}`)
      await expect(rest).toBeHidden()
      await amount.fill('15')
      await expect(rest.getByRole('radio', { name: 'let go' })).toBeChecked()
      await expect(dialog.getByText('25€ less than is due. It counts as paid in full.')).toBeVisible()
      await amount.fill('500')
      await expect(dialog.getByText('460€ more than is due. It is not kept as credit.')).toBeVisible()
      await amount.fill('15')
      await rest.getByRole('radio', { name: 'stays due' }).check()
      await expect(dialog.getByText('than is due')).toBeHidden()
      await expectAccessible(page, 'confirm a part of a payment')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      const said = page.getByText('Received in part. 25€ stays due.')
      await expect(said).toBeVisible()
      await expectAccessible(page, 'a part that was just confirmed')

      await page.getByRole('status').filter({ has: said }).getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('1 payment as before.')).toBeVisible()
      await expect(page.getByText('What you confirmed last can still be undone.')).toBeHidden()
      await expect(row.getByText('15€ of 40€ paid')).toHaveCount(0)

      await open()
      await amount.fill('15')
      await rest.getByRole('radio', { name: 'stays due' }).check()
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(said).toBeVisible()
      await expect(row.getByText('15€ of 40€ paid').first()).toBeVisible()
      await expect(page.getByText('1 payment, 25€ still to pay')).toBeVisible()
      await expect(own.getByText('15€ of 40€ paid')).toBeVisible()
      await expect(own.getByRole('link', { name: '1 due payment: 25€' })).toBeVisible()

      await open()
      await expect(dialog.getByText('Received before')).toBeVisible()
      await expect(amount).toHaveValue('25.00')
      await amount.fill('20')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Payment confirmed.')).toBeVisible()
      await expect(row).toHaveCount(0)
      await page.reload()
      const last = page.getByRole('status').filter({ hasText: 'What you confirmed last can still be undone.' })
      await last.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('1 payment as before.')).toBeVisible()
      await expect(last).toBeHidden()
      await open()
      await expect(amount).toHaveValue('25.00')
      await amount.fill('20')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Payment confirmed.')).toBeVisible()
      await page.getByRole('link', { name: 'Confirmed 1' }).click()
      await expect(page.getByText('1 payment, total 35€')).toBeVisible()
      await expect(own.getByText('15€ of 40€ paid')).toBeHidden()
      await deed(row.first(), 'History').press()
      const history = page.getByRole('list', { name: 'History' })
      // once undone, and once for good
      await expect(history.getByText('The rest of 5€ was let go.')).toHaveCount(2)
      await own.context().close()
    })
  })
}

test('a partly paid payment becomes overdue with its rest, and a reminder of it can be recalled', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-clock-'))
  const clock = join(folder, 'seconds')
  writeFileSync(clock, String(-8 * 24 * 3600))
  const server = await StudioServer.start('dist', async () => ({ CLOCK_OFFSET_FILE: clock }))
  const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
  const member = await server.person({ email: 'late@example.ee', displayName: 'Late' })
  const membershipId = await membershipForSale(server, admin, 'Late pass')
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  const [bought] = await server.ask(payments.mine, {}, member)
  const part = { paymentId: bought?.id ?? '', actualAmount: 1500, rest: 'staysDue' } as const
  await server.must(payments.confirm, part, admin)
  await enter(page.context(), member)
  await page.goto(`${server.url}/dashboard`)
  const own = page.getByRole('list', { name: 'Due payments' }).getByRole('listitem')
  await expect(own.getByText('15€ of 40€ paid')).toBeVisible()
  await expect(own.getByText('Overdue')).toHaveCount(0)

  writeFileSync(clock, '0')
  const behind = async () => {
    const { now } = (await (await fetch(`${server.url}/initial`)).json()) as { now: number }
    return Date.now() - now
  }
  // the time of a page is rounded to a quarter of a minute
  await expect.poll(behind).toBeLessThan(60_000)
  await page.reload()
  await expect(own.getByText('Overdue', { exact: true })).toBeVisible()
  await expect(own.getByText('15€ of 40€ paid')).toBeVisible()
  await expectAccessible(page, 'a payment of which a part came too late')
  await enter(page.context(), await server.signIn('asta@example.ee'))
  await page.goto(`${server.url}/admin/payments`)
  await expect(page.getByRole('table', { name: 'Due' }).getByText('15€ of 40€ paid · Overdue')).toBeVisible()
  await page.getByRole('button', { name: 'Remind 1 payer' }).click()
  const remind = page.getByRole('dialog')
  const letters = remind.getByRole('list', { name: 'Will be reminded (1):' })
  await expect(letters.getByRole('listitem')).toHaveText([/25€$/])
  await expect(remind.getByText('Will not be reminded')).toHaveCount(0)
  await expectAccessible(page, 'who is reminded', '[role=dialog]')
  await remind.getByRole('button', { name: 'Remind 1 payer' }).click()
  await expect(page.getByText('1 payer gets an e-mail.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Undo reminders' }).click()
  await expect(page.getByText('The reminders are taken back.')).toBeVisible()
  await server.remove()
  rmSync(folder, { recursive: true })
})

test('several payments are paid by one transfer, and confirmed with one press', async ({ page, browser, house }) => {
  const { server, admin } = house
  const email = 'at-once@example.ee'
  const member = await server.person({ email, displayName: 'Atonce' })
  const book = async (name: string, paymentMethod: 'bankTransfer' | 'cash') => {
    await scheduledClass(server, admin, name)
    const order = { coverMember: false, paymentMethod, discountCode: null }
    await server.must(
      registrations.registerWithDropIn,
      { scheduleId: await entryOf(server, admin, name), ...order },
      member,
    )
  }
  for (const name of ['At once one', 'At once two']) await book(name, 'bankTransfer')
  await book('At the desk', 'cash')
  const own = await anotherBrowser(browser, server.url, member)
  await own.goto('/dashboard')
  await expect(own.getByRole('heading', { name: 'Pay all 2 at once' })).toBeVisible()
  await expect(own.getByText('In addition, 15€ in cash at the studio.')).toBeVisible()
  await expectAccessible(own, 'one pay box')
  await own.getByRole('button', { name: 'I have paid' }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(own.getByText('Thank you! The studio will confirm the payment.')).toBeVisible()
  await expect(own.getByRole('heading', { name: 'Pay all 2 at once' })).toHaveCount(0)

  await enter(page.context(), admin)
  await page.goto('/admin/payments?search=Atonce')
  await page.getByRole('link', { name: 'Marked as Paid 2', exact: true }).click()
  const list = page.getByRole('region', { name: 'Marked as Paid', exact: true })
  await list.getByRole('checkbox', { name: /Atonce.*At once one/ }).check({ force: true })
  await expect(list.getByRole('button', { name: 'Confirm 1 payment, 15€' })).toBeVisible()
  await list.getByRole('checkbox', { name: 'Choose all on this page' }).check({ force: true })
  await expectAccessible(page, 'payments that are chosen')
  await list.getByRole('button', { name: 'Confirm 2 payments, 30€' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('2 payments confirmed.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 payments confirmed.'), 'it can still be undone').toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('2 payments as before.')).toBeVisible()
  await expect(own.getByRole('heading', { name: 'Pay all 2 at once' })).toHaveCount(0)
  await list.getByRole('checkbox', { name: 'Choose all on this page' }).check({ force: true })
  await list.getByRole('button', { name: 'Confirm 2 payments, 30€' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('2 payments confirmed.')).toBeVisible()
  await expect(own.getByText('At once one').first()).toBeVisible()
  await own.context().close()
})

test('an admin resets a payment that was marked as paid but never arrived, also on the member’s own screen', async ({
  page,
  browser,
  house,
}) => {
  const { server, admin } = house
  const owner = await server.person({ email: 'never.came@example.ee', displayName: 'Mari' })
  const membershipId = await membershipForSale(server, admin, 'Pass never paid')
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'stebby' as const }, owner)
  const [due] = await server.ask(payments.mine, {}, owner)
  await server.must(payments.markAsPaid, { paymentId: due?.id ?? '' }, owner)
  const own = await anotherBrowser(browser, server.url)
  await enter(own.context(), owner)
  await own.goto('/dashboard')
  await expect(own.getByRole('link', { name: '1 due payment: 40€' })).toHaveCount(0)

  await enter(page.context(), admin)
  await page.goto('/admin/payments?tab=markedByUser&search=never.came')
  await deed(page.getByRole('row').filter({ hasText: 'Pass never paid' }).first(), 'Not received').press()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText('Mari Kask says this is paid: Pass never paid, 40€.')).toBeVisible()
  await expectAccessible(page, 'a payment that never came')
  await dialog.getByRole('button', { name: 'Not received' }).click()
  await expect(page.getByText('The payment is due again.')).toBeVisible()
  await expect(own.getByRole('link', { name: '1 due payment: 40€' })).toBeVisible()
  await own.context().close()
})
