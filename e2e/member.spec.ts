import { expect } from '@playwright/test'
import { courses } from '#studio/courses/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { devices, phone } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, signIn, test } from './fixtures.ts'
import { takeByDropIn } from './forms.ts'
import { StudioServer } from './server.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass } from './studio.ts'

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a new member signs up, takes and cancels places, pays, and signs out', async ({ page, house }) => {
      test.slow()
      const { server, admin } = house
      const mark = device
      const [hipHop, jazz] = [`Hip hop ${mark}`, `Jazz ${mark}`]
      const course = `Choreo course ${mark}`
      const pass = `Four pass ${mark}`
      await scheduledClass(server, admin, hipHop)
      await scheduledClass(server, admin, jazz)
      await membershipForSale(server, admin, pass)
      await openCourse(server, admin, course, [{ code: `TEN-${mark}`, amount: 1000, audience: 'others' }])
      const email = `mari.${mark}@example.ee`.toLowerCase()

      await test.step('signing up', async () => {
        await page.goto('/')
        await expect(page).toHaveURL('/login')
        await expectAccessible(page, 'sign in')
        await page.getByRole('link', { name: 'Sign up' }).click()
        await page.getByRole('button', { name: 'SIGN UP' }).click()
        await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible()
        await expectAccessible(page, 'sign up with errors')
        await page.getByLabel('NAME', { exact: true }).fill('Mari')
        await page.getByLabel('SURNAME').fill('Mets')
        await page.getByLabel('DATE OF BIRTH').fill('2010-05-04')
        await page.getByLabel('EMAIL').fill(email)
        await page.getByLabel('PASSWORD', { exact: true }).fill('tantsin')
        await page.getByLabel('CONFIRM PASSWORD').fill('tantsib')
        await page.getByRole('button', { name: 'SIGN UP' }).click()
        await expect(page.getByText('Passwords do not match.')).toBeVisible()
        await expect(page.getByLabel('NAME', { exact: true })).toHaveValue('Mari')
        await page.getByLabel('CONFIRM PASSWORD').fill('tantsin')
        await page.getByRole('button', { name: 'SIGN UP' }).click()
        await expect(page).toHaveURL('/login')
        await expect(page.getByLabel('EMAIL')).toHaveValue(email)
        await expect(
          page.getByText(
            'Sign up successful! Please check your email for verification. NB! Also check the spam folder!',
          ),
        ).toBeVisible()
      })

      await test.step('signing in unverified, then verifying with a link that works once', async () => {
        await signIn(page, email)
        await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible()
        await expect(page).toHaveURL('/login')
        await expect(page.getByText('Please verify your email to access all features')).toBeVisible()
        await expectAccessible(page, 'verification banner')
        // the screen changes, but an unverified account sends no request that would be refused
        const asked: string[] = []
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await page.getByRole('button', { name: 'ET, Eesti keel' }).click()
        await expect(page.getByRole('button', { name: 'Saada kinnituskiri uuesti' })).toBeVisible()
        await page.getByRole('button', { name: 'EN, English' }).click()
        await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible()
        expect(asked).not.toContain('/rpc/accounts.setLanguage')
        // not a member yet: memberships are shown where visitors find them
        await page.goto('/classes')
        await expect(page.getByRole('heading', { name: 'Classes', exact: true, level: 1 })).toBeVisible()
        await expect(page.getByRole('region', { name: 'Memberships' })).toBeVisible()
        const link = await server.linkFor(email, '/verify-email')
        await page.goto(link)
        await expect(page.getByText('Your email is verified.')).toBeVisible()
        await expectAccessible(page, 'verified')
        await page.goto(link)
        await expect(page.getByText('This link has already been used.')).toBeVisible()
      })

      const row = (name: string) =>
        page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first()

      await test.step('taking a place by drop-in and cancelling it', async () => {
        await page.goto('/classes')
        await expect(page.getByRole('heading', { name: 'Upcoming Classes' }).first()).toBeVisible()
        await row(hipHop).getByRole('button', { name: 'Register' }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await expect(page.getByRole('button', { name: 'Stebby' })).toBeVisible()
        await page.getByLabel('cover group member').check()
        await expect(page.getByRole('button', { name: 'Stebby' })).toBeHidden()
        await page.getByLabel('cover group member').uncheck()
        await expectAccessible(page, 'payment dialog')
        await page.getByRole('button', { name: 'Cash' }).click()
        await expect(page.getByText('Are you sure you want to pay 15€ with Cash in Person?')).toBeVisible()
        await page.getByRole('button', { name: 'Confirm' }).click()
        await expect(page.getByText('Successfully registered using drop-in!')).toBeVisible()
        const toCalendar = page.getByRole('link', { name: 'Add to calendar' })
        await expect(toCalendar).toHaveAttribute('href', /^\/calendar\/class\/.+\.ics$/)
        await row(hipHop).getByRole('button', { name: 'Cancel Registration' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
        await expect(page.getByText('Registration cancelled successfully!')).toBeVisible()
        await expect(row(hipHop).getByRole('button', { name: 'Register' })).toBeVisible()
        await expectAccessible(page, 'classes')
      })

      await test.step('taking a place by bank transfer: the bank details stay until closed', async () => {
        await row(hipHop).getByRole('button', { name: 'Register' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Bank Transfer' }).click()
        await dialog.getByRole('button', { name: 'Confirm' }).click()
        // behind the dialog the list shows the new place
        await expect(page.getByText('Cancel Registration').first()).toBeAttached()
        await expect(dialog.getByText("You're in. Please transfer 15€ by")).toBeVisible()
        await expectAccessible(page, 'bank details of a class')
        await dialog.getByRole('button', { name: 'Close' }).last().click()
        await row(hipHop).getByRole('button', { name: 'Cancel Registration' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
        await expect(row(hipHop).getByRole('button', { name: 'Register' })).toBeVisible()
      })

      await test.step('buying a membership and registering with it', async () => {
        await page.goto('/memberships')
        const card = page.getByRole('listitem').or(page.getByRole('article')).filter({ hasText: pass }).first()
        await card.getByRole('button', { name: 'Buy' }).click()
        await page.getByRole('button', { name: 'Bank Transfer' }).click()
        await expect(page.getByText('Are you sure you want to pay 40€ with Bank Transfer?')).toBeVisible()
        await page.getByRole('button', { name: 'Confirm' }).click()
        await expect(page.getByText('Membership purchased successfully for €40!')).toBeVisible()
        await expectAccessible(page, 'bank details')
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
        await expectAccessible(page, 'memberships')
        await page.goto('/classes')
        await row(jazz).getByRole('button', { name: 'Register' }).click()
        await expect(page.getByRole('dialog').getByText('0/4')).toBeVisible()
        await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
        await expect(page.getByText(`Successfully registered using ${pass}!`)).toBeVisible()
      })

      await test.step('joining a course with a discount code', async () => {
        const card = page.getByRole('listitem').or(page.getByRole('article')).filter({ hasText: course }).last()
        await card.scrollIntoViewIfNeeded()
        await card.getByRole('button', { name: 'Register' }).click()
        await page.getByRole('button', { name: 'I have a discount code' }).click()
        await page.getByLabel('Discount code').fill('NOTHING')
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByText('Invalid discount code.')).toBeVisible()
        await page.getByLabel('Discount code').fill(`ten-${mark}`)
        await page.getByRole('button', { name: 'Apply' }).click()
        await expect(page.getByText('Discount applied: -10€')).toBeVisible()
        await page.getByRole('button', { name: 'Bank Transfer' }).click()
        await expect(page.getByText('Are you sure you want to pay 50€ with Bank Transfer?')).toBeVisible()
        await page.getByRole('button', { name: 'Confirm' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      })

      await test.step('the dashboard shows all of it, and marks a payment as paid', async () => {
        await page.goto('/dashboard')
        await expect(page.getByRole('main').getByText('Mari').first()).toBeVisible()
        for (const text of [jazz, course, pass]) await expect(page.getByText(text).first()).toBeVisible()
        await expect(page.getByText('3 of 4 classes left').first()).toBeVisible()
        await expectAccessible(page, 'dashboard')
        await page.getByRole('button', { name: 'Mark as paid' }).first().click()
        await page.getByRole('button', { name: 'Confirm' }).click()
        const due = page.getByRole('list', { name: 'Due payments' })
        await expect(due.getByText('Marked as Paid')).toBeVisible()
        await page.getByRole('button', { name: 'Take back' }).click()
        await expect(due.getByText('Marked as Paid')).toBeHidden()
        await expect(page.getByText('The payment is due again.')).toBeVisible()
      })

      await test.step('signing out', async () => {
        const logOut = page.getByRole('button', { name: 'Log Out' })
        if (!(await logOut.first().isVisible())) await page.getByRole('button', { name: /More|Menu/ }).click()
        await logOut.first().click()
        await expect(page).toHaveURL('/login')
        await page.goto('/dashboard')
        await expect(page).toHaveURL('/login')
      })
      expect(server.output, "the server's log").not.toMatch(/failed|error/i)
    })

    test('a second browser sees changes of places and payments without a reload', async ({ page, house, browser }) => {
      const { server, admin } = house
      const mark = `live${device}`
      const name = `Heels ${mark}`
      await scheduledClass(server, admin, name, { maxParticipants: 1 })
      await enter(page.context(), await server.person({ email: `one.${mark}@example.ee` }))
      const other = await anotherBrowser(browser, server.url, await server.person({ email: `two.${mark}@example.ee` }))
      await other.goto('/classes')
      const row = (at: typeof page) =>
        at.getByRole('row').or(at.getByRole('listitem')).filter({ hasText: name }).first()
      await expect(row(other).getByRole('button', { name: 'Register' })).toBeEnabled()

      await page.goto('/classes')
      await takeByDropIn(page, row(page))
      await expect(row(other).getByRole('button', { name: 'Class Full' })).toBeVisible()
      await row(page).getByRole('button', { name: 'Cancel Registration' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
      await expect(row(other).getByRole('button', { name: 'Register' })).toBeEnabled()
      await other.context().close()
    })
  })
}

test('what is typed while the own details are being saved is kept', async ({ page, house: { server } }) => {
  await enter(page.context(), await server.person({ email: 'saves@example.ee', displayName: 'Salme' }))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rpc/accounts.saveDetails', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/account')
  const details = page.getByRole('form', { name: 'My details' })
  await details.getByLabel('Surname').fill('Tamm')
  await details.getByLabel('Surname').press('Enter')
  await details.getByLabel('Phone').fill('5555 1234')
  release()
  await expect(page.getByText('Your details have been saved.').first()).toBeVisible()
  await expect(details.getByLabel('Phone')).toHaveValue('5555 1234')
})

test.describe('on a phone', () => {
  test.use(phone)
  test('a booked class is added to the calendar from its page', async ({ page, house: { server, admin } }) => {
    await scheduledClass(server, admin, 'Calendar class')
    const scheduleId = await entryOf(server, admin, 'Calendar class')
    const member = await server.person({ email: 'calendar@example.ee', displayName: 'Kaja' })
    const toCalendar = page.getByRole('main').getByRole('link', { name: 'Add to calendar' })
    await enter(page.context(), member)
    await page.goto(`/class/${scheduleId}`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Register' })).toBeVisible()
    await expect(toCalendar).toHaveCount(0)

    const dropIn = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    await server.must(registrations.registerWithDropIn, dropIn, member)
    await page.goto('/classes')
    await page.getByRole('main').getByRole('link', { name: 'Calendar class' }).click()
    await expect(page).toHaveURL(`/class/${scheduleId}`)
    await expect(toCalendar).toHaveAttribute('href', `/calendar/class/${scheduleId}.ics`)
    await expect(toCalendar).toBeVisible()
    await expectAccessible(page, 'a booked class with its calendar link')
  })
})

test('a place that costs nothing is not shown as due', async ({ page, house: { server, admin } }) => {
  const courseId = await openCourse(server, admin, 'Free course', [{ code: 'GIFT', amount: 6000, audience: 'others' }])
  const member = await server.person({ email: 'gift@example.ee', displayName: 'Gerda' })
  const order = { courseId, coverMember: false, paymentMethod: 'cash', discountCode: 'GIFT' } as const
  await server.must(courses.join, order, member)
  await enter(page.context(), member)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Free course').first()).toBeVisible()
  await expect(page.getByText('Nothing to pay')).toBeVisible()
  await expect(page.getByRole('link', { name: /due/ })).toHaveCount(0)
})

test('both browsers catch up by themselves after a restart of the server', async ({ page, browser }) => {
  test.slow()
  const server = await StudioServer.start()
  try {
    const admin = await server.person({ email: 'admin@example.ee', role: 'admin' })
    const name = 'Waacking'
    const other = await anotherBrowser(browser, server.url)
    for (const at of [page, other]) await at.goto(`${server.url}/classes`)
    for (const at of [page, other]) await expect(at.getByText('No upcoming classes found').first()).toBeVisible()
    expect(await server.stop()).toBe(0)
    await server.run()
    await scheduledClass(server, admin, name)
    for (const at of [page, other]) await expect(at.getByText(name).first()).toBeVisible()
    await other.context().close()
  } finally {
    await server.remove()
  }
})
