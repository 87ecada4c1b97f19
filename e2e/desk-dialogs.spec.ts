import { expect } from '@playwright/test'
import { addDays, dateIn } from '#kernel/time.ts'
import { enter, test } from './fixtures.ts'
import { clickTwice, deed, expectLogged, expectRefused, fieldOf, groupOf, openDialog, rowOf } from './forms.ts'
import { membershipForSale, openCourse, scheduledClass, registrantsOf } from './studio.ts'

const today = dateIn('Europe/Tallinn', Date.now())
const inDays = (days: number) => addDays(today, days)
const long = 'x'.repeat(301)
const name51 = 'n'.repeat(51)

test.slow()

test('the desk’s dialogs show errors at the fields, restore the focus, and run once', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Dialog class', { categories: ['Boy Group'] })
  await openCourse(server, admin, 'Dialog course', [{ code: 'taken', amount: 500, audience: 'others' }])
  await membershipForSale(server, admin, 'Dialog pass')
  await server.person({ email: 'dora@example.ee', displayName: 'Dora' })
  await enter(page.context(), admin)
  const main = page.getByRole('main')
  const deedOn = (text: string, name: string) => deed(rowOf(main, text).first(), name)

  await test.step('dialogs of the classes overview', async () => {
    await page.goto('/admin/classes')
    let dialog = await openDialog(page, main.getByRole('button', { name: 'Add New Class' }), 'Add New Class')
    await expect(fieldOf(dialog, 'Max participants')).toHaveValue('0')
    await expectRefused(dialog.getByRole('button', { name: 'Add Class' }), [
      { at: fieldOf(dialog, 'Name'), typed: '', text: 'Class name must be at least 3 characters.' },
      { at: fieldOf(dialog, 'Description'), typed: '', text: 'Please enter a description.' },
      { at: fieldOf(dialog, 'Max participants'), typed: '0', text: 'Participants must be between 1 and 100.' },
      { at: groupOf(dialog, 'Categories'), text: 'Please select at least one category.' },
    ])
    await fieldOf(dialog, 'Name').fill('Added class')
    await fieldOf(dialog, 'Description').fill('Added at the overview')
    await fieldOf(dialog, 'Max participants').fill('7')
    await fieldOf(dialog, 'Girl Group').check()
    await clickTwice(dialog.getByRole('button', { name: 'Add Class' }), 'Class added successfully!')
    dialog = await openDialog(page, deedOn('Added class', 'Edit'), 'Edit Class')
    await expect(dialog.getByText('What is in the schedule already stays as it is.')).toBeVisible()
    await expectRefused(dialog.getByRole('button', { name: 'Save' }), [
      { at: fieldOf(dialog, 'Name'), typed: name51, text: 'Class name cannot exceed 50 characters.' },
      { at: fieldOf(dialog, 'Description'), typed: long, text: 'Description cannot exceed 300 characters.' },
      { at: fieldOf(dialog, 'Max participants'), typed: '101', text: 'Participants must be between 1 and 100.' },
    ])
    await fieldOf(dialog, 'Name').fill('Changed class')
    await fieldOf(dialog, 'Description').fill('Changed')
    await fieldOf(dialog, 'Max participants').fill('8')
    await clickTwice(dialog.getByRole('button', { name: 'Save' }), 'Class updated successfully!')
    dialog = await openDialog(page, deedOn('Changed class', 'Delete'), 'Delete Class')
    await expect(dialog.getByText('Are you sure you want to delete this class?')).toBeVisible()
    await clickTwice(dialog.getByRole('button', { name: 'Delete' }), 'Class deleted successfully!')
    await expect(rowOf(main, 'Changed class')).toHaveCount(0)
  })

  await test.step('dialogs of the courses overview', async () => {
    await page.goto('/admin/courses')
    let dialog = await openDialog(page, main.getByRole('button', { name: 'Add New Course' }), 'Add Course')
    await page.keyboard.press('Escape')
    dialog = await openDialog(page, deedOn('Dialog course', 'Edit'), 'Edit Course')
    await expect(fieldOf(dialog, 'Status')).toHaveValue('active')
    await fieldOf(dialog, 'End date').fill(inDays(5))
    await fieldOf(dialog, 'End time').fill('17:00')
    await expectRefused(dialog.getByRole('button', { name: 'Save' }), [
      { at: fieldOf(dialog, 'Name'), typed: 'ab', text: 'Course name must be between 3 and 50 characters.' },
      { at: fieldOf(dialog, 'Standard price'), typed: '', text: 'Standard price must be a positive number.' },
      { at: fieldOf(dialog, 'Member price'), typed: '-5.00', text: 'Course member price must be a positive number.' },
      { at: fieldOf(dialog, 'Number of classes'), typed: '0', text: 'At least 1 class is required.' },
      { at: fieldOf(dialog, 'Max participants'), typed: '101', text: 'Participants must be between 1 and 100.' },
      { at: fieldOf(dialog, 'End date'), text: 'The end date cannot be before the start date.' },
      { at: fieldOf(dialog, 'End time'), text: 'End time must be after start time.' },
    ])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await deedOn('Dialog course', 'Edit').press()
    await fieldOf(dialog, 'Max participants').fill('15')
    await clickTwice(dialog.getByRole('button', { name: 'Save' }), 'Course updated successfully!')

    dialog = await openDialog(page, deedOn('Dialog course', 'Discount codes'), 'Discount codes: Dialog course')
    const add = dialog.getByRole('button', { name: 'Add code' })
    await expect(fieldOf(dialog, 'Amount')).toHaveAccessibleDescription(/never makes a price less than 0€/)
    await expect(fieldOf(dialog, 'For whom').getByRole('option')).toHaveText(['Everybody else', 'Cover group members'])
    await expect(fieldOf(dialog, 'For whom')).toHaveAccessibleDescription(/ticks “Cover group member”/)
    await expectRefused(add, [
      { at: fieldOf(dialog, 'Code'), typed: 'a b', text: 'A code has 3 to 30 letters' },
      { at: fieldOf(dialog, 'Amount'), typed: '0.00', text: 'The discount must be more than 0.' },
    ])
    await fieldOf(dialog, 'Amount').fill('5')
    await fieldOf(dialog, 'Code').fill('taken')
    await add.click()
    await expect(fieldOf(dialog, 'Code')).toHaveAccessibleDescription(
      'This discount code exists already. Please choose another.',
    )
    await expect(fieldOf(dialog, 'Code')).toHaveValue('taken')
    await fieldOf(dialog, 'Code').fill('fresh')
    await clickTwice(add, 'Discount code FRESH added.')
    const fresh = dialog.getByRole('listitem', { name: 'FRESH' })
    await expect(fresh).toHaveCount(1)
    const remove = await openDialog(page, fresh.getByRole('button', { name: 'Remove' }), 'Remove discount code')
    await clickTwice(remove.getByRole('button', { name: 'Remove' }), 'Discount code FRESH removed.')
    await expect(fresh).toHaveCount(0)
    // otherwise this dialog would receive the key
    await expect(remove).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    dialog = await openDialog(page, deedOn('Dialog course', 'Archive'), 'Archive Course')
    await clickTwice(dialog.getByRole('button', { name: 'Archive' }), 'Course archived.')
    dialog = await openDialog(page, deedOn('Dialog course', 'Activate'), 'Activate Course')
    await clickTwice(dialog.getByRole('button', { name: 'Activate' }), 'Course activated.')
    dialog = await openDialog(page, deedOn('Dialog course', 'Delete'), 'Delete Course')
    await clickTwice(dialog.getByRole('button', { name: 'Delete' }), 'Course deleted successfully!')
  })

  await test.step('dialogs of the membership catalogue', async () => {
    await page.goto('/admin/manage-memberships')
    let dialog = await openDialog(page, deedOn('Dialog pass', 'Edit'), 'Edit Membership')
    await expectRefused(dialog.getByRole('button', { name: 'Save' }), [
      { at: fieldOf(dialog, 'Name'), typed: 'ab', text: 'Membership name must be between 3 and 50 characters.' },
      { at: fieldOf(dialog, 'Description'), typed: '', text: 'Please enter a description.' },
      { at: fieldOf(dialog, 'Standard price'), typed: '', text: 'Please fill in this field.' },
      { at: fieldOf(dialog, 'Member price'), typed: '', text: 'Please fill in this field.' },
      { at: fieldOf(dialog, 'Class limit'), typed: '0', text: 'At least 1 class is required.' },
      { at: fieldOf(dialog, 'Valid period (days)'), typed: '0', text: 'Valid period must be at least 1 day.' },
    ])
    await fieldOf(dialog, 'Name').fill('Dialog pass')
    await fieldOf(dialog, 'Description').fill('Changed')
    await fieldOf(dialog, 'Standard price').fill('41')
    await fieldOf(dialog, 'Member price').fill('33')
    await fieldOf(dialog, 'Class limit').fill('5')
    await fieldOf(dialog, 'Valid period (days)').fill('31')
    const save = dialog.getByRole('button', { name: 'Save' })
    await clickTwice(save, 'Membership updated successfully!')
    dialog = await openDialog(page, deedOn('Dialog pass', 'Archive'), 'Archive Membership')
    await clickTwice(dialog.getByRole('button', { name: 'Archive' }), 'Membership archived.')
    await deedOn('Dialog pass', 'Activate').press()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expect(rowOf(main.getByRole('table', { name: 'Memberships for sale' }), 'Dialog pass')).toBeVisible()
  })

  await test.step('dialogs of a user’s page', async () => {
    await page.goto('/admin/users')
    await main.getByRole('link', { name: 'Dora Kask' }).click()
    const level = fieldOf(main, 'Member level')
    const change = main.getByRole('button', { name: 'Change member level' })
    const tooLong = { at: level, typed: 'l'.repeat(41), text: 'The member level can have at most 40 characters.' }
    await expectRefused(change, [tooLong])
    await level.fill('gold')
    await clickTwice(change, 'Member level updated.')
    await fieldOf(main, 'Role').selectOption('teacher')
    let dialog = await openDialog(page, main.getByRole('button', { name: 'Change role' }), 'Change role')
    await expect(fieldOf(main, 'Role')).toHaveValue('teacher')
    const behind = page.getByRole('button', { name: 'Change role', includeHidden: true })
    await expect(behind, 'nothing is under way while the question is open').not.toHaveAttribute('aria-disabled', 'true')
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    const own = fieldOf(dialog, 'Your password')
    await expectRefused(confirm, [{ at: own, typed: '', text: 'Password is required' }])
    await expectRefused(confirm, [{ at: own, typed: 'a guess', text: 'This is not your password. Please try again.' }])
    await own.fill('tantsin')
    await clickTwice(confirm, 'Role updated.')
    dialog = await openDialog(page, main.getByRole('button', { name: 'Purchase Membership' }), /Purchase a membership/)
    const buy = dialog.getByRole('button', { name: 'Purchase Membership' })
    await expectRefused(buy, [{ at: fieldOf(dialog, 'Membership'), text: 'Please choose a membership.' }])
    await fieldOf(dialog, 'Membership').selectOption({ label: 'Dialog pass, 41€' })
    await clickTwice(buy, 'Membership purchased successfully for €41!')
    await expect(main.getByRole('table', { name: 'Memberships' }).getByRole('row')).toHaveCount(2)
    await openCourse(server, admin, 'Phoned course')
    const toCourse = main.getByRole('button', { name: 'Register for a course' })
    dialog = await openDialog(page, toCourse, /^Register .+ for a course$/)
    const register = dialog.getByRole('button', { name: 'Register for a course' })
    const course = fieldOf(dialog, 'Course')
    await expectRefused(register, [{ at: course, text: 'Please choose a course.' }])
    await course.selectOption(await course.getByRole('option', { name: /Phoned course/ }).getAttribute('value'))
    await clickTwice(register, 'Registered. To be paid: 60€.')
    await expect(main.getByRole('table', { name: 'Course registrations' })).toContainText('Phoned course')
    dialog = await openDialog(page, main.getByRole('button', { name: 'Deactivate user' }), /Deactivate/)
    await clickTwice(dialog.getByRole('button', { name: /Deactivate|Confirm/ }), 'User deactivated.')
    await clickTwice(main.getByRole('button', { name: 'Reactivate user' }), 'User reactivated.')
  })

  await test.step('dialogs of active memberships', async () => {
    await page.goto('/admin/memberships')
    let dialog = await openDialog(page, deedOn('Dora Kask', 'Edit'), 'Edit active membership')
    const save = dialog.getByRole('button', { name: 'Save' })
    await fieldOf(dialog, 'Valid until').fill(inDays(-3))
    await expectRefused(save, [
      { at: fieldOf(dialog, 'Classes used'), typed: '6', text: 'Classes used cannot exceed class limit' },
      { at: fieldOf(dialog, 'Valid until'), text: 'The membership cannot end before it was bought.' },
    ])
    await expectRefused(save, [
      { at: fieldOf(dialog, 'Classes used'), typed: '-1', text: 'Classes used cannot be less than 0.' },
      { at: fieldOf(dialog, 'Class limit'), typed: '0', text: 'At least 1 class is required.' },
    ])
    await fieldOf(dialog, 'Classes used').fill('2')
    await fieldOf(dialog, 'Class limit').fill('6')
    await fieldOf(dialog, 'Valid until').fill(inDays(40))
    await clickTwice(save, 'Membership updated successfully!')
    await expect(rowOf(main, 'Dora Kask').getByRole('cell', { name: /^2\s*\(\+2 by hand\)$/ })).toBeVisible()
    dialog = await openDialog(page, deedOn('Dora Kask', 'Delete'), 'Delete Membership')
    await page.keyboard.press('Escape')
  })

  await test.step('dialogs of payments', async () => {
    await page.goto('/admin/payments')
    const due = main.getByRole('table', { name: 'Due', exact: true })
    const row = rowOf(due, 'Dora Kask').filter({ hasText: 'Dialog pass' })
    let dialog = await openDialog(page, deed(row, 'Delete'), 'Delete payment')
    await page.keyboard.press('Escape')
    dialog = await openDialog(page, deed(row, 'Confirm'), 'Confirm Payment')
    const amount = fieldOf(dialog, 'Actual Paid Amount')
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    await expectRefused(confirm, [{ at: amount, typed: '', text: 'Please enter the amount that was paid.' }])
    await expectRefused(confirm, [{ at: amount, typed: '-1.00', text: "The amount can't be negative." }])
    await amount.fill('40.50')
    await clickTwice(confirm, 'Payment confirmed.')
    await expect(row).toHaveCount(0)
    await main.getByRole('link', { name: /^Confirmed/ }).click()
    // journeys before this one may have confirmed others in this month
    await expect(rowOf(main, 'Dora Kask')).toContainText('40.50€')
    await deed(rowOf(main, 'Dora Kask'), 'History').press()
    const history = main.getByRole('region', { name: /Payment history/ })
    await expect(history.getByText('Confirmed by an admin')).toHaveCount(1)
  })

  await test.step('dialogs of a schedule entry', async () => {
    await page.goto(await registrantsOf(server, admin, 'Dialog class'))
    await main.getByRole('link', { name: 'Edit Schedule Item: Dialog class' }).click()
    const submit = main.getByRole('button', { name: 'Update Schedule' })
    await fieldOf(main, 'Boy Group').uncheck()
    await expectRefused(submit, [
      { at: fieldOf(main, 'Class name'), typed: '', text: 'Class name is required.' },
      { at: fieldOf(main, 'Description'), typed: long, text: 'Description cannot exceed 300 characters.' },
      { at: fieldOf(main, 'Max participants'), typed: '0', text: 'Max participants must be at least 1.' },
      { at: groupOf(main, 'Categories'), text: 'Please select at least one category.' },
      { at: fieldOf(main, 'Member price'), typed: '-1.00', text: 'The price must not be negative.' },
      { at: fieldOf(main, 'Start time'), typed: '', text: 'Please provide both start and end date/time.' },
    ])
    await fieldOf(main, 'Start time').fill('20:00')
    await fieldOf(main, 'End time').fill('19:00')
    await expectRefused(submit, [{ at: fieldOf(main, 'End time'), text: 'End time must be after start time.' }])
    await fieldOf(main, 'End time').fill('21:30')
    await fieldOf(main, 'Class name').fill('Moved class')
    await fieldOf(main, 'Description').fill('Later')
    await fieldOf(main, 'Max participants').fill('9')
    await fieldOf(main, 'Member price').fill('')
    await fieldOf(main, 'Boy Group').check()
    await clickTwice(submit, 'Schedule updated successfully!')
    await expect(page).toHaveURL(/class-registrants/)
    await main.getByRole('link', { name: 'Edit Schedule Item: Moved class' }).click()
    await openDialog(page, main.getByRole('button', { name: 'Delete' }), 'Delete')
    await page.keyboard.press('Escape')
    const dialog = await openDialog(page, main.getByRole('button', { name: 'Cancel this class' }), 'Cancel this class')
    const cancel = dialog.getByRole('button', { name: 'Cancel this class' })
    await cancel.dblclick()
    await expect(main.getByText('1 class of Moved class cancelled.')).toHaveCount(1)
  })

  await test.step('the logs list each action once', async () => {
    await expectLogged(page, {
      'Class created: Added class.': 1,
      'Class changed: Changed class.': 1,
      'Class deleted: Changed class.': 1,
      'Course changed: Dialog course.': 1,
      'Course archived: Dialog course.': 1,
      'Course activated: Dialog course.': 1,
      'Course deleted: Dialog course.': 1,
      'Discount code FRESH added.': 1,
      'Membership changed: Dialog pass.': 1,
      'Membership of a user changed: Dialog pass.': 1,
      'Member level set to gold.': 1,
    })
    // other tests on this server confirm payments and promote teachers as well
    const hers = page.locator(`a[href*="${await server.idOf('dora@example.ee', admin)}"]`)
    await expect(rowOf(page, 'Role changed to teacher.').filter({ has: hers })).toHaveCount(1)
    await expect(rowOf(page, 'Payment: Due → Paid').filter({ has: hers })).toHaveCount(1)
  })
})
