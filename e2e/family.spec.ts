import { expect } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, openAt, test } from './fixtures.ts'
import { scheduledClass, withFeatures } from './studio.ts'

test.use(phone)

test('without the families feature a studio shows nothing of it, to members and staff alike', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const member = await server.person({ email: 'malle@example.ee', displayName: 'Malle' })
  await scheduledClass(server, admin, 'Class for one')
  const shown = page.locator('body')
  const looked = async (address: string, heading: string) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(shown).not.toContainText(/famil|child|guardian|for whom/i)
  }
  await looked('/register', 'Sign Up')
  await enter(page.context(), member)
  await looked('/account', 'My details')
  await looked('/dashboard', 'Malle')
  await looked('/classes', 'Upcoming Classes')
  await enter(page.context(), admin)
  await looked('/admin/users', 'Users')
  await looked(`/admin/users/${await server.idOf('malle@example.ee', admin)}`, 'Malle')
})

test('a new parent who presses Register adds the child first, and then books the same class for it', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const className = 'Class for a first child'
  await scheduledClass(server, admin, className)
  const parent = await server.person({ email: 'first.child@example.ee', displayName: 'Pille' })
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    await enter(page.context(), parent)
    await page.goto('/classes')
    const row = page.getByRole('listitem').filter({ hasText: className })
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'Add the child first' })
    await row.getByRole('button', { name: 'Register' }).click()
    await expect(add).toBeVisible()
    await expectAccessible(page, 'booking before a child is added', '[role=dialog]')
    await add.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(add, 'back at the same class').toBeVisible()
    await add.click()
    await dialog.getByLabel('Name', { exact: true }).fill('Luule')
    await dialog.getByLabel('Date of birth').fill('2016-05-05')
    await dialog.getByRole('button', { name: 'Add a child' }).click()
    const whom = dialog.getByRole('group', { name: 'For whom?' })
    await expect(whom.getByRole('checkbox', { name: 'Luule' }), 'the child just added is ticked').toBeChecked()
    await expect(whom.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(row.getByText('Registered: Luule')).toBeVisible()
    await expect(add).toHaveCount(0)
  } finally {
    await switchOff()
  }
})

