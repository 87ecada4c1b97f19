import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, dateIn, weekdayOf } from '#kernel/time.ts'
import { devices } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, test, widen } from './fixtures.ts'
import { takeByDropIn } from './forms.ts'
import { StudioServer } from './server.ts'
import { scheduledClass } from './studio.ts'

const today = () => dateIn('Europe/Tallinn', Date.now())
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const rowOf = (page: Page | Locator, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text }).last()

/** Registers by drop-in, as a member does. */
async function dropIn(page: Page, className: string): Promise<void> {
  await page.goto('/classes')
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: className }).first()
  await takeByDropIn(page, row)
  await expect(page.getByText('Successfully registered using drop-in!')).toBeVisible()
}

test('an evening at the desk works from creating a class to the month total', async ({ page, browser }) => {
  test.slow()
  const server = await StudioServer.start()
  try {
    const className = 'Street jazz'
    const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
    const tiit = await server.person({ email: 'teacher@example.ee', displayName: 'Tiit', role: 'teacher' })
    const liina = await server.person({ email: 'one@example.ee', displayName: 'Liina' })
    const kaisa = await server.person({ email: 'two@example.ee', displayName: 'Kaisa' })
    const teacher = await anotherBrowser(browser, server.url, tiit)
    const members = await anotherBrowser(browser, server.url)
    for (const phone of [teacher, members]) await phone.setViewportSize({ width: 360, height: 780 })
    const at = (path: string) => `${server.url}${path}`
    await enter(page.context(), admin)

    await test.step('the admin creates a class, after its errors are shown', async () => {
      await page.goto(at('/admin/create-class'))
      const submit = page.getByRole('main').getByRole('button', { name: 'Create Class' })
      await submit.click()
      await expect(page.getByText('Class name must be at least 3 characters.')).toBeVisible()
      await expect(page.getByText('Please select at least one category.')).toBeVisible()
      await page
        .getByLabel('Class name')
        .or(page.getByLabel('Name', { exact: true }))
        .first()
        .fill(className)
      await page.getByLabel('Girl Group').check()
      await expectAccessible(page, 'create class')
      await submit.click()
      await expect(page.getByText(/Class created/).first()).toBeVisible()
    })

    await test.step('the admin schedules it for four weeks, after a preview of the dates', async () => {
      await page.goto(at('/admin/add-to-schedule'))
      const first = addDays(today(), 1)
      await page.getByLabel('Class', { exact: true }).selectOption({ label: className })
      await page.getByLabel(weekdays[weekdayOf(first) - 1] ?? '').check()
      await page.getByLabel('Start time').fill('18:00')
      await page.getByLabel('End time').fill('19:30')
      await page.getByLabel('Start date').fill(first)
      await page.getByLabel('End date').fill(addDays(first, 27))
      await expect(page.getByRole('status').filter({ hasText: '4 classes' })).toBeVisible()
      await expectAccessible(page, 'add to schedule')
      await page.getByRole('main').getByRole('button', { name: 'Add to Schedule' }).click()
      await expect(page.getByText(`4 classes of ${className} added to the schedule.`)).toBeVisible()
    })

    await test.step('two members register while the teacher watches the registrants', async () => {
      await teacher.goto('/admin/class-registrants')
      await expect(teacher.getByText('No registrants for this class').first()).toBeVisible()
      for (const [member, name] of [
        [liina, 'Liina'],
        [kaisa, 'Kaisa'],
      ] as const) {
        await enter(members.context(), member)
        await dropIn(members, className)
        await expect(teacher.getByText(`${name} Kask`).first()).toBeVisible()
      }
      await expectAccessible(teacher, 'class registrants')
    })

    await test.step('the teacher takes attendance and money', async () => {
      const liina = teacher.getByRole('group', { name: /Attendance: Liina/ })
      await liina.getByRole('button', { name: 'Attended' }).click()
      await expect(liina.getByRole('button', { name: 'Attended' })).toHaveAttribute('aria-pressed', 'true')
      await teacher
        .getByRole('group', { name: /Attendance: Kaisa/ })
        .getByRole('button', { name: 'No-show' })
        .click()
      await rowOf(teacher, 'Liina Kask').getByRole('button', { name: /Due/ }).click()
      const dialog = teacher.getByRole('dialog', { name: 'Mark Payment as Paid' })
      await expect(dialog.getByText('one@example.ee')).toBeVisible()
      await expect(dialog.getByText(/admin must confirm it for final approval/)).toBeVisible()
      await expectAccessible(teacher, 'mark payment as paid')
      await dialog.getByLabel('Actual Paid Amount').fill('14')
      await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
      await expect(rowOf(teacher, 'Liina Kask').getByText('Teacher Marked as Paid')).toBeVisible()
    })

    await test.step('the admin confirms, and the month total changes in a second browser', async () => {
      const books = await anotherBrowser(browser, server.url, admin)
      await books.goto('/admin/payments?tab=confirmed')
      await page.goto(at('/admin/payments?tab=markedByTeacher'))
      await expect(page.getByText('Teacher Marked as Paid').first()).toBeVisible()
      await rowOf(page, 'Liina Kask')
        .getByRole('button', { name: /Confirm/ })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Confirm Payment' })
      await expect(dialog.getByLabel('Actual Paid Amount')).toHaveValue(/14/)
      await expectAccessible(page, 'confirm payment')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(books.getByText('1 payment, total 14€').first()).toBeVisible()
      await expectAccessible(page, 'payments')
      await books.context().close()
    })

    await test.step('the logs contain all of it', async () => {
      await page.goto(at('/admin/logs'))
      for (const text of [/Payment: .*→ Paid/, /Registered for/, /4 entries of/]) {
        await expect(page.getByText(text).first()).toBeVisible()
      }
      const own = page.getByRole('row').filter({ hasText: 'Registered for' }).first()
      await expect(own, 'who acted is not named again as the person').not.toContainText('Person:')
      await expectAccessible(page, 'logs')
    })
    expect(server.output).not.toMatch(/failed|error/i)
    await Promise.all([teacher.context().close(), members.context().close()])
  } finally {
    await server.remove()
  }
})

