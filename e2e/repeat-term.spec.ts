import { expect } from '@playwright/test'
import { addDays, dateIn, weekdayOf } from '#kernel/time.ts'
import { classes } from '#studio/classes/contract.ts'
import { closures } from '#studio/closures/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { scheduledClass, withFeatures } from './studio.ts'

/** A studio of its own, so that the recent schedule has only this test's classes. */
const test = base.extend<{ own: { server: StudioServer; admin: Session } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await use({ server, admin })
    await server.remove()
  },
})

const today = dateIn('Europe/Tallinn', Date.now())
const nextMonday = addDays(today, 8 - weekdayOf(today) + 56)

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a term is repeated by one press, and removed by another', async ({ page, own: { server, admin } }) => {
      const { id: classId } = await server.must(
        classes.create,
        { name: 'Weekly ballet', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] },
        admin,
      )
      const weekly = { startDate: addDays(today, 1), endDate: addDays(today, 21), startTime: '18:00', endTime: '19:30' }
      const plan = { ...weekly, weekdays: [weekdayOf(addDays(today, 1))], standardPrice: null, memberPrice: null }
      await server.must(schedule.add, { ...plan, classId }, admin)
      await scheduledClass(server, admin, 'A guest', { inDays: 3 })
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/add-to-schedule`)
      await page.getByRole('link', { name: 'Repeat last term' }).click()
      await expect(page.getByRole('checkbox', { name: /Weekly ballet/ })).toBeChecked()
      // a class held only once can be chosen
      await expect(page.getByRole('checkbox', { name: /A guest/ })).not.toBeChecked()
      // the same number of weeks, from the following Monday
      const lastDay = addDays(today, 15)
      await expect(page.getByLabel('First day')).toHaveValue(addDays(lastDay, 8 - weekdayOf(lastDay)))
      await expect(page.getByRole('button', { name: /^Plan 3 classes/ })).toBeEnabled()
      await page.getByLabel('First day').fill('')
      await expect(page.getByRole('button', { name: 'Plan the term' })).toHaveAccessibleDescription(
        'Choose the first and the last day of the new term.',
      )
      await page.getByLabel('First day').fill(nextMonday)
      await page.getByLabel('Last day').fill(addDays(nextMonday, 20))
      await expectAccessible(page, 'a term to repeat')
      await page.getByRole('button', { name: /^Plan 3 classes/ }).click()
      // what was planned above can be undone too
      const planned = page.getByRole('status').filter({ hasText: 'Planned at' })
      await expect(planned).toHaveText([/: 3 classes.*Weekly ballet/, /: 1 class.*A guest/, /: 3 classes/])
      const between = { startDate: nextMonday, endDate: addDays(nextMonday, 20) }
      expect(await server.ask(schedule.between, between, admin)).toHaveLength(3)
      await expect(
        page.getByText('3 classes of these are on the schedule already, so they are left out: '),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Plan the term' })).toHaveAccessibleDescription(
        /^This is planned\./,
      )

      // the result is shown below a screen of classes
      const undo = planned.first().getByRole('button', { name: 'Undo' })
      await expect(undo).toBeInViewport()
      await undo.click()
      await expect(page.getByText('3 classes taken off again.')).toBeVisible()
      await expect(planned).toHaveCount(2)
      await expect(page.getByRole('button', { name: /^Plan 3 classes/ })).toBeEnabled()
      expect(await server.ask(schedule.between, between, admin)).toEqual([])

      // after a reload it can still be undone
      await page.getByRole('button', { name: /^Plan 3 classes/ }).click()
      await expect(planned).toHaveCount(3)
      await page.reload()
      await expect(planned).toHaveCount(3)
      await undo.click()
      await expect(page.getByText('3 classes taken off again.')).toBeVisible()
      await expect(planned).toHaveCount(2)
      expect(await server.ask(schedule.between, between, admin)).toEqual([])
    })

    test('a class that is planned already is left out, and where another has the room the page says what to do', async ({
      page,
      own: { server, admin },
    }) => {
      await withFeatures(server, admin, { rooms: true })
      const { id: roomId } = await server.must(rooms.add, { name: 'Suur saal' }, admin)
      const aClass = async (name: string) => {
        const form = { name, description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
        return (await server.must(classes.create, form, admin)).id
      }
      const [ballet, guests] = [await aClass('Weekly ballet'), await aClass('Guests')]
      const at = { startTime: '18:00', endTime: '19:30', standardPrice: null, memberPrice: null, roomId }
      const weekday = weekdayOf(addDays(today, 1))
      const lately = { startDate: addDays(today, 1), endDate: addDays(today, 21), weekdays: [weekday] }
      await server.must(schedule.add, { ...at, ...lately, classId: ballet }, admin)
      const [term, next] = [addDays(nextMonday, 7), addDays(nextMonday, 14)]
      const on = (monday: string) => ({ startDate: monday, endDate: addDays(monday, 6), weekdays: [weekday] })
      await server.must(schedule.add, { ...at, ...on(term), classId: ballet }, admin)
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/repeat-term`)
      await page.getByLabel('From').fill(addDays(today, 1))
      await page.getByLabel('Until').fill(addDays(today, 21))
      await page.getByLabel('First day').fill(term)
      await page.getByLabel('Last day').fill(addDays(term, 13))
      await expect(page.getByText(/^1 class of these is on the schedule already, so it is left out: /)).toBeVisible()
      await server.must(schedule.add, { ...at, ...on(next), classId: guests }, admin)
      const plan = page.getByRole('button', { name: 'Plan 1 class', exact: true })
      await plan.click()
      const refused = page.getByText(
        /^Guests is in Suur saal at that time .* Untick the class that would be there then, or choose other dates\.$/,
      )
      await expect(refused).toBeVisible()
      await page.getByLabel('Last day').fill(addDays(term, 20))
      await page.getByLabel('First day').fill(addDays(term, 14))
      const planned = page.getByRole('status').filter({ hasText: 'Planned at' })
      const before = await planned.count()
      await plan.click()
      await expect(planned).toHaveCount(before + 1)
      await expect(planned.first()).toHaveText(/: 1 class.*Weekly ballet/)
    })

    test('a term that includes public holidays names them, and leaves them out with a checkbox', async ({
      page,
      own: { server, admin },
    }) => {
      const holidays = await server.ask(closures.holidays, {}, admin)
      const isHoliday = (day: string) => holidays.some((other) => other.day === day)
      // the same weekday one week earlier must be no holiday
      const holiday = holidays.find(({ day }) => day > addDays(today, 21) && !isHoliday(addDays(day, -7)))
      if (!holiday) throw new Error('There is no holiday to come.')
      const { id: classId } = await server.must(
        classes.create,
        { name: 'Weekly ballet', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] },
        admin,
      )
      const lately = { startDate: addDays(today, 1), endDate: addDays(today, 14) }
      const times = { startTime: '18:00', endTime: '19:30', standardPrice: null, memberPrice: null }
      await server.must(schedule.add, { ...lately, ...times, classId, weekdays: [weekdayOf(holiday.day)] }, admin)
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/repeat-term`)
      await page.getByLabel('First day').fill(addDays(holiday.day, -7))
      await page.getByLabel('Last day').fill(holiday.day)
      await expect(page.getByRole('button', { name: /^Plan 2 classes/ })).toBeVisible()
      const tick = page.getByRole('checkbox', { name: 'Leave out public holidays' })
      await expect(tick).toHaveAccessibleDescription(new RegExp(holiday.en))
      await tick.check({ force: true })
      await page.getByRole('button', { name: 'Plan 1 class', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Planned at' }).first()).toHaveText(
        /: 1 class.*Weekly ballet/,
      )
      const onIt = { startDate: holiday.day, endDate: holiday.day }
      expect(await server.ask(schedule.between, onIt, admin)).toEqual([])
    })

    test('two classes on the same weekday are planned by one press, and removed by another', async ({
      page,
      own: { server, admin },
    }) => {
      for (const name of ['Stretching', 'Core'])
        await server.must(
          classes.create,
          { name, description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] },
          admin,
        )
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/add-to-schedule`)
      const main = page.getByRole('main')
      await main.getByLabel('Class', { exact: true }).selectOption('Stretching')
      await main.getByRole('checkbox', { name: 'Monday' }).check({ force: true })
      await main.getByLabel('Start time').fill('17:00')
      await main.getByLabel('Start date').fill(nextMonday)
      await main.getByLabel('End date').fill(addDays(nextMonday, 13))
      await main.getByRole('button', { name: 'Add another class' }).click()
      const second = main.getByRole('group', { name: 'Class 2' })
      // its default is to follow the first one
      await expect(second.getByLabel('Start time')).toHaveValue('18:00')
      await expect(second.getByLabel('End time')).toHaveValue('19:00')
      const add = main.getByRole('button', { name: 'Add to Schedule' })
      await add.click()
      await expect(second.getByLabel('Class', { exact: true })).toHaveAccessibleDescription('Please choose a class.')
      await second.getByLabel('Class', { exact: true }).selectOption('Core')
      const core = main.getByRole('group', { name: 'Core', exact: true })
      await core.getByLabel('Start time').fill('17:30')
      const preview = main.getByRole('region', { name: 'What will be added' })
      await expect(preview.getByText('beside Core')).toHaveCount(2)
      await expect(preview.getByText('beside Stretching')).toHaveCount(2)
      await expectAccessible(page, 'a plan of two classes')
      await core.getByLabel('Start time').fill('18:00')
      await expect(preview.getByText(/^beside/)).toHaveCount(0)
      await add.click()
      await expect(page.getByText('4 classes added to the schedule.')).toBeVisible()
      const between = { startDate: nextMonday, endDate: addDays(nextMonday, 13) }
      const names = async () => (await server.ask(schedule.between, between, admin)).map(({ className }) => className)
      expect(await names()).toEqual(['Stretching', 'Core', 'Stretching', 'Core'])

      await main.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('4 classes taken off again.')).toBeVisible()
      expect(await names()).toEqual([])
      await core.getByRole('button', { name: 'Remove: Core' }).click()
      await expect(main.getByLabel('Start time')).toHaveCount(1)
    })
  })
}
