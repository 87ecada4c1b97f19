import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { bank } from '#studio/bank/contract.ts'
import { door } from '#studio/door/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { moving } from '#studio/moving/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { membershipForSale, today, withFeatures } from './studio.ts'

async function saved(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(name === 'Export CSV' ? 'button' : 'link', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** A studio liable to VAT: two paid passes, each on an invoice to a company; one was cancelled afterwards. */
async function aMonth(server: StudioServer, admin: Session) {
  await withFeatures(server, admin, { papers: true })
  const { payments: money } = await server.ask(settings.all, {}, admin)
  const liable = { ...money, vatLiable: true, vatRate: 24, vatNumber: 'EE100931558' }
  await server.must(settings.save, { section: 'payments', typed: liable, before: money }, admin)
  const member = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
  const membershipId = await membershipForSale(server, admin, 'Pass')
  for (let n = 0; n < 2; n++) {
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  }
  const paymentIds = (await server.ask(payments.mine, {}, member)).map(({ id }) => id)
  for (const paymentId of paymentIds) await server.must(payments.confirm, { paymentId, actualAmount: 4000 }, admin)
  const [first = ''] = paymentIds
  const buyer = { company: true, name: 'Tantsuema OÜ', registryCode: '12345678', address: '' }
  await server.must(papers.invoice, { paymentIds, buyer }, member)
  await server.must(papers.receipt, { paymentId: first }, member)
  await server.must(payments.cancel, { paymentId: first }, admin)
}

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a month in which only credit changed has a file for the accountant too', async ({ page }) => {
      const server = await StudioServer.start()
      try {
        const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
        await withFeatures(server, admin, { statements: true })
        const rows = [{ number: 2, cells: { name: 'Mari Tamm', credit: '25' } }]
        await server.must(moving.take, { rows, language: 'en' }, admin)
        await enter(page.context(), admin)
        await page.goto(`${server.url}/admin/books`)
        await expect(page.getByText('No money received in this month')).toBeVisible()
        const { text } = await saved(page, 'Export CSV')
        expect(text).toContain(`${today()},Mari Tamm,`)
        expect(text).toContain(',25.00')
        // a search looks for payments, which there are none of
        await page.getByRole('searchbox').fill('Mari')
        await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
      } finally {
        await server.remove()
      }
    })

    test('the owner reconciles a month: credit paid back in cash, and cash that was missing', async ({ page }) => {
      const server = await StudioServer.start()
      try {
        const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
        const triin = await server.person({ email: 'triin@example.ee', displayName: 'Triin', role: 'teacher' })
        const mari = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
        const userId = await server.idOf('mari@example.ee', admin)
        await withFeatures(server, admin, { statements: true, door: true })
        const membershipId = await membershipForSale(server, admin, 'Pass')
        for (const paymentMethod of ['cash', 'bankTransfer'] as const)
          await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod }, mari)
        const [first = ''] = (await server.ask(payments.mine, {}, mari)).map(({ id }) => id)
        await server.must(door.take, { paymentId: first, cents: 4000, way: 'cash' }, triin)
        const { boxes } = await server.ask(door.boxes, {}, triin)
        const taken = boxes.flatMap(({ boxOf, takings }) => takings.map(({ id }) => ({ boxOf, id })))
        const box = { boxOf: taken[0]?.boxOf ?? '', takingIds: taken.map(({ id }) => id) }
        const { id: handOverId } = await server.must(door.handOver, box, triin)
        await server.must(door.confirmHandOver, { handOverId, counted: 3900, reason: 'A euro was lost' }, admin)
        const { reference } = await server.ask(payments.myReference, {}, mari)
        const account = 'EE471000001020145685'
        const paid = movement({ cents: 6500, day: today(), reference: reference ?? '', text: '' })
        const file = Buffer.from(camt(statementOf([paid], { account }))).toString('base64')
        await server.must(bank.read, { file }, admin)
        const lines = (await server.ask(bank.ready, {}, admin)).map(({ lineId, seen }) => ({ lineId, seen }))
        await server.must(bank.settle, { lines }, admin)

        await enter(page.context(), admin)
        await page.goto(`${server.url}/admin/users/${userId}`)
        await page.getByRole('button', { name: 'Mark as paid back' }).click()
        const dialog = page.getByRole('dialog', { name: 'Mark as paid back' })
        await dialog.getByLabel('Amount').fill('15')
        await dialog.getByLabel('Paid back by').selectOption({ label: 'Cash in Person' })
        await expectAccessible(page, 'credit that is paid back', '[role=dialog]')
        await dialog.getByRole('button', { name: 'Mark as paid back' }).click()
        await expect(page.getByText('−15€')).toBeVisible()

        await page.goto(`${server.url}/admin/books`)
        const row = (name: RegExp) => page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })
        await expect(row(/Cash.*40€.*25€|Cash.*25€.*40€/).first()).toBeVisible()
        await expect(row(/Bank transfer.*40€.*65€|Bank transfer.*65€.*40€/).first()).toBeVisible()
        await expect(row(/Total.*89€/).first()).toBeVisible()
        await expect(row(/Triin Kask.*A euro was lost/).first()).toContainText('−1€')
        await expectAccessible(page, 'a month with credit and a cash difference')
        const { text } = await saved(page, 'Export CSV')
        expect(text).toContain('Mari Kask,,Paid back,Credit,Cash,By hand,')
        expect(text).toContain('Triin Kask,,A euro was lost,Cash differences,Cash,By hand,,,,,-1.00')
      } finally {
        await server.remove()
      }
    })

    test('the owner finds all payments and documents of a month, and saves both for the accountant', async ({
      page,
    }) => {
      const server = await StudioServer.start()
      try {
        const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
        await aMonth(server, admin)
        const month = today().slice(0, 7)
        const row = (name: string | RegExp) =>
          page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })

        await enter(page.context(), admin)
        await page.goto(`${server.url}/admin/payments?tab=confirmed`)
        await page.getByRole('link', { name: 'Bookkeeping of this month' }).click()
        await expect(page.getByRole('heading', { name: 'Bookkeeping', level: 1 })).toBeVisible()
        await expect(page.getByText('1 entry, total 40€')).toBeVisible()
        await expect(row(/Mari Kask.*Pass.*Cash/).first()).toBeVisible()
        await expect(row(/VAT 24%.*32\.26€.*7\.74€/).first()).toBeVisible()
        // it reads no bank statements, so that all money is entered by hand
        await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveCount(0)
        await expectAccessible(page, 'money received in a month')
        const money = await saved(page, 'Export CSV')
        expect(money.name).toContain(`money-received-${month}`)
        expect(money.text).toContain(`${today()},Mari Kask,Mari Kask,Pass,Membership,Cash,By hand,`)
        expect(money.text).toContain(',24,32.26,7.74,40.00')

        await page.getByRole('link', { name: /^Papers/ }).click()
        await expect(page.getByText('3 papers')).toBeVisible()
        const invoice = row(/A-\d{4}-0001.*Credited in part by A-\d{4}-0002/).first()
        await expect(invoice).toContainText('Tantsuema OÜ')
        await expect(row(/R-\d{4}-0001.*Taken back/).first()).toBeVisible()
        await expect(page.getByText('Left out: 1 receipt of money that was taken back.')).toBeVisible()
        await expectAccessible(page, 'papers of a month')
        expect((await saved(page, `A-${month.slice(0, 4)}-0001`)).name).toMatch(/^A-\d{4}-0001\.pdf$/)
        const file = await saved(page, 'Export CSV')
        expect(file.name).toContain(`papers-${month}`)
        expect(file.text).toContain('Without VAT (24%),VAT 24%')
        expect(file.text).toMatch(
          /A-\d{4}-0001,.*,Invoice,Tantsuema OÜ,12345678,.*,64\.52,15\.48,64\.52,15\.48,80\.00,/,
        )

        await page.getByText('Receipts', { exact: true }).first().click()
        await expect(page.getByText('1 paper', { exact: true })).toBeVisible()
        await page.getByText('All', { exact: true }).click()
        await page.getByRole('searchbox').fill('0002')
        await expect(page.getByText('1 paper', { exact: true })).toBeVisible()
        await expect(row(/A-\d{4}-0002.*For invoice A-\d{4}-0001/).first()).toBeVisible()
        await page.getByRole('searchbox').fill('')
        await expect(page.getByText('3 papers')).toBeVisible()

        await page.getByRole('button', { name: 'Month before' }).click()
        await expect(page.getByText('No papers in this month')).toBeVisible()
        await page.getByRole('link', { name: /^Money received/ }).click()
        await expect(page.getByText('No money received in this month')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)

        // a studio that issues no documents has only the payments
        await withFeatures(server, admin, { papers: false })
        await expect(page.getByRole('link', { name: /^Papers/ })).toHaveCount(0)
        await expect(page.getByText('No money received in this month')).toBeVisible()
      } finally {
        await server.remove()
      }
    })
  })
}