const deskRoutes = [
  'create-course',
  'create-class',
  'create-membership',
  'add-to-schedule',
  'users',
  'payments',
  'classes',
  'courses',
  'class-registrants',
  'course-registrants',
  'memberships',
  'class-registration',
  'logs',
  'manage-memberships',
]

// everywhere.spec.ts covers the admin's screens at both widths; a teacher's differ in the available actions
test('every desk screen opens for a teacher and is accessible', async ({ page, house }) => {
  test.slow()
  const email = 'teacher.desk@example.ee'
  await enter(page.context(), await house.server.person({ email, role: 'teacher' }))
  for (const [n, route] of deskRoutes.entries()) {
    const width = n % 2 === 0 ? 1280 : 360
    await widen(page, width)
    await page.goto(`/admin/${route}`)
    await expect(page, route).toHaveURL(new RegExp(`/admin/${route}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, `${route} as a teacher, ${width} px`)
  }
})

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('the start page of a teacher shows today’s classes', async ({ page, house }) => {
      const name = `Today ${device}`
      const email = `today.${device}@example.ee`
      await enter(page.context(), await house.server.person({ email, role: 'teacher' }))
      await page.goto('/')
      const today = page.getByRole('region', { name: 'Today', exact: true })
      await expect(today).toBeVisible()
      await expect(page.getByText('Nothing planned yet')).toHaveCount(0)

      await scheduledClass(house.server, house.admin, name, { inDays: 0 })
      const row = today.getByRole('listitem').filter({ hasText: name })
      await expect(row).toContainText('18:00–\u206019:30')
      await expect(row).toContainText('0 / 10')
      await expectAccessible(page, 'a teacher’s dashboard')
      await row.getByRole('link', { name: `Attendance: ${name}, 18:00–\u206019:30` }).click()
      await expect(page).toHaveURL(/class-registrants\?entry=/)
      await expect(page.getByText(name)).toHaveCount(1)
      await expect(page.getByText('No registrants for this class')).toBeVisible()
      await expectAccessible(page, 'the attendance of one class')
      await page.getByRole('link', { name: 'All classes and registrants' }).click()
      await expect(page).toHaveURL(/class-registrants$/)
    })
  })
}
