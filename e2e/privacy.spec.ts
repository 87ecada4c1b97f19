import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, openAt, signIn, test } from './fixtures.ts'
import { clickTwice, fieldOf, openDialog } from './forms.ts'
import { holdLive, nextFrames } from './held.ts'
import { entryOf, membershipForSale, scheduledClass, secondGuardian, withFeatures } from './studio.ts'

async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download')
  await button.click()
  const download = await started
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

// These screens are tested on a phone.
test.use(phone)

test('a member downloads their data and asks for deletion; an admin deletes, and no data remains', async ({
  page,
  house,
  browser,
}) => {
  const { server, admin } = house
  const mark = 'gone'
  const email = `${mark}@example.ee`
  const member = await server.person({ email, displayName: mark })
  const lists = { categories: [], excludedCategories: [] }
  const prices = { standardPrice: 1500, memberPrice: 1000, classLimit: 1, validPeriod: 9 }
  const pass = { name: `Pass ${mark}`, description: '', ...prices, ...lists }
  const { id: membershipId } = await server.must(memberships.create, pass, admin)
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)

  await enter(page.context(), member)
  await openAt(page, '/account#data')
  const json = await saved(page, page.getByRole('button', { name: 'Download as JSON' }))
  expect(json.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(json.text)).toMatchObject({ account: { firstName: mark, email, dateOfBirth: '1999-09-09' } })
  const readable = await saved(page, page.getByRole('button', { name: 'Download as a web page' }))
  expect(readable.name).toMatch(/\.html$/)
  expect(readable.text).toContain(`<td>${email}</td>`)
  expect(readable.text).toContain(`<td>Pass ${mark}</td>`)
  const mine = page.getByRole('region', { name: 'My data' })
  const ask = await openDialog(
    page,
    mine.getByRole('button', { name: 'Ask for deletion' }),
    'Ask for the deletion of your account?',
  )
  await ask.getByRole('button', { name: 'Ask for deletion' }).click()
  await expect(mine.getByText('You asked for the deletion of your account')).toBeVisible()
  await expectAccessible(page, 'the account of someone who asked for deletion')

  const desk = await anotherBrowser(browser, server.url, admin)
  await desk.goto('/dashboard')
  await desk.getByRole('link', { name: /asks? for deletion$/ }).click()
  const waiting = desk.getByRole('status').filter({ hasText: 'Users who asked for their deletion' })
  await expectAccessible(desk, 'the users with a request')
  await waiting.getByRole('link', { name: `${mark} Kask` }).click()
  await expect(desk.getByText('Asked for deletion').first()).toBeVisible()
  const section = desk.getByRole('region', { name: 'Deletion' })
  await section.getByRole('button', { name: 'Deletion', exact: true }).click()
  const dialog = await openDialog(desk, section.getByRole('button', { name: 'Delete user' }), `Delete ${mark} Kask?`)
  await expect(dialog.getByText('15€ is due: it is cancelled, and the studio can no longer ask for it.')).toBeVisible()
  const name = fieldOf(dialog, `Type the name to confirm: ${mark} Kask`)
  await name.fill(mark)
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(name).toHaveAccessibleDescription(/This is not the name of the user/)
  await name.fill(`${mark} Kask`)
  await clickTwice(dialog.getByRole('button', { name: 'Delete user' }), 'User deleted.')

  await expect(desk.getByRole('heading', { level: 1, name: 'Deleted user' })).toBeVisible()
  await expect(desk.getByText(mark, { exact: true })).toHaveCount(0)
  await expect(desk.getByText(email)).toHaveCount(0)
  await expectAccessible(desk, 'the page of a deleted user')
  // signed out at once on every device
  await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
  await signIn(page, email)
  await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible()
  await desk.context().close()
})

test('one download does not block the other, and deletion can’t be confirmed before all consequences are known', async ({
  page,
  house: { server, admin },
}) => {
  const member = await server.person({ email: 'owing@example.ee', displayName: 'Olga' })
  const membershipId = await membershipForSale(server, admin, 'Pass of Olga')
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, member)
  const due = await holdLive(page, 'payments.mine')
  await enter(page.context(), member)
  await openAt(page, '/account#data')
  const mine = page.getByRole('region', { name: 'My data' })

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rpc/privacy.download', (route) => released.then(() => route.continue()))
  const files: string[] = []
  page.on('download', (file) => files.push(file.suggestedFilename()))
  await mine.getByRole('button', { name: 'Download as a web page' }).click()
  await expect(mine.getByRole('button', { name: 'Download as JSON' })).toBeEnabled()
  await mine.getByRole('button', { name: 'Download as JSON' }).click()
  release()
  await expect.poll(() => files.map((name) => name.replace(/.*\./, '')).toSorted()).toEqual(['html', 'json'])

  due.hold()
  await mine.getByRole('button', { name: 'Ask for deletion' }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect.poll(due.held).toBeGreaterThan(0)
  await nextFrames(page)
  await expect(dialog.getByRole('button', { name: 'Ask for deletion' })).toBeDisabled()
  due.release()
  await expect(dialog.getByText(/^40€ is still to be paid\./)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Ask for deletion' })).toBeEnabled()
})

test('a guardian downloads the data of a child who has no account: its classes, and nothing of the other guardian', async ({
  page,
  house: { server, admin },
}) => {
  const switchOff = await withFeatures(server, admin, { families: true })
  try {
    const mother = await server.person({ email: 'mother.of.data@example.ee', displayName: 'Malle' })
    const child = { displayName: 'Luule', familyName: 'Kask', dob: '2016-05-05' }
    const { personId } = await server.must(families.addChild, child, mother)
    const email = 'father.of.data@example.ee'
    const father = await secondGuardian(server, mother, { email, displayName: 'Fabian', personId, pays: true })
    for (const [name, who] of [
      ['Class by the mother', mother],
      ['Class by the father', father],
    ] as const) {
      await scheduledClass(server, admin, name)
      const order = { coverMember: false, paymentMethod: 'cash', discountCode: null, personId } as const
      await server.must(
        registrations.registerWithDropIn,
        { ...order, scheduleId: await entryOf(server, who, name) },
        who,
      )
    }
    await enter(page.context(), mother)
    await openAt(page, '/account#data')
    const mine = page.getByRole('region', { name: 'My data' })
    await expect(mine.getByRole('heading', { name: 'Download Luule’s data' })).toBeVisible()
    await expectAccessible(page, 'the account of a guardian who may download the data of a child')
    const ofChild = (button: string) => mine.getByRole('button', { name: button, description: 'Download Luule’s data' })

    const json = await saved(page, ofChild('Download as JSON'))
    expect(json.name).toMatch(/^data-Luule-\d{4}-\d\d-\d\d\.json$/)
    const held = JSON.parse(json.text) as { classes: { name: string }[]; payments: { description: string }[] }
    expect(held.classes.map(({ name }) => name).toSorted()).toEqual(['Class by the father', 'Class by the mother'])
    expect(held.payments.map(({ description }) => description)).toEqual(['Class by the mother'])
    const readable = await saved(page, ofChild('Download as a web page'))
    expect(readable.text).toMatch(/<h1>What .+ keeps about Luule<\/h1>/)
    expect(readable.text).toContain('<td>Class by the father</td>')
    for (const { text } of [json, readable]) expect(text).not.toContain(email)
  } finally {
    await switchOff()
  }
})
