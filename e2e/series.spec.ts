import { expect, type Page } from '@playwright/test'
import { addDays, dateIn, weekdayOf } from '#kernel/time.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { door } from '#studio/door/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, scheduledClass, withFeatures } from './studio.ts'

interface Series {
  readonly server: StudioServer
  readonly admin: Session
  readonly mari: Session
  readonly ids: readonly string[]
}

const today = dateIn('Europe/Tallinn', Date.now())
const first = addDays(today, 2)

/** A studio of its own, with Salsa on four weekly dates; Mari is registered for all of them. */
const test = base.extend<{ own: Series }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    const mari = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
    const form = { name: 'Salsa', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
    const { id: classId } = await server.must(classes.create, form, admin)
    const dates = { weekdays: [weekdayOf(first)], startDate: first, endDate: addDays(first, 21) }
    const times = { startTime: '18:00', endTime: '19:30', standardPrice: null, memberPrice: null }
    await server.must(schedule.add, { classId, ...dates, ...times }, admin)
    const between = { startDate: first, endDate: addDays(first, 21) }
    const ids = (await server.ask(schedule.between, between, admin)).map(({ id }) => id)
    const dropIn = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    for (const scheduleId of ids) await server.must(registrations.registerWithDropIn, { scheduleId, ...dropIn }, mari)
    await use({ server, admin, mari, ids })
    await server.remove()
  },
})