test('a parent adds two children, books a class for both with one payment, and cancels one place', async ({
  page,
  house,
}) => {
  // the evening of a whole family takes long
  test.slow()
  const { server, admin } = house
  const className = 'Class for two'
  await scheduledClass(server, admin, className)
  const parent = await server.person({ email: 'parent@example.ee', displayName: 'Pille' })
  await enter(page.context(), parent)
  const row = page.getByRole('listitem').filter({ hasText: className })
  const dialog = page.getByRole('dialog')
  const register = row.getByRole('button', { name: 'Register', exact: true })

  await test.step('with families off, the registration does not ask for whom', async () => {
    await page.goto('/classes')
    await register.click()
    await expect(dialog.getByRole('button', { name: 'Cash' })).toBeVisible()
    await expect(dialog.getByText('For whom?')).toHaveCount(0)
  })
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    await test.step('a person without children is not asked either', async () => {
      await page.goto('/classes')
      await register.click()
      await expect(dialog.getByRole('button', { name: 'Cash' })).toBeVisible()
      await expect(dialog.getByText('For whom?')).toHaveCount(0)
    })
    await openAt(page, '/account#family')
    const add = async (name: string, birthday: string) => {
      await page.getByRole('button', { name: 'Add a child' }).click()
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Date of birth').fill(birthday)
      await dialog.getByRole('button', { name: 'Add a child' }).click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    await add('Kalr', '2012-07-09')
    // correct a typo
    await page.getByRole('button', { name: 'Correct details' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Karl')
    await expectAccessible(page, 'the details of a child')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Karl' })).toBeVisible()
    await add('Liis', '2015-03-01')

    await page.getByRole('link', { name: 'Book a class' }).last().click()
    await register.click()
    const children = dialog.getByRole('group', { name: 'For whom?' })
    await children.getByRole('checkbox', { name: 'Liis' }).check()
    const { dropInFee } = (await server.ask(settings.all, {}, admin)).payments
    const sum = (people: number) => dialog.getByText(`${(people * dropInFee) / 100}€`, { exact: true })
    await expect(sum(1)).toBeVisible()
    await children.getByRole('checkbox', { name: 'Karl' }).check()
    await expect(sum(2)).toBeVisible()
    await expectAccessible(page, 'for whom a class is booked')
    const goOn = dialog.getByRole('button', { name: 'Continue' })
    await goOn.click()
    await expect(dialog.getByText('Karl, Liis')).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    for (const name of ['Karl', 'Liis']) await expect(children.getByRole('checkbox', { name })).toBeChecked()
    await goOn.click()
    await expect(sum(2)).toBeVisible()
    // only the studio confirms a cover group; until then it is the parent's claim
    const cover = dialog.getByLabel('Cover group member')
    await expect(cover).toBeVisible()
    const { people } = await server.ask(families.mine, {}, parent)
    for (const { personId, own } of people) {
      if (own) continue
      const category = { userId: personId, membershipCategory: 'Member-boy' }
      await server.must(accounts.setMembershipCategory, category, admin)
    }
    await expect(cover).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Karl and Liis are successfully registered using drop-in!')).toBeVisible()
    await expect(row.getByText('Registered: Karl, Liis')).toBeVisible()
    const owed = await server.ask(payments.mine, {}, parent)
    expect(owed.map(({ price }) => price)).toEqual([dropInFee, dropInFee])

    await test.step('the dashboard has a line for each of them', async () => {
      await page.goto('/dashboard')
      const lines = page.getByRole('list', { name: 'Registered classes' }).getByRole('listitem')
      await expect(lines.filter({ hasText: 'Karl' })).toHaveCount(1)
      await expect(lines.filter({ hasText: 'Liis' })).toHaveCount(1)
      await expect(
        page
          .getByRole('main')
          .locator('header')
          .getByText(/Karl ·/),
      ).toBeVisible()
      await expect(
        page
          .getByRole('main')
          .locator('header')
          .getByText(/Liis ·/),
      ).toBeVisible()
      const category = page.getByRole('region', { name: 'Membership category' })
      for (const name of ['Karl', 'Liis']) await expect(category.getByRole('heading', { name })).toBeVisible()
      await expect(category.getByText('Boy Group Member')).toHaveCount(2)
      await expectAccessible(page, 'the dashboard of a guardian')
      await page.goto('/classes')
    })
    await row.getByRole('button', { name: 'Cancel Registration' }).click()
    await dialog.getByRole('button', { name: 'Karl' }).click()
    await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
    await expect(row.getByText('Registered: Liis')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Register another' })).toBeVisible()

    await test.step('before deleting the account, the parent reads what happens to the children and to open payments', async () => {
      await openAt(page, '/account#data')
      await page.getByRole('button', { name: 'Ask for deletion' }).click()
      await expect(dialog.getByText(/^Liis is not deleted, but has no other guardian here/)).toBeVisible()
      await expect(dialog.getByText(`${dropInFee / 100}€ is still to be paid.`)).toBeVisible()
      await expectAccessible(page, 'asking for the deletion of a guardian')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('another guardian is invited, uninvited, invited again, and accepts', async () => {
      const invite = async (email: string, child: string) => {
        await page.getByRole('button', { name: 'Invite another guardian' }).click()
        await dialog.getByLabel('E-mail').fill(email)
        await dialog.getByRole('button', { name: 'Send the invitation' }).click()
        await expect(dialog.getByText('Please choose at least one child.')).toBeVisible()
        await dialog.getByRole('checkbox', { name: child }).check()
        await expectAccessible(page, 'inviting another guardian')
        await dialog.getByRole('button', { name: 'Send the invitation' }).click()
        return await server.tokenFor(email, '/family-invitation')
      }
      await openAt(page, '/account#family')
      await invite('wrong@example.ee', 'Karl')
      await page.getByRole('button', { name: 'Take back' }).click()
      await dialog.getByRole('button', { name: 'Take back' }).click()
      await expect(page.getByRole('list', { name: 'Waiting for an answer' })).toHaveCount(0)
      const token = await invite('father@example.ee', 'Liis')
      await expect(page.getByText('Invited as guardian: Liis')).toBeVisible()

      const father = await server.person({ email: 'father@example.ee', displayName: 'Peeter' })
      await enter(page.context(), father)
      await page.goto(`/family-invitation#token=${token}`)
      await expect(page.getByText('Pille Kask invites you to be a guardian of Liis, too.')).toBeVisible()
      await expectAccessible(page, 'an invitation')
      await page.getByRole('button', { name: 'Accept the invitation' }).click()
      await page.getByRole('link', { name: 'To My family' }).click()
      await expect(page.getByRole('heading', { name: 'Liis Kask' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Karl Kask' })).toHaveCount(0)
      expect(await server.ask(payments.mine, {}, father)).toEqual([])
      await enter(page.context(), parent)
    })

    await test.step('a child of 13 gets their own sign-in, with a letter and a password', async () => {
      await page.goto('/account')
      await expect(page.getByRole('button', { name: 'Give Liis an own sign-in' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Give Karl an own sign-in' }).click()
      await dialog.getByLabel('Karl’s e-mail').fill('karl@example.ee')
      await dialog.getByRole('button', { name: 'Send the invitation' }).click()
      const token = await server.tokenFor('karl@example.ee', '/family-invitation')
      await page.context().clearCookies()
      await page.goto(`/family-invitation#token=${token}`)
      const makeSignIn = page.getByRole('button', { name: 'Make my sign-in' })
      await page.getByLabel('New password').fill('tantsin ikkka')
      await page.getByLabel('Confirm password').fill('tantsin ikka')
      await expectAccessible(page, 'making an own sign-in')
      await makeSignIn.click()
      // correcting either of the two fields clears the error
      await expect(page.getByText('Passwords do not match.')).toBeVisible()
      await page.getByLabel('New password').fill('tantsin ikka')
      await expect(page.getByText('Passwords do not match.')).toHaveCount(0)
      await makeSignIn.click()
      await expect(page.getByRole('heading', { name: /Karl/ }).first()).toBeVisible()
      await openAt(page, '/account#family')
      await expect(page.getByText('Pille Kask can also act for you here.')).toBeVisible()
    })
  } finally {
    await switchOff()
  }
})
