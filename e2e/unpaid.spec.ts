import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { membershipForSale, openCourse, scheduledClass } from './studio.ts'

test.use(phone)

const why = /You have 10 unpaid bookings, and 10 is the most\. Pay one of them/

test('a person with ten open payments sees why nothing more can be booked, and is led to what is due', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const [pass, course, className] = ['Pass unpaid', 'Course unpaid', 'Class unpaid']
  const membershipId = await membershipForSale(server, admin, pass)
  await openCourse(server, admin, course)
  await scheduledClass(server, admin, className)
  const member = await server.person({ email: 'unpaid@example.ee', displayName: 'Unpaid' })
  for (let n = 0; n < 10; n++)
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  await enter(page.context(), member)

  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  const stopped = { disabled: true }
  await page.goto('/memberships')
  await expect(page.getByRole('status').filter({ hasText: why })).toBeVisible()
  await expect(card(pass).getByRole('button', { name: 'Buy', ...stopped })).toHaveAttribute('aria-description', why)
  await expectAccessible(page, 'memberships of somebody who has to pay first')

  await page.goto('/classes')
  await expect(card(course).getByRole('button', { name: 'Register', ...stopped })).toHaveAttribute(
    'aria-description',
    why,
  )
  // a pass takes a place without a new payment
  await page
    .getByRole('listitem')
    .filter({ hasText: className })
    .last()
    .getByRole('button', { name: 'Register' })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /Drop-in fee/ })).toBeDisabled()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByRole('radio', { name: new RegExp(pass) }).first()).toBeEnabled()
  await expectAccessible(page, 'the dialog of somebody who has to pay first')
  await dialog.getByRole('link', { name: 'Due payments' }).click()
  await expect(page).toHaveURL(/\/dashboard#due-payments$/)
  await expect(page.getByRole('region', { name: 'Due payments' })).toBeInViewport()
})
