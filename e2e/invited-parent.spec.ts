import { expect } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { phone } from './devices.ts'
import { enter, test } from './fixtures.ts'
import { withFamilies } from './studio.ts'

test.use(phone)

test('a parent who is invited before having an account finds the invitation again, and accepts it there', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFamilies(server, admin)
  try {
    const mother = await server.person({ email: 'asks@example.ee', displayName: 'Malviine' })
    const child = { displayName: 'Luule', familyName: 'Kask', dob: '2016-05-05' }
    const { personId } = await server.must(families.addChild, child, mother)
    const email = 'invited.parent@example.ee'
    const rights = { canBook: true, pays: true, getsNotices: true }
    await server.must(families.inviteGuardian, { email, people: [personId], rights }, mother)
    const token = await server.tokenFor(email, '/family-invitation')

    await page.goto(`/family-invitation#token=${token}`)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page.getByLabel('EMAIL')).toHaveValue(email)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('EMAIL')).toHaveValue(email)

    // who has signed up and verified the address in the meantime has another letter open
    const father = await server.person({ email, displayName: 'Fabian' })
    await enter(page.context(), father)
    await page.goto('/account#family')
    await expect(page.getByText('Malviine Kask asks you to act for Luule, too.')).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Look at the invitation' }).click()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('link', { name: 'To My family' }).click()
    await expect(page.getByRole('heading', { name: 'Luule Kask' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Look at the invitation' })).toHaveCount(0)
  } finally {
    await switchOff()
  }
})
