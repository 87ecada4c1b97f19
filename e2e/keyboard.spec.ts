import { expect, type Locator, type Page } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { test } from './fixtures.ts'
import { membershipForSale, scheduledClass } from './studio.ts'

/** Moves the focus to an element with the Tab key only. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let step = 0; step < 150; step++) {
    if (await what.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Not reached with Tab.')
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

async function press(page: Page, what: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, what)
  await page.keyboard.press(key)
}

async function signInByKeys(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await typeInto(page, page.getByLabel('EMAIL'), email)
  await typeInto(page, page.getByLabel('PASSWORD', { exact: true }), 'tantsin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
}

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

test('a new member signs up, registers and buys a membership by keyboard alone', async ({ page, house }, info) => {
  const { server, admin } = house
  const mark = `keys${info.workerIndex}`
  await scheduledClass(server, admin, `Class ${mark}`)
  await membershipForSale(server, admin, `Pass ${mark}`)
  const email = `${mark}@example.ee`
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('signing up by keyboard', async () => {
    await page.goto('/register')
    await typeInto(page, page.getByLabel('NAME', { exact: true }), 'Kadi')
    await typeInto(page, page.getByLabel('SURNAME'), 'Kask')
    await typeInto(page, page.getByLabel('DATE OF BIRTH'), '05042001')
    await typeInto(page, page.getByLabel('EMAIL'), email)
    await typeInto(page, page.getByLabel('PASSWORD', { exact: true }), 'tantsin')
    await typeInto(page, page.getByLabel('CONFIRM PASSWORD'), 'tantsin')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await page.goto(await server.linkFor(email, '/verify-email'))
    await expect(page.getByText('Your email is verified.')).toBeVisible()
    await signInByKeys(page, email)
  })

  await test.step('registering by keyboard', async () => {
    await press(page, link(page, 'Upcoming Classes'))
    await expect(page).toHaveURL('/classes')
    const row = page.getByRole('row').filter({ hasText: `Class ${mark}` })
    await press(page, row.getByRole('button', { name: 'Register' }))
    await press(page, button('Cash'))
    await press(page, button('Confirm'))
    await expect(page.getByText('Successfully registered using drop-in!')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Cancel Registration' })).toBeFocused()
  })

  await test.step('buying a membership by keyboard', async () => {
    await press(page, link(page, 'Memberships'))
    await expect(page).toHaveURL('/memberships')
    const buy = page
      .getByRole('listitem')
      .filter({ hasText: `Pass ${mark}` })
      .getByRole('button', { name: /Buy/ })
    await press(page, buy)
    await press(page, button('Bank Transfer'))
    await press(page, button('Confirm'))
    await expect(page.getByText('Membership purchased successfully for €40!')).toBeVisible()
    // wait for the dialog with the bank details: before it, Esc would go to the confirmation that is still closing
    const where = page.getByRole('dialog').filter({ hasText: "It's yours. Please transfer 40€ by" })
    await expect(where.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(buy).toBeFocused()
  })
})

test('an admin confirms a payment by keyboard alone', async ({ page, house }, info) => {
  const { server, admin } = house
  const name = `Pay${info.workerIndex}`
  const member = await server.person({ email: `${name}@example.ee`, displayName: name })
  const membershipId = await membershipForSale(server, admin, `For ${name}`)
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  await signInByKeys(page, 'admin@example.ee')
  await page.goto(`/admin/payments?search=${name}`)
  const due = page.getByRole('region', { name: 'Due', exact: true })
  const row = due.getByRole('row').filter({ hasText: name })
  await press(page, row.getByRole('button', { name: /^Confirm/ }))
  const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
  await expect(dialog).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Confirm' }))
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  // the row disappeared with its button: the focus must stay in the list, not at the top of the page
  await expect(page.locator(':focus')).not.toHaveCount(0)
})

test('a dialog restores the focus where a pressed button gets none, as in Safari', async ({ page }) => {
  await page.addInitScript(() => addEventListener('mousedown', (event) => event.preventDefault(), true))
  await page.goto('/login')
  const report = page.getByRole('button', { name: 'Report a Problem' })
  await report.click()
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(report).toBeFocused()
})
