import { expect, type Page } from '@playwright/test'
import { payments } from '#studio/payments/contract.ts'
import { anotherBrowser, enter, expectAccessible, signIn, test } from './fixtures.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass } from './studio.ts'

async function bookDropIn(page: Page, scheduleId: string, name: string) {
  await page.goto(`/admin/class-registration?entry=${scheduleId}`)
  await page.getByLabel(/^(Search by name or e-mail|Otsi nime või e-posti järgi)/).fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name} Kask`) }).click()
  await page.getByRole('button', { name: /^(Register with Drop-in|Registreeri üksikpiletiga)$/ }).click()
}

test('cash that somebody hands over at the desk is settled from the message, by an admin and by a teacher', async ({
  page,
  browser,
  house: { server, admin },
}) => {
  await scheduledClass(server, admin, 'Cash class', { startTime: '06:00', endTime: '07:30' })
  const scheduleId = await entryOf(server, admin, 'Cash class')
  await membershipForSale(server, admin, 'Cash pass')
  await openCourse(server, admin, 'Cash course')
  await server.person({ email: 'kaie.cash@example.ee', displayName: 'Kaie' })
  await server.person({ email: 'lembe.cash@example.ee', displayName: 'Lembe' })
  await server.person({ email: 'teacher.cash@example.ee', role: 'teacher' })
  const kaie = await server.idOf('kaie.cash@example.ee', admin)
  const lembe = await server.idOf('lembe.cash@example.ee', admin)
  await enter(page.context(), admin)
  const standingOf = async (userId: string) => {
    const { rows } = await server.ask(payments.ofUser, { userId, page: 1 }, admin)
    return rows.map(({ description, status }) => `${description}: ${status}`).toSorted()
  }

  await test.step('staff are asked how it is paid, not how they want to pay', async () => {
    await bookDropIn(page, scheduleId, 'Kaie')
    const sale = page.getByRole('dialog', { name: 'Drop-in: Cash class' })
    await expect(sale.getByText('How is it paid?')).toBeVisible()
    await expect(sale.getByText('How would you like to pay?')).toBeHidden()
    await sale.getByRole('button', { name: 'Cash' }).click()
  })

  await test.step('an admin confirms the payment just made', async () => {
    await page.getByRole('dialog', { name: 'Confirm payment' }).getByRole('button', { name: 'Confirm' }).click()
    const said = page.getByRole('status').filter({ hasText: 'User registered successfully with drop-in!' })
    await expectAccessible(page, 'a message that offers to confirm the payment')
    await said.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(page.getByText('Payment confirmed.')).toBeVisible()
    expect(await standingOf(kaie)).toEqual(['Cash class: confirmed'])
  })

  await test.step('as after a sold pass and a course', async () => {
    await page.goto(`/admin/users/${kaie}`)
    for (const [open, what, title] of [
      ['Purchase Membership', 'Membership', 'Cash pass'],
      ['Register for a course', 'Course', 'Cash course'],
    ] as const) {
      await page.getByRole('button', { name: open, exact: true }).click()
      const form = page.getByRole('dialog')
      const item = form.getByLabel(what, { exact: true })
      const value = await item.locator('option', { hasText: title }).getAttribute('value')
      await item.selectOption(value)
      await form.getByRole('button', { name: open, exact: true }).click()
      await page.getByRole('status').getByRole('button', { name: 'Confirm payment' }).click()
      await expect(page.getByText('Payment confirmed.')).toBeVisible()
    }
    expect(await standingOf(kaie)).toEqual(['Cash class: confirmed', 'Cash course: confirmed', 'Cash pass: confirmed'])
  })

  await test.step('a teacher marks it as paid, and a payment that has moved meanwhile is left alone', async () => {
    const other = await anotherBrowser(browser, server.url)
    await signIn(other, 'teacher.cash@example.ee')
    await expect(other).toHaveURL('/dashboard')
    await other.context().addCookies([{ name: 'language', value: 'et', url: server.url }])
    await bookDropIn(other, scheduleId, 'Lembe')
    await expect(other.getByText('Kuidas makstakse?')).toBeVisible()
    await other.getByRole('button', { name: 'Sularaha' }).click()
    await expect(other.getByText(/^Kas makstakse \d+(,\d\d)?€ kohapeal sularahas\?$/)).toBeVisible()
    await other.getByRole('dialog').getByRole('button', { name: 'Kinnita', exact: true }).click()
    const mark = other.getByRole('status').getByRole('button', { name: 'Märgi tasutuks' })
    await expect(mark).toBeVisible()
    const { rows } = await server.ask(payments.ofUser, { userId: lembe, page: 1 }, admin)
    const [made] = rows
    await server.must(payments.confirm, { paymentId: made?.id ?? '', actualAmount: made?.price ?? 0 }, admin)
    await mark.click()
    await expect(other.getByRole('alert').getByText(/makse/i)).toBeVisible()
    expect(await standingOf(lembe)).toEqual(['Cash class: confirmed'])
    await other.context().close()
  })
})
