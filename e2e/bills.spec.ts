import { expect, type Page } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { devices } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, openAt, test as base } from './fixtures.ts'
import { holdLive, nextFrames } from './held.ts'
import { StudioServer, type Session } from './server.ts'
import { membershipForSale, withFeatures } from './studio.ts'

interface Own {
  readonly server: StudioServer
  readonly admin: Session
  readonly parent: Session
}

/**
 * A studio of its own with monthly fees and families, and a parent who pays for both children; siblings get 10 % off.
 */
const test = base.extend<{ own: Own }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    const { payments: before } = await server.ask(settings.all, {}, admin)
    await withFeatures(server, admin, { monthlyFees: true, families: true })
    const typed = { ...before, siblingPercent: 10 }
    await server.must(settings.save, { section: 'payments', typed, before }, admin)
    const parent = await server.person({ email: 'pille@example.ee', displayName: 'Pille' })
    for (const [displayName, dob] of [
      ['Liis', '2012-03-01'],
      ['Karl', '2016-07-09'],
    ] as const) {
      const child = { displayName, familyName: 'Tamm', dob }
      const { personId } = await server.must(families.addChild, child, parent)
      await server.must(accounts.setMembershipCategory, { userId: personId, membershipCategory: 'Cover' }, admin)
    }
    await use({ server, admin, parent })
    await server.remove()
  },
})

