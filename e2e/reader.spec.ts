import { expect } from '@playwright/test'
import { anotherBrowser, enter, signIn, test } from './fixtures.ts'
import { takeByDropIn } from './forms.ts'
import { expectReadable, expectReadingAt, listen, treeOf } from './reader.ts'
import { membershipForSale, scheduledClass, registrantsOf } from './studio.ts'

const STUDIO = 'Tantsustuudio Hoog'

// what a screen reader gets does not depend on the width; a phone's own lists are looked at in the other journeys
test('a member who listens signs in, takes places and gives one back', async ({ page, house }, info) => {
  const { server, admin } = house
  const mark = `ear${info.workerIndex}`
  await scheduledClass(server, admin, `Hear ${mark}`)
  await membershipForSale(server, admin, `Pass ${mark}`)
  await server.person({ email: `${mark}@example.ee`, displayName: 'Heli' })
  const heard = await listen(page)

  await test.step('a refused sign-in is said at once', async () => {
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
  await test.step('a dialog says what it asks, and hands the reading back', async () => {
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

  await test.step('a place is taken: the news is told, and the reading stays at the row', async () => {
    await takeByDropIn(page, row)
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: Successfully registered using drop-in!/))
    await expectReadingAt(page, 'button', /^Cancel Registration/)
  })

  await test.step('and given back', async () => {
    await row.getByRole('button', { name: 'Cancel Registration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: .*Registration cancelled successfully!/))
    await expectReadingAt(page, 'button', /^Register/)
  })

  await test.step('a filter says how much it leaves', async () => {
    await page.getByRole('radio', { name: 'Boy Group' }).check({ force: true })
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: Upcoming Classes: now \d+$/))
  })
})

test('staff who listen mark who came and confirm what was paid', async ({ page, house, browser }, info) => {
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

  await test.step('somebody registers elsewhere, and the list says so', async () => {
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

  await test.step('a payment is confirmed, and the reading goes on where it was', async () => {
    await page.getByRole('button', { name: /Due/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
    await expect(dialog.getByLabel('Actual Paid Amount')).toBeVisible()
    expect(await treeOf(page)).toContainEqual(expect.objectContaining({ role: 'dialog', name: 'Confirm Payment' }))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: .*[Pp]ayment/))
    // the button went with what was due
    await expect(page.getByRole('row').filter({ hasText: 'Ann Kask' })).toBeFocused()
  })
})
