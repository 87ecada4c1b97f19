import { expect, type Page } from '@playwright/test'
import { addDays } from '#kernel/time.ts'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { accounts } from '#studio/accounts/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { anotherBrowser, enter, expectAccessible, openAt, test as base, watchConsole, widen } from './fixtures.ts'
import { holdLive, nextFrames } from './held.ts'
import { StudioServer, type Session } from './server.ts'
import { membershipForSale, openCourse, scheduledClass, today, withFeatures } from './studio.ts'

/** A studio of its own, as settings apply to everybody in it. */
const test = base.extend<{ own: { server: StudioServer; admin: Session } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
    await use({ server, admin })
    await server.remove()
  },
})

test('the studio gets its name, logo and colour, and pages open elsewhere show them at once', async ({
  page,
  browser,
  own,
}) => {
  const { server, admin } = own
  await enter(page.context(), admin)
  const visitor = await anotherBrowser(browser, server.url)
  const problems = watchConsole(visitor)
  await visitor.goto('/login')
  await page.goto(`${server.url}/admin/settings`)
  const studio = page.getByRole('form', { name: 'Studio' })
  await studio.getByLabel('Studio name').fill('Stuudio Uus')
  await studio.getByLabel('Accent colour').fill('#ffcc00')
  await studio.getByRole('button', { name: 'Save' }).click()
  await expect(studio.getByText('White text on this colour would be hard to read.')).toBeVisible()
  // nothing was saved, and the draft is kept
  await expect(studio.getByLabel('Studio name')).toHaveValue('Stuudio Uus')
  await studio.getByLabel('Accent colour').fill('#0b5d3b')
  await studio.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(visitor.getByRole('banner')).toContainText('Stuudio Uus')
  await expect(visitor.getByRole('button', { name: 'SIGN IN', exact: true })).toHaveCSS(
    'background-color',
    'rgb(11, 93, 59)',
  )

  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  await studio.getByLabel('Logo').setInputFiles(file('logo.png', Buffer.from('<svg onload="alert(1)"/>')))
  await expect(studio.getByText('This file is not a picture that can be used here.')).toBeVisible()
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b5d3b' } })
  await studio.getByLabel('Logo').setInputFiles(file('logo.png', await picture.png().toBuffer()))
  await expect(studio.getByRole('img', { name: 'The logo now' })).toBeVisible()
  const logo = visitor.getByRole('banner').locator('img')
  await expect(logo).toHaveJSProperty('naturalWidth', 300)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const one of [page, visitor]) await one.emulateMedia({ colorScheme })
    await expectAccessible(page, `settings, ${colorScheme}`)
    await expectAccessible(visitor, `signing in with a colour of the studio's, ${colorScheme}`)
  }
  await widen(page, 390)
  await expectAccessible(page, 'settings on a phone')
  // later visitors get it with the page
  await visitor.reload()
  await expect(visitor.locator('link[data-look]')).toHaveCount(1)
  await expect(logo).toBeVisible()
  await visitor.context().close()
  expect(problems).toEqual([])
})

