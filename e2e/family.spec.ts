import { expect } from '@playwright/test'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { scheduledClass } from './studio.ts'

test.use(phone)

test('a parent adds two children, books one class for both with one sum, and gives one place back', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const className = 'Class for two'
  await scheduledClass(server, admin, className)
  const parent = await server.person({ email: 'parent@example.ee', displayName: 'Pille' })
  await enter(page.context(), parent)
  const row = page.getByRole('listitem').filter({ hasText: className })
  const dialog = page.getByRole('dialog')
  const register = row.getByRole('button', { name: 'Register', exact: true })
  const { features: before } = await server.ask(settings.all, {}, admin)
  const switched = { ...before, families: true }

  await test.step('nobody is asked for whom while families are off', async () => {
    await page.goto('/classes')
    await register.click()
    await expect(dialog.getByRole('button', { name: 'Cash' })).toBeVisible()
    await expect(dialog.getByText('For whom?')).toHaveCount(0)
  })
  await server.must(settings.save, { section: 'features', typed: switched, before }, admin)
  try {
    await test.step('nor whoever has nobody else', async () => {
      await page.goto('/classes')
      await register.click()
      await expect(dialog.getByRole('button', { name: 'Cash' })).toBeVisible()
      await expect(dialog.getByText('For whom?')).toHaveCount(0)
    })
    await page.goto('/account')
    for (const [name, birthday] of [
      ['Liis', '2015-03-01'],
      ['Karl', '2012-07-09'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a child' }).click()
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Date of birth').fill(birthday)
      await dialog.getByRole('button', { name: 'Add a child' }).click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }

    await page.getByRole('link', { name: 'Book a class' }).last().click()
    await register.click()
    const children = dialog.getByRole('group', { name: 'For whom?' })
    await children.getByRole('checkbox', { name: 'Liis' }).check()
    await children.getByRole('checkbox', { name: 'Karl' }).check()
    await expectAccessible(page, 'for whom a class is booked')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Karl, Liis')).toBeVisible()
    const [fee] = await test.step('one sum for both', async () => {
      const { dropInFee } = (await server.ask(settings.all, {}, admin)).payments
      await expect(dialog.getByText(`${(2 * dropInFee) / 100}€`, { exact: true })).toBeVisible()
      return [dropInFee]
    })
    await dialog.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(row.getByText('Registered: Karl, Liis')).toBeVisible()
    const owed = await server.ask(payments.mine, {}, parent)
    expect(owed.map(({ price }) => price)).toEqual([fee, fee])

    await row.getByRole('button', { name: 'Cancel Registration' }).click()
    await dialog.getByRole('button', { name: 'Karl' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(row.getByText('Registered: Liis')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Register another' })).toBeVisible()
  } finally {
    await server.must(settings.save, { section: 'features', typed: before, before: switched }, admin)
  }
})