async function priceCover(page: Page, { server }: Own) {
  await openAt(page, `${server.url}/admin/settings#categories`)
  const row = page
    .getByRole('list', { name: 'Membership categories' })
    .getByRole('listitem')
    .filter({ hasText: 'Cover' })
  const edit = row.getByRole('button', { name: 'Edit: Cover' })
  const more = row.getByRole('button', { name: 'More: Cover', exact: true })
  await expect(more).toBeVisible()
  if (await edit.isVisible()) await edit.click()
  else {
    await more.click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    // while the menu is open, the page is hidden from screen readers
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  }
  const dialog = page.getByRole('dialog')
  // the internal key keeps the former name
  await dialog.getByLabel('Name', { exact: true }).fill('Cover dancers')
  await dialog.getByLabel('Monthly price').fill('40')
  await expectAccessible(page, 'a category with a monthly price')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('40€ a month')).toBeVisible()
}

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a month is billed by one press, with the sibling discount and an amount changed by hand, and undone by another', async ({
      page,
      browser,
      own,
    }) => {
      const { server, admin, parent } = own
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/bills`)
      await expect(page.getByText('Nobody to bill in this month')).toBeVisible()
      await expectAccessible(page, 'a month without anybody to bill')
      await priceCover(page, own)

      await page.goto(`${server.url}/admin/bills`)
      await expect(page.getByText('Selected: 2 people, 76€')).toBeVisible()
      await expect(page.getByText(/^Cover dancers/).filter({ visible: true })).toHaveCount(2)
      await expect(page.getByText(/Sibling discount \(10%\) −4€/)).toBeVisible()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `who is billed, ${colorScheme}`)
      }
      const dialog = page.getByRole('dialog')
      const act = async (name: string, action: string) => {
        const button = page.getByRole('button', { name: `${action}: ${name}`, exact: true })
        if (await button.isVisible()) return button.click()
        await page.getByRole('button', { name: `More: ${name}`, exact: true }).click()
        return page.getByRole('button', { name: action, exact: true }).click()
      }

      await test.step('an amount is changed by hand', async () => {
        await act('Liis Tamm', 'Change the sum')
        await dialog.getByLabel('Sum').fill('35.50')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('Selected: 2 people, 71.50€')).toBeVisible()
        await expect(page.getByText(/Changed from 40€/)).toBeVisible()
        await page.reload()
        await expect(page.getByText('Selected: 2 people, 71.50€')).toBeVisible()
      })

      await test.step('a pause is shown beside the fee', async () => {
        await act('Karl Tamm', 'Pause')
        const [first, last] = ['2020-01-01', '2039-12-31']
        await dialog.getByLabel('First day').fill(first)
        await dialog.getByLabel('Last day').fill(last)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog.getByText('Please write why.')).toBeVisible()
        await dialog.getByLabel('Reason').fill('A broken leg')
        await expectAccessible(page, 'a pause')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('main').getByText(/A broken leg/)).toBeVisible()
        // paused for the whole month: no fee
        await expect(page.getByText('Selected: 1 person, 35.50€')).toBeVisible()
        await act('Karl Tamm', 'Pause')
        await dialog.getByRole('button', { name: /^Take back the pause/ }).click()
        await expect(dialog.getByText('A broken leg')).toHaveCount(0)
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByText('Selected: 2 people, 71.50€')).toBeVisible()
      })

      await page.getByRole('button', { name: 'Create 2 payments' }).click()
      const asked = page.getByRole('dialog').last()
      await expect(asked.getByText(/^[A-Z][a-z]+ \d{4}: 71.50€ from 1 payer, due on \d+\s[A-Z]/)).toBeVisible()
      await expectAccessible(page, 'the question before a bill')
      await asked.getByRole('button', { name: 'Create 2 payments' }).click()
      await expect(page.getByText('No e-mails are sent for two minutes.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Billed' })).toBeVisible()
      await expectAccessible(page, 'a billed month')

      const parents = await anotherBrowser(browser, server.url, parent)
      await parents.goto('/dashboard')
      const due = parents.getByRole('list', { name: 'Due payments' })
      await expect(due.getByText(/^Monthly fee, [A-Z]\w+ 20\d\d \(Cover dancers\)$/)).toHaveCount(2)

      await page.reload()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Selected: 2 people, 71.50€')).toBeVisible()
      // the parent's open page follows
      await expect(due).toHaveCount(0)
      await parents.context().close()
    })

    test('two children of the same name are told apart by their birth and who pays, before and after they are billed', async ({
      page,
      own,
    }) => {
      const { server, admin } = own
      const other = await server.person({ email: 'pille.namesake@example.ee', displayName: 'Pille' })
      const child = { displayName: 'Liis', familyName: 'Tamm', dob: '2014-05-06' }
      const { personId } = await server.must(families.addChild, child, other)
      await server.must(accounts.setMembershipCategory, { userId: personId, membershipCategory: 'Cover' }, admin)
      await enter(page.context(), admin)
      await priceCover(page, own)
      await page.goto(`${server.url}/admin/bills`)
      const choose = (name: string) => page.getByRole('checkbox', { name: `Choose: ${name}`, exact: true })
      await expect(choose('Liis Tamm, pille@example.ee, Born 1 Mar 2012')).toBeChecked()
      await expect(choose('Karl Tamm')).toBeChecked()
      await choose('Liis Tamm, pille.namesake@example.ee, Born 6 May 2014').uncheck()
      await expect(page.getByText('Selected: 2 people, 76€')).toBeVisible()
      await expectAccessible(page, 'two of the same name to bill')
      await page.getByRole('button', { name: 'Create 2 payments' }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Create 2 payments' }).click()
      const billed = page.getByRole('region', { name: 'Billed' })
      await expect(billed.getByText('Born 1 Mar 2012')).toBeVisible()
      await expect(billed.getByText('Born 6 May 2014')).toHaveCount(0)
    })

    test('the sibling discount is shown as its own line before a pass is bought', async ({ page, own }) => {
      const { server, admin, parent } = own
      await membershipForSale(server, admin, 'Pass')
      await enter(page.context(), parent)
      await page.goto(`${server.url}/memberships`)
      await page.getByRole('button', { name: 'Buy', exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: 'Liis' }).check()
      await expect(dialog.getByText('Sibling discount (10%)')).toHaveCount(0)
      await dialog.getByRole('checkbox', { name: 'Karl' }).check()
      await expect(dialog.getByText('Sibling discount (10%)')).toBeVisible()
      await expectAccessible(page, 'a sibling discount')
      await dialog.getByRole('button', { name: 'Cash' }).click()
      const asked = page.getByRole('dialog').last()
      await expect(asked.getByText(/76€/)).toBeVisible()
      await asked.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText('Sibling discount (10%): −4€')).toBeVisible()
    })
  })
}

test('a sibling with 100 % off is no payment, and the others are billed', async ({ page, own }) => {
  const { server, admin } = own
  const { payments: before } = await server.ask(settings.all, {}, admin)
  const typed = { ...before, siblingPercent: 100 }
  await server.must(settings.save, { section: 'payments', typed, before }, admin)
  await enter(page.context(), admin)
  await priceCover(page, own)
  await page.goto(`${server.url}/admin/bills`)
  await expect(page.getByText('Selected: 1 person, 40€')).toBeVisible()
  await expect(page.getByText('Nothing to pay: no payment is created')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Choose: Liis Tamm' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Choose: Karl Tamm' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create 1 payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create 1 payment' }).click()
  await expect(page.getByRole('heading', { name: 'Billed' })).toBeVisible()
  await expect(page.getByText('Nothing to pay: no payment is created')).toBeVisible()
})

test('a teacher has no access to bills', async ({ page, own: { server } }) => {
  const teacher = await server.person({ email: 'treener@example.ee', displayName: 'Tiina', role: 'teacher' })
  await enter(page.context(), teacher)
  await page.goto(`${server.url}/admin/bills`)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('until another month is loaded, nothing can be pressed in the former one', async ({ page, own }) => {
  const { server, admin } = own
  await enter(page.context(), admin)
  await priceCover(page, own)
  const live = await holdLive(page, 'bills.month')
  await page.goto(`${server.url}/admin/bills`)
  const create = page.getByRole('main').locator('button', { hasText: 'Create 2 payments' })
  await expect(create).toBeVisible()
  const isReached = () =>
    create.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  expect(await isReached()).toBe(true)
  live.hold()
  await page.getByRole('button', { name: 'Month after' }).click()
  await expect.poll(live.held).toBeGreaterThan(0)
  await nextFrames(page)
  expect(await isReached()).toBe(false)
  live.release()
  await expect.poll(isReached).toBe(true)
})
