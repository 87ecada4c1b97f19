import { expect } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { enter, expectAccessible, test } from './fixtures.ts'

test('an admin corrects the address of somebody who never verified it, and sends the letter again', async ({
  page,
  house: { server, admin },
}) => {
  const person = { displayName: 'Mirjam', familyName: 'Kask', dob: '2000-01-01', password: 'a long way' }
  await server.must(accounts.signUp, { ...person, email: 'mirjamm.wrong@example.ee', language: 'et' }, admin)
  await enter(page.context(), admin)
  await page.goto(`/admin/users/${await server.idOf('mirjamm.wrong@example.ee', admin)}`)
  const correct = page.getByRole('button', { name: 'Correct e-mail' })
  await correct.click()
  const dialog = page.getByRole('dialog', { name: 'Correct e-mail' })
  await expectAccessible(page, 'correcting an address')
  await dialog.getByLabel('E-mail').fill('mirjam')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter a valid email address!')).toBeVisible()
  await dialog.getByLabel('E-mail').fill('Mirjam.right@example.ee')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The e-mail address has been corrected. Now send the e-mail again.')).toBeVisible()
  await expect(page.getByText('mirjam.right@example.ee').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send the verification e-mail again' }).click()
  await expect(page.getByText('The verification e-mail has been sent to mirjam.right@example.ee.')).toBeVisible()
})