/** The start times of the dates of a class. */
async function startsOf({ server, admin }: Series, name = 'Salsa') {
  const found = await server.ask(schedule.between, { startDate: today, endDate: addDays(today, 60) }, admin)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Tallinn', hour: '2-digit', minute: '2-digit' })
  return found.filter(({ className }) => className === name).map(({ startsAt }) => clock.format(startsAt))
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('an edit of one class can apply to others of its series, and can be undone', async ({ page, own }) => {
      const { server, admin, mari, ids } = own
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/edit-schedule/${ids[1]}`)
      await page.getByLabel('Start time').fill('19:00')
      // the end time moves along, keeping the duration
      await expect(page.getByLabel('End time')).toHaveValue('20:30')
      await page.getByRole('button', { name: 'Update Schedule' }).click()
      const dialog = dialogOf(page, 'Which classes should change?')
      await expect(dialog.getByRole('radio', { name: /Only this class/ })).toBeChecked()
      await expect(dialog.getByText('1 person gets an e-mail about it.')).toBeVisible()
      await dialog.getByRole('radio', { name: /^All that are to come/ }).check()
      await expect(dialog.getByText(/^1 person gets one e-mail within 20 minutes/)).toBeVisible()
      await dialog.getByRole('radio', { name: /^This and the following/ }).check()
      const dates = dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem')
      await expect(dates).toHaveCount(3)
      // what is equal for all is shown once, above them
      await expect(dialog.getByText('18:00–\u206019:30 → 19:00–\u206020:30')).toHaveCount(1)
      await expect(dates.first()).not.toContainText('19:00')
      await expect(dates.first()).toContainText('1 registered')
      await dates
        .last()
        .getByRole('button', { name: /^Leave out/ })
        .click()
      await expectAccessible(page, 'which classes of a series', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Change 2 classes' }).click()

      await expect(page.getByText('2 classes of Salsa changed.')).toBeVisible()
      expect(await startsOf(own)).toEqual(['18:00', '19:00', '19:00', '18:00'])
      // the result is still there for a later visit
      await page.reload()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('2 classes as before.')).toBeVisible()
      await expect(page.getByText('2 classes of Salsa changed.')).toBeHidden()
      expect(await startsOf(own)).toEqual(['18:00', '18:00', '18:00', '18:00'])
      expect(await server.ask(registrations.mine, {}, mari)).toHaveLength(4)
    })

    test('the list names conflicts, and an occupied room is refused by name', async ({ page, own }) => {
      const { server, admin, ids } = own
      await withFeatures(server, admin, { rooms: true, door: true })
      const { id: roomId } = await server.must(rooms.add, { name: 'Big room' }, admin)
      const form = { name: 'Rumba', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
      const { id: classId } = await server.must(classes.create, form, admin)
      const day = addDays(first, 15)
      const times = { weekdays: [weekdayOf(day)], startTime: '19:00', endTime: '20:00' }
      const plan = { classId, startDate: day, endDate: day, ...times, standardPrice: null, memberPrice: null, roomId }
      await server.must(schedule.add, plan, admin)
      await server.must(closures.add, { firstDay: addDays(first, 8), lastDay: '', reason: 'Inventory' }, admin)
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/edit-schedule/${ids[0]}`)
      await page.getByLabel('Start date').fill(addDays(first, 1))
      await page.getByLabel('End date').fill(addDays(first, 1))
      await page.getByLabel('Room').selectOption('Big room')
      // a person who has not taught a class before
      await page.getByRole('checkbox', { name: 'Asta' }).check()
      await page.getByRole('button', { name: 'Update Schedule' }).click()
      const dialog = dialogOf(page, 'Which classes should change?')
      await dialog.getByRole('radio', { name: /^All that are to come/ }).check()
      const dates = dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem')
      await expect(dates.nth(0)).toContainText('now')
      await expect(dialog.getByText(/^no room → Big room · no teacher → Asta Kask$/)).toBeVisible()
      await expect(dates.nth(0)).not.toContainText('Inventory')
      await expect(dates.nth(1)).toContainText('Closed: Inventory')
      await expect(dates.nth(2)).toContainText('Room taken: Rumba')
      await expectAccessible(page, 'what stands in the way of a series', '[role=dialog]')
      // the reason is shown before the press
      await dialog.getByRole('button', { name: 'Change 4 classes' }).focus()
      await expect(dialog.getByRole('button', { name: 'Change 4 classes' })).toBeDisabled()
      await expect(page.getByText('The room is taken: Rumba.')).toBeVisible()
      await dates
        .nth(2)
        .getByRole('button', { name: /^Leave out/ })
        .click()
      await dialog.getByRole('button', { name: 'Change 3 classes' }).click()
      await expect(page.getByText('3 classes of Salsa changed.')).toBeVisible()
    })

    test('a maximum below the people who come is allowed, and named before it is saved', async ({ page, own }) => {
      const { server, admin, ids } = own
      for (const name of ['Anu', 'Epp']) {
        const email = `${name.toLowerCase()}@example.ee`
        const member = await server.person({ email, displayName: name })
        const userId = (await server.ask(accounts.me, {}, member)).userId ?? ''
        await server.must(accounts.setMembershipCategory, { userId, membershipCategory: 'Member-girl' }, admin)
      }
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/edit-schedule/${ids[1]}`)
      await expect(page.getByText('1 registered, 2 included')).toBeVisible()
      await page.getByLabel('Max participants').fill('3')
      const warning = page.getByText('3 places are taken, more than 2: nobody else can come.')
      await expect(warning).toBeHidden()
      await page.getByLabel('Max participants').fill('2')
      await expect(warning).toBeVisible()
      await expectAccessible(page, 'a maximum below the people who come')
      await page.getByRole('button', { name: 'Update Schedule' }).click()
      const dialog = dialogOf(page, 'Which classes should change?')
      await expect(dialog.getByRole('listitem')).toContainText('3 places are taken')
      await dialog.getByRole('button', { name: 'Change 1 class' }).click()
      await expect(page).toHaveURL(/class-registrants/)
    })

    test('classes of a series are cancelled by one press, and restored by another', async ({ page, own }) => {
      const { server, admin, mari, ids } = own
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/edit-schedule/${ids[0]}`)
      await page.getByRole('button', { name: 'Cancel this class' }).click()
      const dialog = dialogOf(page, 'Which classes do you want to cancel?')
      await dialog.getByRole('radio', { name: /^All that are to come/ }).check()
      await expectAccessible(page, 'cancelling a series', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Cancel 4 classes' }).click()
      await expect(page.getByText('4 classes of Salsa cancelled.')).toBeVisible()
      await expectAccessible(page, 'a series that was cancelled')
      expect(await startsOf(own)).toEqual([])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('4 classes as before.')).toBeVisible()
      expect(await startsOf(own)).toHaveLength(4)
      expect(await server.ask(registrations.mine, {}, mari)).toHaveLength(4)
    })

    test('a single cancelled class is restored by another press', async ({ page, own }) => {
      const { server, admin, mari, ids } = own
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/edit-schedule/${ids[3]}`)
      await page.getByRole('button', { name: 'Cancel this class' }).click()
      const dialog = dialogOf(page, 'Which classes do you want to cancel?')
      await expect(dialog.getByRole('radio', { name: /Only this class/ })).toBeChecked()
      await expect(dialog.getByText(/^1 person gets one e-mail within 20 minutes/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel 1 class' }).click()
      await expect(page.getByText('1 class of Salsa cancelled.')).toBeVisible()
      await expectAccessible(page, 'a class that was cancelled')
      expect(await startsOf(own)).toHaveLength(3)
      // a cancelled class shows no occupancy on any screen
      const full = page.getByText(/\d+ ?\/ ?\d+/)
      for (const path of [`/class/${ids[3]}`, `/admin/class-details/${ids[3]}`]) {
        await page.goto(`${server.url}${path}`)
        await expect(page.getByText('Cancelled').first()).toBeVisible()
        await expect(full).toHaveCount(0)
      }
      // the result is still there for a later visit to the class
      await page.goto(`${server.url}/admin/edit-schedule/${ids[3]}`)
      await expect(page.getByText(/^This class has been cancelled/)).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('1 class as before.')).toBeVisible()
      await expect(page.getByText(/^This class has been cancelled/)).toBeHidden()
      expect(await startsOf(own)).toHaveLength(4)
      expect(await server.ask(registrations.mine, {}, mari)).toHaveLength(4)
    })
  })
}

test('whoever cancels a class that has begun reads what no longer counts, and who has paid', async ({ page, own }) => {
  const { server, admin } = own
  await withFeatures(server, admin, { door: true })
  await scheduledClass(server, admin, 'Early salsa', { inDays: 0, startTime: '00:00', endTime: '23:59' })
  const scheduleId = await entryOf(server, admin, 'Early salsa')
  const userId = await server.idOf('mari@example.ee', admin)
  const by = { kind: 'dropIn', coverMember: false } as const
  await server.must(door.walkIn, { scheduleId, userId, by, over: false, money: { cents: 1500, way: 'cash' } }, admin)
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/edit-schedule/${scheduleId}`)
  await page.getByRole('button', { name: 'Cancel this class' }).click()
  const dialog = dialogOf(page, 'Cancel this class')
  await expect(dialog.getByText(/^This class has begun/)).toBeVisible()
  await expect(dialog.getByText('1 person has paid for it: 15€.')).toBeVisible()
  await expectAccessible(page, 'cancelling a class that has begun', '[role=dialog]')
})

