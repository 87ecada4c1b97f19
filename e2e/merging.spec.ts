import { expect } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { membershipForSale, withFeatures } from './studio.ts'

test.use(phone)

test('an admin merges a record made at the desk with a person who signed up, and separates them again', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  await server.person({ email: 'twice@example.ee', displayName: 'Teele' })
  const kept = await server.idOf('twice@example.ee', admin)
  const { familyName } = (await server.ask(accounts.user, { userId: kept }, admin)) ?? { familyName: '' }
  const { userId } = await server.must(accounts.addPerson, { displayName: 'Teele', familyName }, admin)
  const membershipId = await membershipForSale(server, admin, 'Pass of the desk')
  const sale = { userId, membershipId, coverMember: false, paymentMethod: 'cash' } as const
  await server.must(memberships.sellTo, sale, admin)
  await enter(page.context(), admin)
  await page.goto(`/admin/users/${kept}`)
  const records = page.getByRole('list', { name: 'Same person twice?' })
  await expect(records.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'a user who may be here twice')
  const dialog = page.getByRole('dialog')

  await test.step('a preview shows what moves to this record', async () => {
    await records.getByRole('button', { name: /Merge with/ }).click()
    await expect(dialog.getByText('Memberships')).toBeVisible()
    await expect(dialog.getByText('Payments')).toBeVisible()
    await expectAccessible(page, 'the dialog that merges', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByText('The records are one now.')).toBeVisible()
    await expect(page.getByText('Pass of the desk').first()).toBeVisible()
  })

  await test.step('the address of the other record leads to the remaining one', async () => {
    await page.goto(`/admin/users/${userId}`)
    await page.getByRole('link', { name: 'Go to the record that stays' }).click()
    await expect(page).toHaveURL(new RegExp(kept))
  })

  await test.step('both records are back', async () => {
    await page
      .getByRole('list', { name: 'Merged records' })
      .getByRole('button', { name: `Take apart: Teele ${familyName}` })
      .click()
    await dialog.getByRole('button', { name: 'Take apart' }).click()
    await expect(page.getByText('These are two records again.')).toBeVisible()
    await expect(records.getByRole('listitem')).toHaveCount(1)
  })
  await switchOff()
})

test('who is added with a name that somebody has is named first, with a link, and can be added all the same', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  const name = { displayName: 'Annabel', familyName: 'Kaksiknimi' }
  const { userId } = await server.must(accounts.addPerson, name, admin)
  await enter(page.context(), admin)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('annabel ')
  await dialog.getByLabel('Surname').fill('Kaksik')
  const hint = dialog.getByText('Annabel Kaksiknimi is in the studio already.')
  await expect(hint).toHaveCount(0)
  await dialog.getByLabel('Surname').fill('Kaksiknimi')
  await expect(hint).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Annabel Kaksiknimi' })).toHaveAttribute(
    'href',
    `/admin/users/${userId}`,
  )
  await expectAccessible(page, 'a person to add whose name somebody has', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await expect(page.getByText('annabel Kaksiknimi has been added.')).toBeVisible()
  await switchOff()
})
