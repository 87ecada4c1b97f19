import { expect, type Locator, type Page } from '@playwright/test'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { clickTwice, deed, expectRefused, fieldOf, openDialog, rowOf } from './forms.ts'
import { membershipForSale, openCourse, scheduledClass, registrantsOf } from './studio.ts'

const openUser = async (page: Page, name: string) => {
  await page.goto(`/admin/users?search=${name}`)
  await page.getByRole('link', { name: `${name} Kask` }).click()
}

/** The opener is gone together with its row; the focus must still be on some element, not at the top of the page. */
const expectFocusKept = (page: Page) => expect(page.locator(':focus')).toHaveCount(1)

test('desk actions on people, places and money run once, however often their button is clicked', async ({
  page,
  house,
}) => {
  test.slow()
  const { server, admin } = house
  await scheduledClass(server, admin, 'Once class')
  await scheduledClass(server, admin, 'Once nobody')
  const membershipId = await membershipForSale(server, admin, 'Once pass')
  const archivedId = await membershipForSale(server, admin, 'Once archived')
  await server.must(memberships.setStatus, { membershipId: archivedId, status: 'archived' }, admin)
  const courseId = await openCourse(server, admin, 'Once course')
  const kertu = await server.person({ email: 'kertu@example.ee', displayName: 'Kertu' })
  const rein = await server.person({ email: 'rein@example.ee', displayName: 'Rein' })
  for (const buyer of [kertu, rein]) {
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, buyer)
  }
  const joining = { courseId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
  await server.must(courses.join, joining, rein)
  await enter(page.context(), admin)
  const main = page.getByRole('main')
  const buttonIn = (row: Locator, name: string | RegExp) => row.getByRole('button', { name })

  await test.step('Class Registration runs once, with a membership and with a drop-in', async () => {
    await page.goto('/admin/class-registration')
    await main.getByRole('radio', { name: /Once class/ }).check()
    const choose = async (name: string) => {
      await main.getByLabel('Search by name or e-mail').fill(name)
      await main.getByRole('list', { name: 'Person' }).getByRole('button', { name }).click()
    }
    await choose('Kertu')
    await clickTwice(
      main.getByRole('button', { name: 'Register with Membership' }),
      'User registered successfully with membership!',
    )
    await choose('Rein')
    const dropIn = main.getByRole('button', { name: 'Register with Drop-in' })
    const dialog = await openDialog(page, dropIn, 'Drop-in: Once class')
    const sure = await openDialog(page, dialog.getByRole('button', { name: 'Cash' }), 'Confirm payment')
    await clickTwice(sure.getByRole('button', { name: 'Confirm' }), 'User registered successfully with drop-in!')
  })

  await test.step('attendance, payment and removal of a registrant run once', async () => {
    await page.goto(await registrantsOf(server, admin, 'Once class'))
    const registrants = main.getByRole('table', { name: /^Registrants: Once class/ })
    const attended = registrants.getByRole('group', { name: /Kertu/ }).getByRole('button', { name: 'Attended' })
    await attended.dblclick()
    await expect(attended).toHaveAttribute('aria-pressed', 'true')
    const due = buttonIn(rowOf(registrants, 'Rein Kask'), /^Due/)
    let dialog = await openDialog(page, due, 'Confirm Payment')
    await expect(dialog.getByRole('definition').first()).toHaveText(/^Once class, .*\d{4}$/)
    await fieldOf(dialog, 'Actual Paid Amount').fill('14.50')
    await clickTwice(dialog.getByRole('button', { name: 'Confirm' }), 'Payment confirmed.')
    await expect(rowOf(registrants, 'Rein Kask').getByText('Paid', { exact: true })).toBeVisible()
    const remove = registrants.getByRole('button', { name: 'Remove registration: Kertu Kask' })
    await remove.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Remove registration: Kertu Kask')
    await remove.click()
    await expect(page.getByRole('dialog', { name: 'Remove registration' })).toBeVisible()
    // immediately, not after the pointer is found to have left: the tooltip would take the Esc meant for the dialog
    expect(await page.getByRole('tooltip').count()).toBe(0)
    await page.keyboard.press('Escape')
    dialog = await openDialog(page, remove, 'Remove registration')
    await clickTwice(dialog.getByRole('button', { name: 'Remove' }), 'Registration deleted successfully!')
    await expect(registrants.getByRole('row')).toHaveCount(2)
    await expectFocusKept(page)
  })

  await test.step('removing a course registration runs once', async () => {
    await page.goto('/admin/course-registrants')
    const dialog = await openDialog(page, deed(rowOf(main, 'Once course'), 'Delete'), 'Delete Registration')
    await expect(dialog.getByText('rein@example.ee')).toBeVisible()
    await clickTwice(dialog.getByRole('button', { name: 'Delete' }), 'Registration deleted successfully!')
    await expect(rowOf(main, 'Once course')).toHaveCount(0)
  })

  await test.step('course names and actions stay in sight on a small laptop', async () => {
    await page.goto('/admin/courses')
    for (const language of ['ET, Eesti keel', 'EN, English']) {
      await page.getByRole('button', { name: language }).click()
      const columns = main.getByRole('table').first().getByRole('columnheader')
      await expect(columns).toHaveCount(17)
      await expect(columns.first()).toBeInViewport({ ratio: 1 })
      await expect(columns.last()).toBeInViewport({ ratio: 1 })
      const status = columns.filter({ hasText: /^(Status|Olek)$/ })
      const [uncut, buttons] = await Promise.all([status.boundingBox(), columns.last().boundingBox()])
      expect(uncut!.x + uncut!.width, 'prices and status are not under the buttons').toBeLessThanOrEqual(buttons!.x)
    }
    await expectAccessible(page, 'courses overview')
  })

  await test.step('a purchase is found by name, and its actions run once', async () => {
    await page.goto('/admin/memberships')
    await main.getByLabel('Search by name or e-mail').fill('rein kask')
    await expect(page).toHaveURL(/search=rein/)
    await expect(rowOf(main, 'Kertu Kask')).toHaveCount(0)
    await page.reload()
    const row = rowOf(main, 'Rein Kask')
    const dialog = await openDialog(page, deed(row, 'Delete'), 'Delete Membership')
    await clickTwice(dialog.getByRole('button', { name: 'Delete' }), 'Membership deleted successfully!')
    await expect(main.getByText('No active memberships found')).toBeVisible()
  })

  await test.step('actions on a payment run once', async () => {
    await page.goto('/admin/payments?search=kertu')
    const row = rowOf(main.getByRole('table', { name: 'Due', exact: true }), 'Kertu Kask')
    const dialog = await openDialog(page, deed(row, 'Delete'), 'Delete payment')
    await clickTwice(dialog.getByRole('button', { name: 'Delete' }), 'Payment deleted.')
    await expect(row).toHaveCount(0)
    await expectFocusKept(page)
  })

  await test.step('actions on a schedule entry and on a membership for sale run once', async () => {
    await page.goto(await registrantsOf(server, admin, 'Once nobody'))
    await main.getByRole('link', { name: 'Edit Schedule Item: Once nobody' }).click()
    let dialog = await openDialog(page, main.getByRole('button', { name: 'Delete' }), 'Delete')
    await expect(dialog.getByText('Nobody gets an e-mail about it.')).toBeVisible()
    await clickTwice(
      dialog.getByRole('button', { name: 'Delete' }),
      'Schedule entry deleted. Nobody gets an e-mail about it.',
    )
    await page.goto('/admin/manage-memberships')
    const row = rowOf(main.getByRole('table', { name: 'Archived memberships' }), 'Once archived')
    dialog = await openDialog(page, deed(row, 'Activate'), 'Activate Membership')
    await clickTwice(dialog.getByRole('button', { name: 'Activate' }), 'Membership activated.')
  })

  await test.step('setting a user’s membership category runs once', async () => {
    await openUser(page, 'Kertu')
    await fieldOf(main, 'Membership category').selectOption('Member-boy')
    await clickTwice(main.getByRole('button', { name: 'Change membership category' }), 'Membership category updated.')
  })

  await test.step('the logs list each of these once', async () => {
    await page.goto('/admin/logs')
    const lines = {
      'Registered for Once class.': 2,
      'Attendance of Once class: attended.': 1,
      'Attendance of Once class: mark taken back.': 0,
      'Registration ended: registration removed by staff.': 1,
      'Registration for Once course deleted by staff.': 1,
      'Membership of a user deleted: Once pass.': 1,
      'Schedule entry deleted: Once nobody.': 1,
      'Membership activated: Once archived.': 1,
      'Membership category set to Boy Group Member.': 1,
    }
    await expect(rowOf(main, 'Membership activated: Once archived.')).toBeVisible()
    for (const [text, times] of Object.entries(lines)) await expect(rowOf(main, text), text).toHaveCount(times)
    // other tests on this server confirm payments as well
    const his = await server.idOf('rein@example.ee', admin)
    await expect(rowOf(main, 'Payment: Due → Paid').filter({ has: page.locator(`a[href*="${his}"]`) })).toHaveCount(1)
  })
})