test('a category is renamed, and opened to the holders of another one', async ({ page, browser, own }) => {
  const { server, admin } = own
  await scheduledClass(server, admin, 'Girls beginners')
  const member = await anotherBrowser(browser, server.url, await server.person({ email: 'mari@example.ee' }))
  await member.goto('/classes')
  await enter(page.context(), admin)
  await openAt(page, `${server.url}/admin/settings#categories`)
  const list = page.getByRole('list', { name: 'Class categories' })
  await list.getByRole('button', { name: 'More: Girl Group' }).click()
  await expect(list.getByRole('button', { name: 'Archive' })).toBeVisible()
  await expect(list.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await list.getByRole('button', { name: 'Edit: Girl Group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Ladies')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByText('Ladies')).toBeVisible()
  await expect(member.getByRole('row').filter({ hasText: 'Girls beginners' })).toContainText('Ladies')

  // a preview says who is affected, and it can be undone
  const userId = await server.idOf('mari@example.ee', admin)
  await server.must(accounts.setMembershipCategory, { userId, membershipCategory: 'Cover' }, admin)
  const tick = page.getByRole('checkbox', { name: 'Cover: included in Ladies' })
  await tick.click({ force: true })
  await expect(dialog).toContainText('1 person will be included in 1 class to come')
  await expectAccessible(page, 'the question before people are included', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tick).not.toBeChecked()
  await tick.click({ force: true })
  await dialog.getByRole('button', { name: 'Include' }).click()
  await expect(tick).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tick).not.toBeChecked()
  const girls = page.getByRole('checkbox', { name: 'Girl Group Member: included in Ladies' })
  await girls.click({ force: true })
  await expect(dialog).toContainText('Girl Group Member: no longer included in Ladies')
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect(girls).not.toBeChecked()

  // without a category that has the group price, the dialog does not ask about it
  await membershipForSale(server, admin, 'Ten classes')
  await member.goto('/memberships')
  await member.getByRole('button', { name: /^Buy/ }).click()
  const asked = member.getByRole('dialog').getByLabel('Cover group member')
  await expect(asked).toBeVisible()
  const categories = page.getByRole('list', { name: 'Membership categories' })
  await categories.getByRole('button', { name: 'Edit: Cover' }).click()
  await dialog.getByLabel('Group member price').uncheck({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(asked).toHaveCount(0)
  await expect(member.getByRole('dialog')).toBeVisible()

  await page.getByRole('button', { name: 'Add a class category' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Salsa')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(list.getByText('Salsa')).toBeVisible()
  await list.getByRole('button', { name: 'Move Salsa up' }).click()
  await expect(list.getByRole('button', { name: 'Move Salsa down' })).toBeEnabled()
  await list.getByRole('button', { name: 'More: Salsa' }).click()
  await list.getByRole('button', { name: 'Delete' }).click()
  await expectAccessible(page, 'the question before a category is deleted', '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(list.getByText('Salsa')).toHaveCount(0)
  await member.context().close()
})

test('leaving the settings with unsaved input asks for confirmation', async ({ page, own }) => {
  const { server, admin } = own
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/settings`)
  const form = page.getByRole('form', { name: 'Studio' })
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const away = page.getByRole('main').getByRole('link', { name: 'Set up your studio' })
  await form.getByLabel('Studio name').fill('Stuudio Uus')
  await away.click()
  await expectAccessible(page, 'the question before one leaves', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(form.getByLabel('Studio name')).toHaveValue('Stuudio Uus')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  // after saving there is no question
  await away.click()
  await expect(page).toHaveURL(/set-up/)
  await page.goBack()
  await form.getByLabel('Phone').fill('5555 5555')
  await page.evaluate(() => history.forward())
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/set-up/)
})

test('leaving several unsaved sections of the settings asks once, and names them all', async ({ page, own }) => {
  const { server, admin } = own
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/settings`)
  await page.getByRole('form', { name: 'Studio' }).getByLabel('Phone').fill('5555 5555')
  await page.getByRole('form', { name: 'Payments' }).getByLabel('Drop-in fee').fill('17')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const away = page.getByRole('main').getByRole('link', { name: 'Set up your studio' })
  await away.click()
  await expect(dialog.getByText('This is not saved yet: Studio, Payments.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await away.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/set-up/)
})

test('leaving unsaved input asks for confirmation: a class, a course, a pass, a plan, a message', async ({
  page,
  own,
}) => {
  const { server, admin } = own
  await scheduledClass(server, admin, 'Salsa')
  await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
  const userId = await server.idOf('mari@example.ee', admin)
  await server.must(accounts.setMembershipCategory, { userId, membershipCategory: 'Cover' }, admin)
  await enter(page.context(), admin)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const away = page.getByRole('navigation').getByRole('link', { name: 'Memberships', exact: true })
  const stay = dialog.getByRole('button', { name: 'Stay' })
  const name = main.getByLabel('Name', { exact: true })
  const half = {
    'create-class': name,
    'create-course': name,
    'create-membership': name,
    'add-to-schedule': main.getByLabel('Start time'),
    'write?to=category&id=Cover': main.getByLabel('Text', { exact: true }),
  }
  for (const [path, field] of Object.entries(half)) {
    await page.goto(`${server.url}/admin/${path}`)
    // without input there is no question
    await away.click()
    await expect(page).toHaveURL(/\/memberships$/)
    await page.goBack()
    const typed = path === 'add-to-schedule' ? '11:00' : 'Half written'
    await field.fill(typed)
    await away.click()
    await stay.click()
    await page.evaluate(() => history.forward())
    await stay.click()
    await expect(field).toHaveValue(typed)
    await away.click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/memberships$/)
  }

  // nor after creating and sending
  await page.goto(`${server.url}/admin/create-class`)
  await name.fill('Rumba')
  await main.getByRole('checkbox', { name: 'Girl Group' }).check({ force: true })
  await main.getByRole('button', { name: 'Create Class' }).click()
  await expect(page.getByText('Class created successfully!').first()).toBeVisible()
  await away.click()
  await expect(page).toHaveURL(/\/memberships$/)
  await page.goto(`${server.url}/admin/write?to=category&id=Cover`)
  await main.getByLabel('Subject').fill('Shoes')
  await main.getByLabel('Text', { exact: true }).fill('Please bring other shoes.')
  await main.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page).toHaveURL(/admin\/message\//)
})

test('an admin finds out where they look for it which feature adds people without an account; a class says nothing of teachers', async ({
  page,
  browser,
  own,
}) => {
  const { server, admin } = own
  await withFeatures(server, admin, { families: false, door: false, paySheet: false })
  const teacher = await server.person({ email: 'tiiu@example.ee', displayName: 'Tiiu', role: 'teacher' })
  const toAdd = 'People without an account can be added once Families is on.'
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/create-class`)
  await expect(page.getByLabel('Girl Group')).toBeVisible()
  await expect(page.getByRole('main').getByText(/teachers?|Door|Pay sheet/i)).toHaveCount(0)
  await page.goto(`${server.url}/admin/users?search=nobody`)
  await expect(page.getByText(toAdd)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Features', exact: true }).click()
  await expect(page).toHaveURL(/admin\/settings#features$/)
  await expect(page.getByText('staff add people who have no account')).toBeVisible()

  // a teacher can't switch it on
  const other = await anotherBrowser(browser, server.url)
  await enter(other.context(), teacher)
  await other.goto(`${server.url}/admin/users?search=nobody`)
  await expect(other.getByText('No users found')).toBeVisible()
  await expect(other.getByText(toAdd)).toHaveCount(0)
  await other.context().close()

  await withFeatures(server, admin, { families: true, door: true })
  await page.goto(`${server.url}/admin/create-class`)
  await expect(page.getByRole('group', { name: 'Teachers' })).toBeVisible()
})

test('switching a feature off asks first, and switching it on asks nothing', async ({ page, own }) => {
  const { server, admin } = own
  await withFeatures(server, admin, { families: true })
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/settings`)
  const form = page.getByRole('form', { name: 'Features' })
  const families = form.getByRole('checkbox', { name: 'Families' })
  const save = form.getByRole('button', { name: 'Save' })
  const question = page.getByRole('dialog', { name: 'Switch off Families?' })
  const isOn = async () => (await server.ask(settings.all, {}, admin)).features.families
  await families.uncheck({ force: true })
  await save.click()
  await expect(question.getByText('Parents no longer see or book for their children.')).toBeVisible()
  await expect(question.getByText('Nothing is deleted')).toBeVisible()
  await expectAccessible(page, 'whether to switch a feature off', '[role=dialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(families).not.toBeChecked()
  expect(await isOn()).toBe(true)

  await save.click()
  await question.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect.poll(isOn).toBe(false)

  await families.check({ force: true })
  await save.click()
  await expect.poll(isOn).toBe(true)
})

test('a switch pressed again before the saved settings are back stays as it was pressed last', async ({
  page,
  own,
}) => {
  const { server, admin } = own
  await withFeatures(server, admin, { rooms: true })
  await enter(page.context(), admin)
  const live = await holdLive(page)
  await page.goto(`${server.url}/admin/settings`)
  const form = page.getByRole('form', { name: 'Features' })
  const rooms = form.getByRole('checkbox', { name: 'Rooms' })
  await expect(rooms).toBeChecked()
  const isOn = async () => (await server.ask(settings.all, {}, admin)).features.rooms
  await rooms.uncheck({ force: true })
  live.hold()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await rooms.check({ force: true })
  await expect.poll(live.held).toBeGreaterThan(0)
  live.release()
  await nextFrames(page)
  await expect(rooms).toBeChecked()
  expect(await isOn()).toBe(false)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(isOn).toBe(true)
})

test('a room has a unique name, and an unused room can be deleted', async ({ page, own }) => {
  const { server, admin } = own
  await withFeatures(server, admin, { rooms: true })
  await enter(page.context(), admin)
  await openAt(page, `${server.url}/admin/settings#rooms`)
  const section = page.getByRole('region', { name: 'Rooms' })
  const dialog = page.getByRole('dialog')
  const add = async (name: string) => {
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await section.getByRole('button', { name: 'Add a room' }).click()
  await add('Big room')
  await expect(dialog).toHaveCount(0)
  await section.getByRole('button', { name: 'Add a room' }).click()
  await add(' big ROOM')
  await expect(dialog.getByText('There is a room with this name already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rpc/rooms.archive', (route) => released.then(() => route.continue()))
  const more = section.getByRole('button', { name: 'More: Big room' })
  await more.click()
  const archive = section.getByRole('button', { name: 'Archive' })
  await archive.click()
  await more.click()
  await expect(archive).toBeDisabled()
  release()
  await expect(section.getByRole('button', { name: 'Offer again' })).toBeEnabled()
  await section.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(section.getByText('No rooms yet.')).toBeVisible()
})

test('the planner skips a closed day, and the classes on it are cancelled in one press', async ({ page, own }) => {
  const { server, admin } = own
  await scheduledClass(server, admin, 'Salsa')
  await enter(page.context(), admin)
  await openAt(page, `${server.url}/admin/settings#closedDays`)
  const section = page.getByRole('region', { name: 'Closed days' })
  await section.getByRole('button', { name: 'Add closed days' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Please fill in this field.')).toHaveCount(2)
  const day = (ahead: number) => addDays(today(), ahead)
  await form.getByLabel('First day').fill(day(0))
  await form.getByLabel('Last day').fill(day(14))
  await form.getByLabel('Reason').fill('The floor is repaired')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  // the preview names the classes on it, and going back keeps the draft
  await expect(form.getByText('On these days: 1 class.')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(form.getByLabel('Reason')).toHaveValue('The floor is repaired')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('radio', { name: /^They take place all the same/ }).check()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await section.getByRole('button', { name: 'Cancel 1 class' }).click()
  await expect(form).toContainText('Salsa')
  await expect(form.getByText('0 people would have come.')).toBeVisible()
  await form.getByLabel('Extend memberships by 0 days').fill('3')
  await expect(form.getByLabel('Extend memberships by 3 days')).toHaveAccessibleDescription(
    /^0 memberships are valid on these days\./,
  )
  await form.getByLabel('Extend memberships by 3 days').fill('0')
  await form.getByRole('button', { name: 'Cancel 1 class' }).click()
  await expect(page.getByText('1 class cancelled.', { exact: true })).toBeVisible()
  await expect(section.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await section.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 class as before. The days stay closed: remove them in the list.')).toBeVisible()
  await section.getByRole('button', { name: 'Cancel 1 class' }).click()
  await form.getByRole('button', { name: 'Cancel 1 class' }).click()
  await expect(section.getByRole('button', { name: 'Undo' })).toBeVisible()

  await page.goto(`${server.url}/admin/add-to-schedule`)
  await page.getByLabel('Class').selectOption('Salsa')
  for (const weekday of await page.getByRole('checkbox').all()) await weekday.check({ force: true })
  await page.getByLabel('Start time').fill('18:00')
  await page.getByLabel('End time').fill('19:00')
  await page.getByLabel('Start date').fill(day(14))
  await page.getByLabel('End date').fill(day(16))
  await expect(page.getByText(/Left out, as the studio is closed: .* \(The floor is repaired\)\./)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 classes' })).toBeVisible()

  // a public holiday that is not a closed day is named, and can be left out
  const holidays = await server.ask(closures.holidays, {}, admin)
  const ahead = holidays.filter((holiday) => holiday.day > day(16))
  // the day before it must be no holiday
  const first = ahead.find(({ day }) => !ahead.some((other) => other.day === addDays(day, -1)))
  await page.getByLabel('End date').fill(first!.day)
  await page.getByLabel('Start date').fill(addDays(first!.day, -1))
  const named = page.getByRole('status').filter({ hasText: `On public holidays: ` })
  await expect(named).toContainText(first!.en)
  await expect(page.getByRole('status').filter({ hasText: /^2 classes/ })).toBeVisible()
  await named.getByRole('button', { name: 'Leave them out' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1 class$/ })).toBeVisible()
  await expect(named).toHaveCount(0)
  await openAt(page, `${server.url}/admin/settings#closedDays`)
  await section.getByRole('button', { name: /^Add all/ }).click()
  await expect(section.getByRole('list', { name: 'Public holidays' })).toHaveCount(0)
  expect((await server.ask(closures.list, {}, admin)).length).toBeGreaterThan(ahead.length)
})

test('on a slow network a second public holiday can be pressed while the first is added', async ({ page, own }) => {
  const { server, admin } = own
  await enter(page.context(), admin)
  await openAt(page, `${server.url}/admin/settings#closedDays`)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let sent = 0
  await page.route('**/rpc/closures.addAll', async (route) => {
    sent++
    await released
    await route.continue()
  })
  const list = page.getByRole('list', { name: 'Public holidays' })
  const [first, second] = await list.getByRole('button').allTextContents()
  const holiday = (name = '') => list.getByRole('button', { name, exact: true })
  await holiday(first).click()
  await expect.poll(() => sent).toBe(1)
  // it keeps the focus, and does not act twice
  await expect(holiday(first)).toBeFocused()
  await holiday(first).press('Enter')
  await expect(holiday(second)).toBeEnabled()
  await holiday(second).click()
  await expect.poll(() => sent).toBe(2)
  release()
  await expect(holiday(first)).toHaveCount(0)
  await expect(holiday(second)).toHaveCount(0)
  expect(await server.ask(closures.list, {}, admin)).toHaveLength(2)
})

test('classes and course evenings cancelled by one press are restored by one press', async ({ page, own }) => {
  const { server, admin } = own
  await openCourse(server, admin, 'Kizomba')
  await scheduledClass(server, admin, 'Salsa', { inDays: 15 })
  await enter(page.context(), admin)
  await openAt(page, `${server.url}/admin/settings#closedDays`)
  const section = page.getByRole('region', { name: 'Closed days' })
  await section.getByRole('button', { name: 'Add closed days' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First day').fill(addDays(today(), 14))
  await form.getByLabel('Last day').fill(addDays(today(), 27))
  await form.getByLabel('Reason').fill('The floor is repaired')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('On these days: 1 class and 2 course evenings.')).toBeVisible()
  await form.getByRole('button', { name: 'Close and cancel 1 class and 2 course evenings' }).click()
  await expect(page.getByText('Closed days added. 1 class and 2 course evenings cancelled.')).toBeVisible()
  await expect(section.getByText('1 class of Salsa cancelled. 2 course evenings cancelled: Kizomba.')).toBeVisible()
  await section.getByRole('button', { name: 'Undo' }).click()
  await expect(
    page.getByText(
      '1 class as before. 2 course evenings take place after all. The days stay closed: remove them in the list.',
    ),
  ).toBeVisible()
  await expect(section.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(section.getByText('On these days: 1 class and 2 course evenings')).toBeVisible()
})

test('course evenings on days to be closed are listed first, cancelled by one press, and restored by another', async ({
  page,
  browser,
  own,
}) => {
  const { server, admin } = own
  const courseId = await openCourse(server, admin, 'Kizomba')
  await server.must(
    courses.join,
    { courseId, coverMember: false, paymentMethod: 'cash', discountCode: null },
    await server.person({ email: 'mari@example.ee' }),
  )
  const visitor = await anotherBrowser(browser, server.url)
  await visitor.goto(`/course/${courseId}`)
  await expect(visitor.getByText('Kizomba').first()).toBeVisible()
  await enter(page.context(), admin)
  await openAt(page, `${server.url}/admin/settings#closedDays`)
  const section = page.getByRole('region', { name: 'Closed days' })
  await section.getByRole('button', { name: 'Add closed days' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First day').fill(addDays(today(), 14))
  await form.getByLabel('Last day').fill(addDays(today(), 27))
  await form.getByLabel('Reason').fill('The floor is repaired')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('On these days: 2 course evenings.')).toBeVisible()
  await expect(form.getByText('1 person would have come.')).toBeVisible()
  await expectAccessible(page, 'closed days on which course evenings fall')
  await form.getByRole('button', { name: 'Close and cancel 2 course evenings' }).click()
  await expect(section.getByText('2 course evenings cancelled: Kizomba.')).toBeVisible()
  await expect(visitor.getByText(/the studio is closed/)).toBeVisible()
  await section.getByRole('button', { name: 'Undo' }).click()
  await expect(visitor.getByText(/the studio is closed/)).toHaveCount(0)
  await section.getByRole('button', { name: 'Cancel 2 course evenings' }).click()
  await form.getByRole('button', { name: 'Cancel 2 course evenings' }).click()
  await expect(visitor.getByText(/the studio is closed/)).toBeVisible()
  await section.getByRole('button', { name: 'Remove: The floor is repaired' }).click()
  await expect(visitor.getByText(/the studio is closed/)).toHaveCount(0)
})

test('the studio sets terms: a member accepts them before booking, and a new member while signing up', async ({
  page,
  browser,
  own,
}) => {
  const { server, admin } = own
  await scheduledClass(server, admin, 'Salsa')
  await enter(page.context(), admin)
  const member = await anotherBrowser(browser, server.url)
  await enter(member.context(), await server.person({ email: 'mari@example.ee', displayName: 'Mari' }))
  const visitor = await anotherBrowser(browser, server.url)
  await visitor.goto('/register')
  await member.goto('/classes')
  const register = member.getByRole('button', { name: 'Register', exact: true })
  await expect(register).toBeEnabled()

  await openAt(page, `${server.url}/admin/settings#terms`)
  const form = page.getByRole('form', { name: 'Terms' })
  await form.getByLabel('Terms in English').fill('Be kind.\n\nBe on time.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please write it in both languages.')).toBeVisible()
  await form.getByLabel('Terms in Estonian').fill('Ole lahke.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()

  // open pages show it at once
  const notice = (one: Page) => one.getByRole('status').getByRole('link', { name: 'Read the terms' })
  await expect(notice(member)).toBeVisible()
  await notice(member).click()
  await expect(member).toHaveURL(/terms/)
  await member.goBack()
  // a press leads to the terms, and from there back to the booking
  await register.click()
  await expect(member.getByText('Be on time.')).toBeVisible()
  await expectAccessible(member, 'terms')
  await member.getByRole('button', { name: 'I accept the studio’s terms' }).click()
  await expect(member).toHaveURL(/classes/)
  await expect(notice(member)).toHaveCount(0)
  await register.click()
  await expect(member.getByRole('dialog')).toBeVisible()

  // staff are asked when booking, and on their account page
  await expect(page.getByRole('form', { name: 'Terms' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await page.goto(`${server.url}/account`)
  await notice(page).click()
  await page.getByRole('button', { name: 'I accept the studio’s terms' }).click()
  await expect(page).toHaveURL(/account/)
  await expect(notice(page)).toHaveCount(0)
  await page.goto(`${server.url}/terms`)
  await expect(page.getByText('You have accepted these terms.')).toBeVisible()

  await visitor.getByLabel('NAME', { exact: true }).fill('Anna')
  await visitor.getByLabel('SURNAME').fill('Tamm')
  await visitor.getByLabel('DATE OF BIRTH').fill('2000-01-01')
  await visitor.getByLabel('EMAIL').fill('anna@example.ee')
  await visitor.getByLabel('PASSWORD', { exact: true }).fill('correct horse')
  await visitor.getByLabel('CONFIRM PASSWORD').fill('correct horse')
  await visitor.getByRole('button', { name: 'SIGN UP' }).click()
  await expect(visitor.getByText('Please accept the studio’s terms.')).toBeVisible()
  await expect(visitor.getByLabel('SURNAME')).toHaveValue('Tamm')
  await expectAccessible(visitor, 'signing up with terms')
  await visitor.getByLabel('I accept the studio’s terms').check({ force: true })
  await visitor.getByRole('button', { name: 'SIGN UP' }).click()
  await expect(visitor).toHaveURL(/login/)
})

test('staff must set up two-step sign-in where the studio requires it, and then the desk opens at once', async ({
  page,
  browser,
  own,
}) => {
  const { server, admin } = own
  const codeFor = async (one: Page) => {
    const secret = await one.locator('code').innerText()
    return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate()
  }
  const setUp = async (one: Page) => {
    await one.getByRole('button', { name: 'Set up two steps' }).click()
    await one.getByRole('textbox', { name: 'Code' }).fill(await codeFor(one))
    await one.getByRole('form').getByRole('button', { name: 'Turn on' }).click()
    await one.getByRole('button', { name: 'I have saved them' }).click()
  }
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/settings`)
  const form = page.getByRole('form', { name: 'Features' })
  await form.getByLabel('Staff need two steps').check({ force: true })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Set up two steps or a passkey for yourself first')).toBeVisible()
  await openAt(page, `${server.url}/account#signing-in`)
  await setUp(page)

  const teacher = await anotherBrowser(browser, server.url)
  await enter(
    teacher.context(),
    await server.person({ email: 'tiit@example.ee', displayName: 'Tiit', role: 'teacher' }),
  )
  await teacher.goto('/admin/class-registrants')
  await expect(teacher).toHaveURL(/class-registrants/)
  await page.goto(`${server.url}/admin/settings`)
  await form.getByLabel('Staff need two steps').check({ force: true })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()

  // the open page leaves the desk, and no other address leads back
  await expect(teacher).toHaveURL(/account#signing-in/)
  await teacher.goto('/admin/class-registrants')
  await expect(teacher).toHaveURL(/account#signing-in/)
  await expect(teacher.getByRole('status').filter({ hasText: 'Set one up to come to the desk' })).toBeVisible()
  await expectAccessible(teacher, 'the account of staff who need a second step')
  await setUp(teacher)
  await expect(teacher.getByText('Set one up to come to the desk')).toHaveCount(0)
  await teacher.goto('/admin/class-registrants')
  await expect(teacher).toHaveURL(/class-registrants/)
  await teacher.context().close()
})
