import { expect } from '@playwright/test'
import { anotherBrowser, enter, signIn, test } from './fixtures.ts'
import { takeByDropIn } from './forms.ts'
import { expectReadable, expectReadingAt, listen, treeOf } from './reader.ts'
import { membershipForSale, scheduledClass, registrantsOf } from './studio.ts'

const STUDIO = 'Tantsustuudio Hoog'

// the output of a screen reader does not depend on the width; other tests cover a phone's lists
test('a member with a screen reader signs in, takes places and cancels one', async ({ page, house }, info) => {
  const { server, admin } = house
  const mark = `ear${info.workerIndex}`
  await scheduledClass(server, admin, `Hear ${mark}`)
  await membershipForSale(server, admin, `Pass ${mark}`)
  await server.person({ email: `${mark}@example.ee`, displayName: 'Heli' })
  const heard = await listen(page)

  await test.step('a refused sign-in is announced at once', async () => {
    await page.goto('/login')
    await page.getByLabel('EMAIL').fill(`${mark}@example.ee`)
    await page.getByLabel('PASSWORD', { exact: true }).fill('wrong one')
    await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^assertive: .*check your credentials/))
    const tree = await expectReadable(page, `Sign in · ${STUDIO}`)
    for (const [role, name] of [
      ['textbox', 'EMAIL'],
      ['textbox', 'PASSWORD'],
      ['button', 'SIGN IN'],
    ] as const) {
      expect(tree).toContainEqual(expect.objectContaining({ role, name }))
    }
  })

  await test.step('each new screen is read from its heading', async () => {
    await signIn(page, `${mark}@example.ee`)
    await expectReadingAt(page, 'heading', 'Hello, Heli!')
    await expectReadable(page, `Dashboard · ${STUDIO}`)
    await page.getByRole('link', { name: 'Memberships', exact: true }).first().click()
    await expectReadingAt(page, 'heading', 'Memberships')
    await expectReadable(page, `Memberships · ${STUDIO}`)
    await page.getByRole('link', { name: 'Upcoming Classes' }).first().click()
    await expectReadingAt(page, 'heading', 'Upcoming Classes')
    await expectReadable(page, `Upcoming Classes · ${STUDIO}`)
  })

  const row = page.getByRole('row').filter({ hasText: `Hear ${mark}` })
  const dialog = page.getByRole('dialog')
  await test.step('a dialog reads its question, and restores the reading position', async () => {
    await row.getByRole('button', { name: 'Register' }).click()
    await expect(dialog).toBeVisible()
    const tree = await treeOf(page)
    expect(tree).toContainEqual(expect.objectContaining({ role: 'dialog', name: expect.stringContaining('Hear') }))
    expect(
      tree.filter(({ role }) => role === 'main'),
      'what is behind a dialog',
    ).toEqual([])
    await page.keyboard.press('Escape')
    await expectReadingAt(page, 'button', /^Register/)
  })

  await test.step('after taking a place the result is announced, and the focus stays at the row', async () => {
    await takeByDropIn(page, row)
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: Successfully registered using drop-in!/))
    await expectReadingAt(page, 'button', /^Cancel Registration/)
  })

  await test.step('after cancelling it, too', async () => {
    await row.getByRole('button', { name: 'Cancel Registration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: .*Registration cancelled successfully!/))
    await expectReadingAt(page, 'button', /^Register/)
  })

  await test.step('a filter announces the number of results', async () => {
    await page.getByRole('radio', { name: 'Boy Group' }).check({ force: true })
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: Upcoming Classes: now \d+$/))
  })
})

test('staff with a screen reader mark attendance and confirm payments', async ({ page, house, browser }, info) => {
  const { server, admin } = house
  const mark = `desk ear${info.workerIndex}`
  const name = `Listen ${mark}`
  await scheduledClass(server, admin, name)
  const email = `${mark.replace(' ', '.')}@example.ee`
  const ann = await server.person({ email, displayName: 'Ann' })
  const heard = await listen(page)
  await enter(page.context(), admin)
  await page.goto('/admin/class-registrants')
  await expectReadable(page, `Scheduled Classes and Registrants · ${STUDIO}`)
  await page.goto(await registrantsOf(server, admin, name))
  await expectReadable(page, `${name} · ${STUDIO}`)

  await test.step('a registration made elsewhere is announced by the list', async () => {
    const member = await anotherBrowser(browser, server.url, ann)
    await member.goto('/classes')
    const row = member.getByRole('row').filter({ hasText: name })
    await takeByDropIn(member, row)
    await expect(member.getByText('Successfully registered using drop-in!')).toBeVisible()
    await expect
      .poll(heard)
      .toContainEqual(expect.stringMatching(new RegExp(`^polite: Registrants: ${name}.*: now 1$`)))
    await member.context().close()
  })

  await test.step('attendance is a pair of buttons with a name and a state', async () => {
    const buttons = page.getByRole('group', { name: 'Attendance: Ann Kask' })
    await buttons.getByRole('button', { name: 'Attended' }).click()
    await expect(buttons.getByRole('button', { name: 'Attended', pressed: true })).toBeFocused()
    expect(await treeOf(page)).toContainEqual(expect.objectContaining({ role: 'group', name: 'Attendance: Ann Kask' }))
  })

  await test.step('after confirming a payment the focus stays at its row', async () => {
    await page.getByRole('button', { name: /Due/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
    await expect(dialog.getByLabel('Actual Paid Amount')).toBeVisible()
    expect(await treeOf(page)).toContainEqual(expect.objectContaining({ role: 'dialog', name: 'Confirm Payment' }))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: .*[Pp]ayment/))
    // the button disappeared with the payment due
    await expect(page.getByRole('row').filter({ hasText: 'Ann Kask' })).toBeFocused()
  })
})
