import { expect } from '@playwright/test'
import { addDays, dateIn, weekdayOf } from '#kernel/time.ts'
import { classes } from '#studio/classes/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { clickTwice, expectRefused, fieldOf, groupOf } from './forms.ts'

const today = dateIn('Europe/Tallinn', Date.now())
const inDays = (days: number) => addDays(today, days)
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekdayOn = (date: string) => weekdays[weekdayOf(date) - 1] ?? ''
const long = 'x'.repeat(301)
const name51 = 'n'.repeat(51)

test.slow()

test('the forms that create something show errors at each field, and create once', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  const main = page.getByRole('main')
  const field = (label: string) => fieldOf(main, label)
  const group = (label: string) => groupOf(main, label)

  await test.step('Create Class', async () => {
    await page.goto('/admin/create-class')
    const submit = main.getByRole('button', { name: 'Create Class' })
    await expect(field('Max participants')).toHaveValue('10')
    await expect(field('Description')).toHaveAccessibleDescription(/needed once you edit the class/)
    await expectRefused(submit, [
      { at: field('Name'), typed: 'ab', text: 'Class name must be at least 3 characters.' },
      { at: field('Description'), typed: long, text: 'Description cannot exceed 300 characters.' },
      { at: field('Max participants'), typed: '0', text: 'Participants must be between 1 and 100.' },
      { at: group('Categories'), text: 'Please select at least one category.' },
    ])
    await expect(field('Name'), 'the first wrong field').toBeFocused()
    await expectRefused(submit, [
      { at: field('Name'), typed: name51, text: 'Class name cannot exceed 50 characters.' },
      { at: field('Max participants'), typed: '101', text: 'Participants must be between 1 and 100.' },
    ])
    await field('Name').fill('Forms class')
    await field('Description').fill('For all')
    await field('Max participants').fill('12')
    await field('Boy Group').check()
    await clickTwice(submit, 'Class created successfully!')
    await expect(field('Name')).toHaveValue('')
  })

  await test.step('Create Course', async () => {
    await page.goto('/admin/create-course')
    const submit = main.getByRole('button', { name: 'Create Course' })
    await expect(field('Max participants')).toHaveValue('10')
    await expect(field('Number of classes')).toHaveValue('1')
    await expect(field('Status')).toHaveCount(0)
    await expectRefused(submit, [
      { at: field('Name'), typed: 'ab', text: 'Course name must be between 3 and 50 characters.' },
      { at: field('Description'), typed: long, text: 'Description cannot exceed 300 characters.' },
      { at: field('Standard price'), typed: '', text: 'Standard price must be a positive number.' },
      { at: field('Member price'), typed: '-1.00', text: 'Course member price must be a positive number.' },
      { at: field('Number of classes'), typed: '0', text: 'At least 1 class is required.' },
      { at: field('Max participants'), typed: '0', text: 'Participants must be between 1 and 100.' },
      { at: field('Start date'), text: 'Please choose a date.' },
      { at: field('End date'), text: 'Please choose a date.' },
      { at: field('Registration deadline'), text: 'Please choose a date.' },
      { at: field('Weekday'), text: 'Please choose a weekday.' },
      { at: field('Start time'), text: 'Please enter a time.' },
      { at: field('End time'), text: 'Please enter a time.' },
    ])
    await expectAccessible(page, 'create course with errors')
    await field('Start date').fill(inDays(10))
    await field('End date').fill(inDays(5))
    await field('Registration deadline').fill(inDays(60))
    await field('Start time').fill('18:00')
    await field('End time').fill('17:30')
    await field('Weekday').selectOption({ label: 'Friday' })
    await expectRefused(submit, [
      { at: field('Name'), typed: name51, text: 'Course name must be between 3 and 50 characters.' },
      { at: field('Standard price'), typed: '-1.00', text: 'Standard price must be a positive number.' },
      { at: field('Max participants'), typed: '101', text: 'Participants must be between 1 and 100.' },
      { at: field('End date'), text: 'The end date cannot be before the start date.' },
      { at: field('End time'), text: 'End time must be after start time.' },
    ])
    await expect(field('Weekday')).toHaveValue('5')
    await field('End date').fill(inDays(50))
    await expectRefused(submit, [
      { at: field('Registration deadline'), text: 'The registration deadline cannot be after the end date.' },
    ])
    await field('Registration deadline').fill(inDays(9))
    await field('End time').fill('19:30')
    await field('Name').fill('Forms course')
    await field('Description').fill('Ten evenings')
    await field('Standard price').fill('60.50')
    await field('Member price').fill('')
    await field('Number of classes').fill('6')
    await field('Max participants').fill('12')
    await clickTwice(submit, 'Course created successfully!')
  })

  await test.step('Create Membership', async () => {
    await page.goto('/admin/create-membership')
    const submit = main.getByRole('button', { name: 'Create Membership' })
    await expect(field('Class limit')).toHaveValue('1')
    await expect(field('Valid period (days)')).toHaveValue('30')
    await expect(field('Description')).toHaveAccessibleDescription(/needed once you edit the membership/)
    await expectRefused(submit, [
      { at: field('Name'), typed: 'ab', text: 'Membership name must be between 3 and 50 characters.' },
      { at: field('Description'), typed: long, text: 'Description cannot exceed 300 characters.' },
      { at: field('Standard price'), typed: '-1.00', text: 'Prices must be positive values.' },
      { at: field('Member price'), typed: '-1.00', text: 'Prices must be positive values.' },
      { at: field('Class limit'), typed: '0', text: 'At least 1 class is required.' },
      { at: field('Valid period (days)'), typed: '0', text: 'Valid period must be at least 1 day.' },
    ])
    await field('Standard price').fill('40')
    await expectRefused(submit, [
      { at: field('Name'), typed: name51, text: 'Membership name must be between 3 and 50 characters.' },
      { at: field('Member price'), typed: '40.00', text: 'Member price must be less than standard price.' },
    ])
    const category = main.getByRole('group', { name: 'Categories' }).getByRole('button', { name: /Girl Group/ })
    await category.click()
    await expect(category).toHaveAccessibleName(/included/)
    await main.getByText('Exclude', { exact: true }).click()
    await category.click()
    await expect(category).toHaveAccessibleName(/excluded/)
    await field('Name').fill('Forms pass')
    await field('Description').fill('Four')
    await field('Member price').fill('32')
    await field('Class limit').fill('4')
    await field('Valid period (days)').fill('60')
    await clickTwice(submit, 'Membership created successfully!')
  })

  await test.step('Add to Schedule', async () => {
    await house.server.must(
      classes.create,
      { name: 'Planned class', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] },
      house.admin,
    )
    await page.goto('/admin/add-to-schedule')
    // the plan beside the form lists classes with the same names
    const weekday = (date: string) => group('Weekdays').getByRole('checkbox', { name: weekdayOn(date), exact: true })
    const submit = main.getByRole('button', { name: 'Add to Schedule' })
    await expectRefused(submit, [
      { at: field('Class'), text: 'Please choose a class.' },
      { at: group('Weekdays'), text: 'Please choose at least one weekday.' },
      { at: field('Start time'), text: 'Please fill in this field.' },
      { at: field('End time'), text: 'Please fill in this field.' },
      { at: field('Start date'), text: 'Please fill in this field.' },
      { at: field('End date'), text: 'Please fill in this field.' },
    ])
    await expect(main.getByText('Failed to add class. Please check all fields and try again.')).toBeVisible()
    const day = addDays(today, 3)
    await field('Class').selectOption({ label: 'Planned class' })
    await weekday(addDays(day, 1)).check()
    await field('Start time').fill('18:00')
    // it has a default
    await expect(field('End time')).not.toHaveAccessibleDescription(/Please fill in this field/)
    await field('End time').fill('18:00')
    await field('Start date').fill(day)
    await field('End date').fill(inDays(1))
    await field('Member price').fill('8')
    await expectRefused(submit, [
      { at: field('End time'), text: 'End time must be after start time.' },
      { at: field('End date'), text: 'The end date must not be before the start date.' },
      { at: field('Standard price'), text: 'A member price needs a standard price.' },
    ])
    await field('End time').fill('19:30')
    await field('End date').fill(day)
    await expectRefused(submit, [
      { at: field('Standard price'), typed: '-1.00', text: 'The price must not be negative.' },
      { at: group('Weekdays'), text: 'No chosen weekday falls between these dates.' },
    ])
    await field('Standard price').fill('10')
    await weekday(day).check()
    await clickTwice(submit, '1 class of Planned class added to the schedule.')

    // planning the same again: the preview warns, and leaves the decision to the person
    await field('Class').selectOption({ label: 'Planned class' })
    for (const date of [day, addDays(day, 1)]) await weekday(date).check()
    await field('Start time').fill('19:00')
    await field('End time').fill('20:00')
    await field('Start date').fill(day)
    await field('End date').fill(addDays(day, 1))
    const planned = main.getByRole('region', { name: 'What will be added' })
    await expect(planned.getByText('1 of them is already scheduled at an overlapping time.')).toBeVisible()
    await expect(planned.getByRole('listitem')).toHaveCount(2)
    await expect(planned.getByRole('listitem').filter({ hasText: 'already scheduled' })).toHaveCount(1)
    await expectAccessible(page, 'a plan that repeats a class')
    await field('Start time').fill('19:30')
    await expect(planned.getByText('already scheduled')).toHaveCount(0)
  })

  await test.step('each of them exists once', async () => {
    for (const [path, name] of [
      ['classes', 'Forms class'],
      ['courses', 'Forms course'],
      ['manage-memberships', 'Forms pass'],
    ]) {
      await page.goto(`/admin/${path}`)
      await expect(main.getByRole('rowheader', { name, exact: true }), name).toHaveCount(1)
    }
    const { entries } = await house.server.ask(registrations.upcoming, { weeks: 4 }, house.admin)
    expect(entries.filter(({ className }) => className === 'Planned class')).toHaveLength(1)
  })
})

test('a comma works as a decimal point, also in a browser without text events such as an older Firefox', async ({
  page,
  house,
}) => {
  await enter(page.context(), house.admin)
  for (const older of [false, true]) {
    if (older) await page.addInitScript(() => Reflect.deleteProperty(window, 'TextEvent'))
    await page.goto('/admin/create-course')
    const price = fieldOf(page.getByRole('main'), 'Standard price')
    // the draft survives the reload
    await expect(price).toHaveValue(older ? '12.50' : '')
    await price.clear()
    await price.pressSequentially('12,50')
    await expect(price).toHaveValue('12.50')
  }
})