test('a toast disappears when a dialog opens, and restores the focus when dismissed by keyboard', async ({
  page,
  house,
}) => {
  await house.server.person({ email: 'toomas@example.ee', displayName: 'Toomas' })
  await enter(page.context(), house.admin)
  await openUser(page, 'Toomas')
  const main = page.getByRole('main')
  const toasts = page.getByRole('region', { name: 'Notifications' })
  const opener = main.getByRole('button', { name: 'Purchase Membership' })
  const change = async (level: string) => {
    await fieldOf(main, 'Member level').fill(level)
    await main.getByRole('button', { name: 'Change member level' }).click()
    await expect(toasts.getByText('Member level updated.')).toBeVisible()
  }

  await change('gold')
  await opener.click()
  const dialog = page.getByRole('dialog', { name: /Purchase a membership/ })
  await expect(dialog).toBeVisible()
  await expect(toasts.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await test.step('dismissing a toast by keyboard restores the focus', async () => {
    await change('silver')
    const dismiss = toasts.getByRole('button', { name: 'Dismiss' })
    await opener.focus()
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await expect(dismiss).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})

test('wrong inputs about people and payments are explained in Estonian, too', async ({ page, house }) => {
  const { server, admin } = house
  const membershipId = await membershipForSale(server, admin, 'Eesti pass')
  const maret = await server.person({ email: 'maret@example.ee', displayName: 'Maret' })
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, maret)
  await enter(page.context(), admin)
  await openUser(page, 'Maret')
  await page.getByRole('button', { name: 'ET, Eesti keel' }).click()
  const main = page.getByRole('main')

  await test.step('errors on a user’s page', async () => {
    const level = fieldOf(main, 'Liikmetase')
    const change = main.getByRole('button', { name: 'Muuda liikmetaset' })
    await expectRefused(change, [{ at: level, typed: '', text: 'Palun täida' }])
    const tooLong = { at: level, typed: 'l'.repeat(41), text: 'Liikmetasemes võib olla kuni 40 tähemärki.' }
    await expectRefused(change, [tooLong])
    const dialog = await openDialog(page, main.getByRole('button', { name: 'Müü pääse' }), /Pääsme müük/)
    const buy = dialog.getByRole('button', { name: 'Müü pääse' })
    await expectRefused(buy, [{ at: fieldOf(dialog, 'Pääse'), text: 'Palun vali pääse.' }])
    await page.keyboard.press('Escape')
  })

  await test.step('errors of a payment', async () => {
    await page.goto('/admin/payments?search=maret')
    const row = rowOf(main.getByRole('table', { name: 'Tasumata', exact: true }), 'Maret Kask')
    const dialog = await openDialog(page, deed(row, 'Kinnita'), 'Kinnita makse')
    const amount = fieldOf(dialog, 'Tegelikult tasutud summa')
    const confirm = dialog.getByRole('button', { name: 'Kinnita' })
    await expectRefused(confirm, [{ at: amount, typed: '', text: 'Palun sisesta tasutud summa.' }])
    await expectRefused(confirm, [{ at: amount, typed: '-1.00', text: 'Summa ei saa olla negatiivne.' }])
    // an invalid amount is not reported as missing
    await expectRefused(confirm, [{ at: amount, typed: '12.555', text: 'Palun sisesta summa, näiteks 12,50.' }])
    await amount.fill('')
    await amount.pressSequentially('12e')
    await expectRefused(confirm, [{ at: amount, text: 'Palun sisesta summa, näiteks 12,50.' }])
    await page.keyboard.press('Escape')
  })

  await test.step('errors of an optional price', async () => {
    await page.goto('/admin/create-course')
    const price = main.locator('input[name=memberPrice]')
    const save = main.getByRole('button', { name: 'Loo kursus' })
    await price.fill('-1.00')
    await save.click()
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    // empty would be valid, but unreadable input is not empty
    await price.fill('')
    await price.pressSequentially('12e')
    await save.click()
    await expect(main.getByText('Palun sisesta summa, näiteks 12,50.')).toBeVisible()
    await page.getByRole('button', { name: 'EN, English' }).click()
  })
})

test('an address or link that is invalid says so at once', async ({ page, house }) => {
  const { server, admin } = house
  const link = async () => {
    await server.post('accounts.requestPasswordReset', { email: 'maie@example.ee' })
    return server.linkFor('maie@example.ee', '/reset-password')
  }

  await test.step('after signing up and in, the verification banner replaces the success message', async () => {
    await page.goto('/register')
    for (const [label, text] of [
      ['NAME', 'Maie'],
      ['SURNAME', 'Kask'],
      ['DATE OF BIRTH', '2001-02-03'],
      ['EMAIL', 'maie@example.ee'],
      ['PASSWORD', 'tantsin'],
      ['CONFIRM PASSWORD', 'tantsin'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    await page.getByRole('button', { name: 'SIGN UP' }).click()
    const done = page.getByText('Sign up successful! Please check your email for verification.')
    await expect(done).toBeVisible()
    await page.getByLabel('EMAIL').fill('maie@example.ee')
    await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
    await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible()
    await expect(done).toBeHidden()
  })

  await test.step('a password reset link: invalid, valid, and already used', async () => {
    const password = page.getByLabel('NEW PASSWORD', { exact: true })
    await page.goto('/reset-password#token=nonsense')
    await expect(page.getByText('This link is not valid.')).toBeVisible()
    await expect(password).toHaveCount(0)
    const works = await link()
    await page.goto(works)
    await expect(password).toBeVisible()
    const token = works.split('#token=')[1]
    await server.post('accounts.resetPassword', { token, password: 'tantsime' })
    await page.reload()
    await expect(page.getByText('This link has already been used.')).toBeVisible()
    await expect(password).toHaveCount(0)
  })

  await test.step('the page of a user who does not exist', async () => {
    await enter(page.context(), admin)
    for (const id of ['nobody', 'x'.repeat(300)]) {
      await page.goto(`/admin/users/${id}`)
      await expect(page.getByText('User not found.')).toBeVisible()
    }
  })
})
