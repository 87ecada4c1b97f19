import { expect } from '@playwright/test'
import { addDays } from '#kernel/time.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { entryOf, membershipForSale, scheduledClass, today } from './studio.ts'

test.use(phone)

test('a member asks to freeze a pass, an admin approves, and the history shows it until the freeze ends', async ({
  page,
  house: { server, admin },
}) => {
  test.slow()
  const member = await server.person({ email: 'frozen@example.ee', displayName: 'Fiona' })
  await scheduledClass(server, admin, 'Class while ill', { inDays: 3 })
  const scheduleId = await entryOf(server, admin, 'Class while ill')
  const membershipId = await membershipForSale(server, admin, 'Pass to freeze')
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' } as const
  const { purchaseId } = await server.must(memberships.buy, order, member)
  await server.must(registrations.registerWithMembership, { scheduleId, purchaseId }, member)
  const [from, to] = [addDays(today(), 2), addDays(today(), 6)]
  const dialog = page.getByRole('dialog')
  const book = page.getByRole('region', { name: 'Pass history' })

  await test.step('from the dashboard to the history, and the request', async () => {
    await enter(page.context(), member)
    await page.goto('/dashboard')
    await page.getByRole('listitem', { name: 'Pass to freeze' }).getByRole('link', { name: 'Pass to freeze' }).click()
    const left = page.getByText('3 of 4 classes left')
    await expect(left).toBeVisible()
    // the bar shows the same rest as the text
    await expect(left.locator('xpath=..').locator('svg rect').nth(1)).toHaveAttribute('width', '75')
    await expect(book.getByText(/^Class while ill/)).toBeVisible()
    await expectAccessible(page, 'the book of a pass')
    await expect(page.getByRole('main').getByRole('link', { name: 'Pay 40€' }), 'it is not paid yet').toBeVisible()
    // a used pass can't be cancelled
    await expect(page.getByRole('main').getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Ask for a freeze' }).click()
    await dialog.getByLabel('From').fill(from)
    await dialog.getByLabel('To (the last day)').fill(to)
    await expect(dialog.getByText('1 booked class on these days is given back:')).toBeVisible()
    await dialog.getByRole('button', { name: 'Ask for a freeze' }).click()
    await expect(dialog.getByText('Please fill in this field.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('A twisted ankle')
    await expectAccessible(page, 'asking for a freeze', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Ask for a freeze' }).click()
    await expect(page.getByText(/^A freeze is asked for/)).toBeVisible()
    await expect(page.getByText('3 of 4 classes left')).toBeVisible()
  })

  await test.step('an admin finds the request on the dashboard and approves it', async () => {
    await enter(page.context(), admin)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: '1 freeze is asked for' }).click()
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'Fiona' })
    await expect(row.getByText('Asked for')).toBeVisible()
    await expectAccessible(page, 'freezes')
    await row.getByRole('link', { name: 'Fiona' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByText('Class while ill')).toBeVisible()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(/^Frozen: /)).toBeVisible()
    await expect(page.getByText('4 of 4 classes left')).toBeVisible()
  })

  await test.step('the owner sees the approval, and ends the freeze', async () => {
    await enter(page.context(), member)
    await page.goto(`/pass/${purchaseId}`)
    await expect(book.getByText('Given back', { exact: true })).toBeVisible()
    await expect(book.getByText('Frozen', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Frozen: /)).toBeVisible()
    await expect(page.getByText(/^Frozen (until|\d)/)).toHaveCount(0)
    await page.getByRole('button', { name: 'End freeze' }).click()
    await dialog.getByRole('button', { name: 'End freeze' }).click()
    await expect(book.getByText('Freeze ended', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask for a freeze' })).toBeVisible()
  })
})

test('staff who open a member’s link of a pass are led to its admin page, and a stranger is not', async ({
  page,
  house: { server, admin },
}) => {
  const member = await server.person({ email: 'owner-of-pass@example.ee', displayName: 'Piret' })
  const stranger = await server.person({ email: 'stranger-to-pass@example.ee' })
  const membershipId = await membershipForSale(server, admin, 'Pass of Piret')
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' } as const
  const { purchaseId } = await server.must(memberships.buy, order, member)
  await enter(page.context(), stranger)
  await page.goto(`/pass/${purchaseId}`)
  await expect(page.getByText('There is no such pass.')).toBeVisible()
  await enter(page.context(), admin)
  await page.goto(`/pass/${purchaseId}`)
  await expect(page.getByText('This pass is somebody else’s.')).toBeVisible()
  await expectAccessible(page, 'a pass of somebody else')
  await page.getByRole('link', { name: 'Open it in Admin' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pass of Piret' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Piret/ })).toBeVisible()
  await page.goto('/pass/never-sold')
  await expect(page.getByText('There is no such pass.')).toBeVisible()
})

test('an unpaid pass links to its payment, and an unused pass can be cancelled on its page', async ({
  page,
  house: { server, admin },
}) => {
  const member = await server.person({ email: 'cancels-a-pass@example.ee', displayName: 'Riina' })
  const membershipId = await membershipForSale(server, admin, 'Pass of Riina')
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' } as const
  const { purchaseId } = await server.must(memberships.buy, order, member)
  await enter(page.context(), member)
  await page.goto(`/pass/${purchaseId}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Pay 40€' }).click()
  await expect(page).toHaveURL(/\/dashboard#due-payments$/)
  await page.goBack()
  await expect(main.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Buy another' }), 'it is as good as new').toHaveCount(0)
  await main.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel membership' }).click()
  await expect(main.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(main.getByRole('link', { name: 'Pay 40€' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Buy another' })).toBeVisible()
})

test('the payment of a pass comes first among all that is due, with its own sum and the account', async ({
  page,
  house: { server, admin },
}) => {
  const member = await server.person({ email: 'pays-one-pass@example.ee', displayName: 'Rutt' })
  await scheduledClass(server, admin, 'Class of Rutt', { inDays: 3 })
  const scheduleId = await entryOf(server, admin, 'Class of Rutt')
  const order = { coverMember: false, paymentMethod: 'bankTransfer' } as const
  await server.must(registrations.registerWithDropIn, { ...order, scheduleId, discountCode: null }, member)
  const membershipId = await membershipForSale(server, admin, 'Pass of Rutt')
  const { purchaseId } = await server.must(memberships.buy, { ...order, membershipId }, member)
  await enter(page.context(), member)
  await page.goto(`/pass/${purchaseId}`)
  await page.getByRole('main').getByRole('link', { name: 'Pay 40€' }).click()
  const due = page.getByRole('region', { name: 'Due payments' })
  const chosen = due.getByRole('list', { name: 'Payment that you chose' }).getByRole('listitem')
  await expect(chosen).toBeInViewport()
  await expect(chosen).toContainText('Pass of Rutt')
  await expect(chosen.getByText('EE47 1000 0010 2014 5685')).toBeVisible()
  await expect(chosen.getByRole('definition').filter({ hasText: '40€' })).toBeVisible()
  // the rest stays below it
  await expect(due.getByRole('listitem')).toContainText(['Pass of Rutt', 'Class of Rutt'])
  await expect(due.getByRole('heading', { name: 'Pay all 2 at once' })).toBeVisible()
  await expectAccessible(page, 'due payments that begin with a chosen one')

  await chosen.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(due.getByRole('listitem', { name: 'Pass of Rutt' })).toContainText('Marked as Paid')
  await expect(chosen).toHaveCount(0)
})

test('whoever chose cash sees how to transfer the sum instead, and the payment stays due until it arrives', async ({
  page,
  house: { server, admin },
}) => {
  const member = await server.person({ email: 'transfers-after-all@example.ee', displayName: 'Saima' })
  const membershipId = await membershipForSale(server, admin, 'Pass of Saima')
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' } as const
  const { purchaseId } = await server.must(memberships.buy, order, member)
  await enter(page.context(), member)
  await page.goto('/dashboard')
  const line = page.getByRole('list', { name: 'Due payments' }).getByRole('listitem', { name: 'Pass of Saima' })
  const iban = page.getByText('EE47 1000 0010 2014 5685')
  await expect(line.getByText(/Pay in cash at the studio by /)).toBeVisible()
  await expect(iban).toHaveCount(0)
  await line.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await expect(line.filter({ has: iban }).getByRole('definition').filter({ hasText: '40€' })).toBeVisible()
  await expectAccessible(page, 'a cash payment with the account for a transfer')
  // only staff say that cash was paid
  await expect(line.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await line.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await expect(iban).toHaveCount(0)

  // who came to pay sees it at once
  await page.goto(`/pass/${purchaseId}`)
  await page.getByRole('main').getByRole('link', { name: 'Pay 40€' }).click()
  await expect(page.getByRole('list', { name: 'Payment that you chose' }).filter({ has: iban })).toBeVisible()
  expect(await server.ask(payments.mine, {}, member)).toMatchObject([{ status: 'due', paymentMethod: 'cash' }])
})
