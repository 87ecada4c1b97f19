import { expect } from '@playwright/test'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { phone } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, openAt, resize } from './fixtures.ts'
import { byDropIn, test } from './ownFamily.ts'
import type { Session, StudioServer } from './server.ts'
import { entryOf, membershipForSale, scheduledClass, secondGuardian } from './studio.ts'

test.use(phone)

const childrenOf = async (server: StudioServer, parent: Session) =>
  (await server.ask(families.mine, {}, parent)).people.filter(({ own }) => !own).map(({ personId }) => personId)

test('the only guardian who can book keeps that right; one who can’t book sees why a place can’t be cancelled', async ({
  page,
  browser,
  own: { server, admin, parent },
}) => {
  const [karl = ''] = await childrenOf(server, parent)
  await scheduledClass(server, admin, 'Evening class')
  const scheduleId = await entryOf(server, parent, 'Evening class')
  await server.must(registrations.registerWithDropIn, { scheduleId, personId: karl, ...byDropIn }, parent)
  await enter(page.context(), parent)
  await openAt(page, `${server.url}/account#family`)
  const child = page.getByRole('list', { name: 'My children' }).getByRole('listitem', { name: 'Karl Kask' })
  await child.getByRole('button', { name: 'Change rights' }).click()
  const books = page.getByRole('dialog').getByRole('checkbox', { name: 'can book' })
  await expect(books).toBeDisabled()
  await expect(books).toHaveAccessibleDescription(/^Nobody else can book for this child\./)
  await expectAccessible(page, 'the rights of the only guardian')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const email = 'other.parent@example.ee'
  const other = await secondGuardian(server, parent, { email, displayName: 'Ott', personId: karl, pays: true })
  await child.getByRole('button', { name: 'Change rights' }).click()
  await expect(books).toBeEnabled()
  const photos = child.getByRole('checkbox', { name: /^Photos and videos/ })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await photos.click()
  await expect(photos).toBeChecked()
  const rights = { canBook: false, pays: false, getsNotices: true }
  await server.must(families.setRights, { personId: karl, rights }, parent)
  await expect(child.getByText('You can book')).toHaveCount(0)
  // the consent can still be taken back by its giver
  await photos.click()
  await expect(child.getByText(/^No: Pille/)).toBeVisible()

  for (const at of ['/dashboard', '/classes']) {
    await page.goto(`${server.url}${at}`)
    const cancel = page.getByRole('button', { name: 'Cancel Registration' }).first()
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await expect(cancel).toHaveAttribute('aria-description', /^You see this child here, and can’t cancel for it/)
  }

  // what another guardian allowed is ticked, and a press says no
  await server.must(families.setPhotos, { personId: karl, allowed: true }, parent)
  const his = await anotherBrowser(browser, server.url, other)
  await openAt(his, `${server.url}/account#family`)
  const box = his.getByRole('checkbox', { name: 'Photos and videos: Karl' })
  await expect(box).toBeChecked()
  await box.click()
  await expect(his.getByText(/^No: Ott/)).toBeVisible()
  await his.context().close()
})