test('the list shows the times to be saved, also after another admin has moved the class', async ({ page, own }) => {
  const { server, admin, ids } = own
  const [, scheduleId = ''] = ids
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/edit-schedule/${scheduleId}`)
  await expect(page.getByLabel('Start time')).toHaveValue('18:00')
  const entry = await server.ask(schedule.entry, { scheduleId }, admin)
  if (!entry) throw new Error('There is no such entry.')
  const before = entryFormOf(entry, 'Europe/Tallinn')
  const moved = { ...before, startTime: '17:00', endTime: '18:30' }
  await server.must(schedule.update, { scheduleId, ...moved, before }, admin)
  await expect(page.getByLabel('Start time')).toHaveValue('17:00')
  await page.getByLabel('End time').fill('19:00')
  await page.getByRole('button', { name: 'Update Schedule' }).click()
  const dialog = dialogOf(page, 'Which classes should change?')
  await dialog.getByRole('radio', { name: /^This and the following/ }).check()
  const dates = dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  await expect(dates).toContainText(Array(3).fill(/now .*17:00–\u206019:00/))
  await dialog.getByRole('button', { name: 'Change 3 classes' }).click()
  await expect(page.getByText('3 classes of Salsa changed.')).toBeVisible()
  expect(await startsOf(own)).toEqual(['18:00', '17:00', '17:00', '17:00'])
})

/** Plans Tango twice a week for three weeks, and opens the form of its first class. */
async function openTwiceWeekly(page: Page, { server, admin }: Series) {
  const form = { name: 'Tango', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
  const { id: classId } = await server.must(classes.create, form, admin)
  const weekdays = [weekdayOf(first), weekdayOf(addDays(first, 2))]
  const dates = { weekdays, startDate: first, endDate: addDays(first, 20) }
  const times = { startTime: '20:00', endTime: '21:00', standardPrice: null, memberPrice: null }
  await server.must(schedule.add, { classId, ...dates, ...times }, admin)
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/edit-schedule/${await entryOf(server, admin, 'Tango')}`)
  return dialogOf(page, 'Which classes should change?')
}

test('each choice says how many classes it changes, also where other weekdays are left out', async ({ page, own }) => {
  const dialog = await openTwiceWeekly(page, own)
  await page.getByLabel('Start date').fill(addDays(first, 1))
  await page.getByRole('button', { name: 'Update Schedule' }).click()
  await dialog.getByRole('radio', { name: /^All that are to come.*3 classes/ }).check()
  await expect(dialog.getByText('Classes on other weekdays are left out, as the day is moved.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change 3 classes' })).toBeVisible()
  await dialog
    .getByRole('button', { name: /^Take in/ })
    .first()
    .click()
  await expect(dialog.getByRole('radio', { name: /^All that are to come.*4 classes/ })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Change 4 classes' })).toBeVisible()
})

