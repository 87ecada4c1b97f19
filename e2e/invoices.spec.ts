import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readPdf } from '#server/testing/pdf.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { membershipForSale, withFeatures } from './studio.ts'

/** A studio of its own that issues receipts and invoices. */
const test = base.extend<{ own: { server: StudioServer; admin: Session } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { papers: true })
    await use({ server, admin })
    await server.remove()
  },
})

/** The text of the PDF that `press` saves. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const { text } = await readPdf(await readFile(await download.path()))
  return { name: download.suggestedFilename(), words: text }
}

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a member saves a receipt and makes an invoice to a company, which a cancelled payment credits', async ({
      page,
      own: { server, admin },
    }) => {
      const member = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
      const membershipId = await membershipForSale(server, admin, 'Pass')
      for (let n = 0; n < 2; n++) {
        await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
      }
      const [first, second] = await server.ask(payments.mine, {}, member)
      await server.must(payments.confirm, { paymentId: first?.id ?? '', actualAmount: 4000 }, admin)

      await enter(page.context(), member)
      await page.goto(`${server.url}/dashboard`)
      await page.getByRole('link', { name: 'Payments and receipts' }).click()
      await expect(page.getByRole('heading', { name: 'Papers' })).toBeVisible()
      const ofPass = page.getByRole('button', { name: 'Receipt: Pass' })
      await expect(ofPass.getByText('Receipt', { exact: true })).toBeInViewport()
      const receipt = await saved(page, () => ofPass.click())
      expect(receipt.name).toMatch(/^R-\d{4}-0001\.pdf$/)
      expect(receipt.words).toContain('Mari Kask')
      expect(receipt.words).toContain('40.00')

      await page.getByRole('button', { name: 'New invoice' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invoice' })
      // what is open comes first, and the newest of it is chosen
      await expect(dialog.getByRole('checkbox')).toHaveCount(2)
      await expect(dialog.getByRole('group', { name: 'Not paid yet' }).getByRole('checkbox')).toBeChecked()
      await dialog.getByRole('group', { name: 'Paid', exact: true }).getByRole('checkbox').check({ force: true })
      await dialog.getByText('A company').click()
      // a company has no person's name, and a person no company's
      await expect(dialog.getByLabel('Company', { exact: true })).toHaveValue('')
      await dialog.getByLabel('Company', { exact: true }).fill('Tantsuema OÜ')
      await dialog.getByText('A person').click()
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Mari Kask')
      await dialog.getByText('A company').click()
      await expect(dialog.getByText('The studio has not entered its registry code.')).toBeVisible()
      await expect(dialog.getByRole('link', { name: /@/ })).toBeVisible()
      await expectAccessible(page, 'an invoice to a company')
      await dialog.getByRole('button', { name: /^Make an invoice for 2 payments, 80€/ }).click()
      await expect(dialog.getByText('Please enter the registry code of the company.')).toBeVisible()
      await dialog.getByLabel('Registry code').fill('12345687')
      await dialog.getByRole('button', { name: /^Make an invoice for 2/ }).click()
      await expect(dialog.getByText('This is not a registry code. Please look for a mistyped digit')).toBeVisible()
      await dialog.getByLabel('Registry code').fill('12345678')
      const invoice = await saved(page, () => dialog.getByRole('button', { name: /^Make an invoice for 2/ }).click())
      expect(invoice.name).toMatch(/^A-\d{4}-0001\.pdf$/)
      for (const word of ['Tantsuema OÜ', '12345678', '80.00']) expect(invoice.words).toContain(word)
      await expect(dialog).toBeHidden()
      await expectAccessible(page, 'papers of a member')

      await server.must(payments.cancel, { paymentId: second?.id ?? '' }, admin)
      const row = page
        .getByRole('row')
        .or(page.getByRole('listitem'))
        .filter({ hasText: /A-\d{4}-0002/ })
      await expect(row.getByText('Credit note')).toBeVisible()

      await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/users/${await server.idOf('mari@example.ee', admin)}`)
      if (device === 'phone') await page.getByRole('button', { name: 'Papers' }).click()
      await expect(page.getByText(/A-\d{4}-0002/).first()).toBeVisible()
      await expectAccessible(page, 'papers at the desk')

      // an invoice stays as it was made
      await page.getByRole('button', { name: 'New invoice' }).click()
      const lacks = "The studio's registry code is not in the settings. The studio's address is not in the settings."
      await expect(dialog.getByText(lacks)).toBeVisible()
      await expectAccessible(page, 'an invoice without data of the studio')
      await dialog.getByRole('link', { name: 'To the settings' }).click()
      await expect(page).toHaveURL(/settings#payments$/)

      // nor need anybody make one first to learn it
      await page.goto(`${server.url}/dashboard`)
      const missing = page.getByText('Data of the studio is missing on invoices')
      await expect(missing).toBeVisible()
      const { payments: money, studio } = await server.ask(settings.all, {}, admin)
      const coded = { ...money, registryCode: '12345678' }
      await server.must(settings.save, { section: 'payments', typed: coded, before: money }, admin)
      const addressed = { ...studio, postalAddress: 'Pärnu mnt 1, Tallinn' }
      await server.must(settings.save, { section: 'studio', typed: addressed, before: studio }, admin)
      await expect(missing).toBeHidden()
    })
  })
}
