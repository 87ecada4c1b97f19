import { expect, type Locator, type Page } from '@playwright/test'
import { classes } from '#studio/classes/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { anotherBrowser, enter, expectAccessible, test } from './fixtures.ts'
import { fieldOf, rowOf } from './forms.ts'
import { scheduledClass, registrantsOf } from './studio.ts'

const dueRow = (page: Page, name: string): Locator =>
  rowOf(page.getByRole('table', { name: 'Due', exact: true }), `${name} Kask`)

test('a half-typed amount survives other changes, and the second admin to confirm a payment learns who was first', async ({
  page,
  house,
  browser,
}, info) => {
  const { server, admin } = house
  const mark = `two${info.workerIndex}`
  const pass = {
    name: `Pass ${mark}`,
    description: '',
    standardPrice: 1500,
    memberPrice: 1000,
    classLimit: 1,
    validPeriod: 9,
  }
  const lists = { categories: [], excludedCategories: [] }
  const { id: membershipId } = await server.must(memberships.create, { ...pass, ...lists }, admin)
  const names = [`Anu ${mark}`, `Ene ${mark}`] as const
  for (const [index, displayName] of names.entries()) {
    const member = await server.person({ email: `m${index}.${mark}@example.ee`, displayName })
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  }
  const second = await server.person({ email: `second.${mark}@example.ee`, displayName: 'Berit', role: 'admin' })
  const other = await anotherBrowser(browser, server.url, second)
  await enter(page.context(), admin)
  for (const at of [page, other]) await at.goto(`/admin/payments?search=${mark}`)

  await dueRow(page, names[0])
    .getByRole('button', { name: /^Confirm/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
  const amount = fieldOf(dialog, 'Actual Paid Amount')
  await amount.fill('')
  await amount.pressSequentially('12.')

  // confirm another payment first: the list below changes, the dialog does not
  await confirmDue(other, names[1])
  await expect(page.getByText('1 payment, 15€ still to pay').first()).toBeAttached()
  await expect(amount).toBeFocused()
  await amount.pressSequentially('5')
  await expect(amount).toHaveValue('12.5')

  await confirmDue(other, names[0])
  await expect(page.getByRole('link', { name: 'Confirmed 2', includeHidden: true })).toBeAttached()
  await expect(amount).toHaveValue('12.5')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Berit Kask was first. This payment is now: Paid.')).toBeVisible()
  await expect(amount).toHaveValue(/^12\.50?$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Confirmed 2' })).toBeVisible()
  await other.context().close()
})

async function confirmDue(page: Page, name: string): Promise<void> {
  await dueRow(page, name)
    .getByRole('button', { name: /^Confirm/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(dueRow(page, name)).toHaveCount(0)
}

test('focus and scroll position of a list survive another person’s changes', async ({ page, house }, info) => {
  const { server, admin } = house
  const mark = `scroll${info.workerIndex}`
  const form = { description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
  // one at a time: the newest come first, and the row under test is far below
  for (let n = 10; n < 40; n++) await server.must(classes.create, { ...form, name: `${mark} ${n}` }, admin)
  await enter(page.context(), admin)
  await page.goto('/admin/classes')
  const edit = rowOf(page, `${mark} 20`).getByRole('button', { name: /^Edit:/ })
  await edit.focus()
  await edit.scrollIntoViewIfNeeded()
  const place = async () => (await edit.boundingBox())?.y ?? 0
  await expect.poll(async () => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const before = await place()
  await server.must(classes.create, { ...form, name: `${mark} newest` }, admin)
  await expect(rowOf(page, `${mark} newest`)).toBeAttached()
  await expect(edit).toBeFocused()
  // the browser anchors the scroll position at this row
  const moved = async () => Math.abs((await place()) - before)
  await expect.poll(moved, 'how far the row moved on the screen').toBeLessThan(2)
})

test('a category set by an admin changes the participants on an open screen', async ({
  page,
  house,
  browser,
}, info) => {
  const { server, admin } = house
  const mark = `cat${info.workerIndex}`
  const name = `Vogue ${mark}`
  await scheduledClass(server, admin, name, { categories: ['K-POP 16+'] })
  const looks = await server.person({ email: `looks.${mark}@example.ee` })
  await server.person({ email: `given.${mark}@example.ee`, displayName: `Given ${mark}` })
  const member = await anotherBrowser(browser, server.url, looks)
  await member.goto('/classes')
  const row = rowOf(member, name)
  await expect(row).toContainText(/\b0\s*\/\s*10/)

  await enter(page.context(), admin)
  await page.goto(`/admin/users?search=${encodeURIComponent(`given.${mark}`)}`)
  await page.getByRole('link', { name: `Given ${mark} Kask` }).click()
  await page.getByLabel('Membership category').selectOption('Member-16')
  await page.getByRole('button', { name: 'Change membership category' }).click()
  await expect(page.getByText('Membership category updated.')).toBeVisible()
  await expect(row).toContainText(/\b1\s*\/\s*10/)
  await member.context().close()
})

test('of two admins who edit the same thing, neither overwrites the other unknowingly', async ({
  page,
  house,
  browser,
}, info) => {
  const { server, admin } = house
  const mark = `edit${info.workerIndex}`
  await scheduledClass(server, admin, `Heels ${mark}`)
  const berit = await server.person({ email: `${mark}@example.ee`, displayName: 'Berit', role: 'admin' })
  const other = await anotherBrowser(browser, server.url, berit)
  await enter(page.context(), admin)
  const dialogs = [page, other].map((at) => at.getByRole('dialog', { name: 'Edit Class' })) as [Locator, Locator]
  const [mine, theirs] = dialogs
  const open = async () => {
    for (const at of [page, other])
      await rowOf(at, mark)
        .getByRole('button', { name: /^Edit:/ })
        .click()
  }
  const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click()

  await test.step('edits of different fields both succeed, and the open form shows the newer values', async () => {
    for (const at of [page, other]) await at.goto('/admin/classes')
    await open()
    await fieldOf(mine, 'Name').fill(`Jazz ${mark}`)
    await fieldOf(theirs, 'Description').fill('With turns')
    await save(theirs)
    await expect(theirs).toBeHidden()
    await expect(fieldOf(mine, 'Description')).toHaveValue('With turns')
    await expect(fieldOf(mine, 'Name')).toHaveValue(`Jazz ${mark}`)
    await expect(fieldOf(mine, 'Name')).toBeFocused()
    await save(mine)
    await expect(mine).toBeHidden()
    await expect(rowOf(page, `Jazz ${mark}`)).toContainText('With turns')
  })

  await test.step('an edit of the same field shows who was first, keeps the draft, and can take the newer value', async () => {
    await open()
    await fieldOf(mine, 'Name').fill(`Waacking ${mark}`)
    await fieldOf(theirs, 'Name').fill(`Vogue ${mark}`)
    await save(theirs)
    await expect(theirs).toBeHidden()
    await save(mine)
    await expect(mine.getByText('the last to save was Berit Kask. What you typed is still here.')).toBeVisible()
    await expect(fieldOf(mine, 'Name')).toHaveAccessibleDescription('Somebody else has changed this in the meantime.')
    await expect(fieldOf(mine, 'Name')).toHaveValue(`Waacking ${mark}`)
    await expectAccessible(page, 'a form whose field another has changed')
    await mine.getByRole('button', { name: 'Take the newer values' }).click()
    await expect(fieldOf(mine, 'Name')).toHaveValue(`Vogue ${mark}`)
    await expect(mine.getByRole('button', { name: 'Save' })).toBeFocused()
    await fieldOf(mine, 'Max participants').fill('7')
    await save(mine)
    await expect(mine).toBeHidden()
    await expect(rowOf(page, `Vogue ${mark}`)).toContainText('7')
  })

  await test.step('or the second admin can keep their own value', async () => {
    for (const at of [page, other]) {
      await at.goto(await registrantsOf(server, admin, `Heels ${mark}`))
      await at.getByRole('link', { name: `Edit Schedule Item: Heels ${mark}` }).click()
    }
    const [myForm, theirForm] = [page.getByRole('main'), other.getByRole('main')]
    await fieldOf(myForm, 'End time').fill('21:00')
    await fieldOf(theirForm, 'End time').fill('20:00')
    await theirForm.getByRole('button', { name: 'Update Schedule' }).click()
    await expect(other).toHaveURL(/class-registrants/)
    const update = myForm.getByRole('button', { name: 'Update Schedule' })
    await update.click()
    await expect(fieldOf(myForm, 'End time')).toHaveAccessibleDescription(/Somebody else has changed this/)
    await myForm.getByRole('button', { name: 'Keep what I typed' }).click()
    await expect(fieldOf(myForm, 'End time')).toHaveValue('21:00')
    await update.click()
    await expect(page).toHaveURL(/class-registrants/)
    await expect(rowOf(other, `Heels ${mark}`)).toContainText('21:00')
  })
  await other.context().close()
})