test('one weekday of a series gets another time of day, the others keep theirs', async ({ page, own }) => {
  const dialog = await openTwiceWeekly(page, own)
  await page.getByLabel('Start time').fill('20:30')
  await page.getByRole('button', { name: 'Update Schedule' }).click()
  await dialog.getByRole('radio', { name: /^All that are to come.*6 classes/ }).check()
  const only = dialog.getByRole('checkbox', { name: /^Only on \w+days$/ })
  await expect(only).not.toBeChecked()
  await only.check({ force: true })
  await expect(dialog.getByRole('radio', { name: /^All that are to come.*3 classes/ })).toBeChecked()
  await expectAccessible(page, 'one weekday of a series', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Change 3 classes' }).click()
  await expect(page.getByText('3 classes of Tango changed.')).toBeVisible()
  expect(await startsOf(own, 'Tango')).toEqual(['20:30', '20:00', '20:30', '20:00', '20:30', '20:00'])
})

test('of several classes with many people each has a search that is named after it', async ({ page, own }) => {
  const { server, admin } = own
  for (let n = 1; n <= 8; n++) {
    const member = await server.person({ email: `member${n}.series@example.ee`, displayName: `Member${n}` })
    const userId = (await server.ask(accounts.me, {}, member)).userId ?? ''
    await server.must(accounts.setMembershipCategory, { userId, membershipCategory: 'Member-girl' }, admin)
  }
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/class-registrants`)
  await expect(page.getByRole('search', { name: /^Registrants: Salsa, / })).toHaveCount(3)
  await expectAccessible(page, 'several classes with many people')
})

test('a draft is restored after a reload, also if rooms and teachers load later', async ({ page, own }) => {
  const { server, admin } = own
  await withFeatures(server, admin, { rooms: true, door: true })
  await server.must(rooms.add, { name: 'Big room' }, admin)
  await enter(page.context(), admin)
  const main = page.getByRole('main')
  const room = main.getByLabel('Room', { exact: true })
  const teacher = main.getByRole('checkbox', { name: 'Asta' })
  const chooseBoth = async () => {
    await room.selectOption('Big room')
    await teacher.check()
    await page.reload()
  }
  const expectBoth = async () => {
    await expect(room.locator('option:checked')).toHaveText('Big room')
    await expect(teacher).toBeChecked()
    // and no draft remains for another form
    expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBeNull()
  }

  for (const path of ['create-class', 'create-course']) {
    await page.goto(`${server.url}/admin/${path}`)
    await main.getByLabel('Name', { exact: true }).fill('Half typed')
    await chooseBoth()
    await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Half typed')
    await expectBoth()
  }

  await page.goto(`${server.url}/admin/add-to-schedule`)
  await main.getByLabel('Class', { exact: true }).selectOption('Salsa')
  await main.getByLabel('Start time').fill('11:00')
  await chooseBoth()
  await expect(main.getByLabel('Class', { exact: true }).locator('option:checked')).toHaveText('Salsa')
  await expect(main.getByLabel('Start time')).toHaveValue('11:00')
  await expectBoth()

  // the second class's fields, as soon as they exist again
  await main.getByRole('button', { name: 'Add another class' }).click()
  await main.getByLabel('Start time').nth(1).fill('20:15')
  await page.reload()
  await expect(main.getByLabel('Start time')).toHaveValue('11:00')
  await main.getByRole('button', { name: 'Add another class' }).click()
  await expect(main.getByLabel('Start time').nth(1)).toHaveValue('20:15')
})

test('a class just planned does not conflict with itself until its form is changed', async ({ page, own }) => {
  const { server, admin } = own
  await withFeatures(server, admin, { rooms: true })
  await server.must(rooms.add, { name: 'Big room' }, admin)
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/add-to-schedule`)
  await page.getByLabel('Class', { exact: true }).selectOption('Salsa')
  await page.getByText('Sunday', { exact: true }).click()
  await page.getByLabel('Start time').fill('11:00')
  await page.getByLabel('Room').selectOption('Big room')
  await page.getByLabel('Start date').fill(addDays(first, 1))
  await page.getByLabel('End date').fill(addDays(first, 7))
  await page.getByRole('button', { name: 'Add to Schedule' }).click()
  await expect(page.getByText(/already scheduled at an overlapping time/)).toBeVisible()
  const inTheWay = page.getByText(/^The room is taken: Salsa/)
  await expect(inTheWay).toHaveCount(0)
  await page.getByLabel('Start time').fill('11:30')
  await expect(inTheWay).toBeVisible()
})
