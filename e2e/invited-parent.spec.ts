import { expect } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, openAt, test } from './fixtures.ts'
import type { StudioServer } from './server.ts'
import { withFeatures } from './studio.ts'

test.use(phone)

/** A mother invites this address to act for her child, too; returns the token of the letter. */
async function invited(server: StudioServer, by: string, email: string): Promise<string> {
  const mother = await server.person({ email: by, displayName: 'Malviine' })
  const child = { displayName: 'Luule', familyName: 'Kask', dob: '2016-05-05' }
  const { personId } = await server.must(families.addChild, child, mother)
  const rights = { canBook: true, pays: true, getsNotices: true }
  await server.must(families.inviteGuardian, { email, people: [personId], rights }, mother)
  return await server.tokenFor(email, '/family-invitation')
}

test('a parent invited before having an account finds the invitation again after signing up, and accepts it there', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const email = 'invited.parent@example.ee'
    const token = await invited(server, 'asks@example.ee', email)

    await page.goto(`/family-invitation#token=${token}`)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page.getByLabel('EMAIL')).toHaveValue(email)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('EMAIL')).toHaveValue(email)

    // signing up and verifying leads away from the invitation's page
    const father = await server.person({ email, displayName: 'Fabian' })
    await enter(page.context(), father)
    await openAt(page, '/account#family')
    await expect(page.getByText('Malviine Kask invites you to be a guardian of Luule, too.')).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Look at the invitation' }).click()
    await expect(page.getByText('You pay for what you book yourself', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('link', { name: 'To My family' }).click()
    await expect(page.getByRole('heading', { name: 'Luule Kask' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Look at the invitation' })).toHaveCount(0)
  } finally {
    await switchOff()
  }
})

test('a parent who signs up from an invitation is led back to it by the letter about the address', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const email = 'signs.up.invited@example.ee'
    const token = await invited(server, 'invites.on@example.ee', email)

    await page.goto(`/family-invitation#token=${token}`)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('NAME', { exact: true }).fill('Fabian')
    await page.getByLabel('SURNAME').fill('Kask')
    await page.getByLabel('DATE OF BIRTH').fill('1985-05-05')
    await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
    await page.getByLabel('CONFIRM PASSWORD').fill('tantsin')
    await page.getByRole('button', { name: 'SIGN UP' }).click()
    await expect(page.getByText('Sign up successful!')).toBeVisible()

    // opened later, where nothing is known of the invitation's link
    await page.goto('about:blank')
    await page.goto(await server.linkFor(email, '/verify-email'))
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('EMAIL')).toHaveValue(email)
    await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
    await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await expect(page.getByText('Done. You find the child under My family.')).toBeVisible()

    await page.goto('/family-invitation')
    await expect(page.getByText(`No invitation to ${email} waits for an answer.`)).toBeVisible()
  } finally {
    await switchOff()
  }
})

test('an invited person declines, which the inviter sees; a child shows that an own sign-in was sent', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const mother = await server.person({ email: 'asks.again@example.ee', displayName: 'Malviine' })
    await enter(page.context(), mother)
    const dialog = page.getByRole('dialog')

    // a new person's dashboard leads straight to it
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Add a child' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Luule')
    await dialog.getByLabel('Date of birth').fill('2012-05-05')
    await dialog.getByRole('button', { name: 'Add a child' }).click()
    await expect(dialog).toHaveCount(0)
    // and to adding a sibling, as long as nothing is planned
    await expect(page.getByRole('button', { name: 'Add a child' })).toBeVisible()

    const [child] = (await server.ask(families.mine, {}, mother)).people.filter(({ own }) => !own)
    const rights = { canBook: true, pays: true, getsNotices: true }
    const email = 'says.no@example.ee'
    await server.must(families.inviteGuardian, { email, people: [child!.personId], rights }, mother)
    const token = await server.tokenFor(email, '/family-invitation')
    await page.context().clearCookies()
    await page.goto(`/family-invitation#token=${token}`)
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await expectAccessible(page, 'saying no to an invitation')
    await dialog.getByRole('button', { name: 'No, thanks' }).click()
    await expect(page.getByText('You said no, and nothing has changed. Malviine Kask sees it.')).toBeVisible()

    await enter(page.context(), mother)
    await openAt(page, '/account#family')
    const declined = page.getByRole('list', { name: 'Said no' })
    await expect(declined).toContainText(email)
    await declined.getByRole('button', { name: 'Take off the list' }).click()
    await expect(declined).toHaveCount(0)
    await expect(page.getByText('You can book', { exact: true })).toBeVisible()

    const giveSignIn = page.getByRole('button', { name: 'Give Luule an own sign-in' })
    await giveSignIn.click()
    await dialog.getByLabel('Luule’s e-mail').fill('luule@example.ee')
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(page.getByText('The e-mail for their own sign-in went to luule@example.ee.')).toBeVisible()
    await expect(giveSignIn).toHaveCount(0)
    const first = await server.tokenFor('luule@example.ee', '/family-invitation')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => server.tokenFor('luule@example.ee', '/family-invitation')).not.toBe(first)
    await expectAccessible(page, 'a family with an own sign-in that was sent')
    await page.getByRole('button', { name: 'Take back' }).click()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expect(giveSignIn).toBeVisible()
  } finally {
    await switchOff()
  }
})