test('a question whether to give a place back says so when another guardian has given it back meanwhile', async ({
  page,
  own: { server, admin, parent },
}) => {
  const [karl = ''] = await childrenOf(server, parent)
  const email = 'faster.parent@example.ee'
  const other = await secondGuardian(server, parent, { email, displayName: 'Ott', personId: karl, pays: true })
  await scheduledClass(server, admin, 'Given back')
  const scheduleId = await entryOf(server, parent, 'Given back')
  await enter(page.context(), parent)
  for (const at of ['/dashboard', '/classes', `/class/${scheduleId}`, `/my-place/${scheduleId}`]) {
    await server.must(registrations.registerWithDropIn, { scheduleId, personId: karl, ...byDropIn }, other)
    await openAt(page, `${server.url}${at}`)
    await page.getByRole('button', { name: 'Cancel Registration' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Registration: Karl' })
    await expect(dialog.getByText(/^Give back Karl’s place/)).toBeVisible()
    await server.must(registrations.cancel, { scheduleId, personId: karl }, other)
    await expect(dialog.getByText('There is nothing left to cancel.')).toBeVisible()
    await expect(dialog.getByText('Your drop-in payment')).toHaveCount(0)
    const cancel = dialog.getByRole('button', { name: 'Cancel Registration' })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    if (at === '/dashboard') await expectAccessible(page, 'a place that was given back meanwhile', '[role=dialog]')
    await dialog.getByText('Close', { exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel Registration' })).toHaveCount(0)
  }
})

test('who of a family is registered stands beside no button, in both languages', async ({
  page,
  own: { server, admin, parent },
}) => {
  const long = { displayName: 'Kristofer-Sebastian', familyName: 'Kask', dob: '2014-03-01' }
  await server.must(families.addChild, long, parent)
  // nobody else to register for the last class: its only button is a short one
  await server.must(families.setDanceMyself, { danceMyself: false }, parent)
  const { registration } = await server.ask(settings.all, {}, admin)
  const typed = { ...registration, lateHours: 72 }
  await server.must(settings.save, { section: 'registration', typed, before: registration }, admin)
  const children = await childrenOf(server, parent)
  for (const [name, who] of [
    ['One long name', children.slice(0, 1)],
    ['K-POP Cover Dance', children.slice(1)],
    ['All of them', children],
  ] as const) {
    await scheduledClass(server, admin, name)
    const scheduleId = await entryOf(server, parent, name)
    for (const personId of who) {
      await server.must(registrations.registerWithDropIn, { scheduleId, personId, ...byDropIn }, parent)
    }
  }
  await enter(page.context(), parent)
  for (const language of ['en', 'et'] as const) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
    await page.goto(`${server.url}/classes`)
    for (const width of [360, 390]) {
      await resize(page, { width, height: 800 })
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(rows).toHaveCount(3)
      for (const row of await rows.all()) {
        const chip = await row.getByText(/^(Registered|Registreeritud): /).boundingBox()
        const button = await row.getByRole('button', { name: /\((late|hilja)\)$/ }).boundingBox()
        if (!chip || !button) throw new Error('A class shows no chip or no button.')
        const beside = chip.x + chip.width <= button.x
        const above = chip.y + chip.height <= button.y
        expect(beside || above, `${language} at ${width} px`).toBe(true)
        expect(chip.x + chip.width).toBeLessThanOrEqual(width)
      }
    }
  }
})

test('one press names each way to pay, and a child’s payment says whose it is', async ({
  page,
  own: { server, admin, parent },
}) => {
  const [karl = ''] = await childrenOf(server, parent)
  const { people } = await server.ask(families.mine, {}, parent)
  const [first, second] = people.filter(({ own }) => !own).map(({ displayName }) => displayName)
  const membershipId = await membershipForSale(server, admin, 'Pass')
  await server.must(
    memberships.sellTo,
    { userId: karl, membershipId, coverMember: false, paymentMethod: 'cash' },
    admin,
  )
  await scheduledClass(server, admin, 'Evening class')
  await enter(page.context(), parent)
  await page.goto(`${server.url}/classes`)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const name of [first, second]) {
    const box = dialog.getByRole('checkbox', { name: name ?? '' })
    if (!(await box.isChecked())) await box.click()
  }
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stebby' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(
    page.getByText(
      `${first} is successfully registered using membership! ${second} is successfully registered using drop-in!`,
    ),
  ).toBeVisible()
  await page.goto(`${server.url}/dashboard`)
  const due = page.getByRole('list', { name: 'Due payments' }).getByRole('listitem')
  await due
    .filter({ hasText: second ?? '' })
    .getByRole('button', { name: 'Mark as paid' })
    .click()
  await expect(page.getByText(new RegExp(`^Have you paid 15€ for ${second}: Evening class`))).toBeVisible()
})
