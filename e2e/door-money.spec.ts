import { expect, type Locator, type Page } from '@playwright/test'
import { door } from '#studio/door/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { goOffline, openDoor, ready, row } from './evening.ts'
import { anotherBrowser, enter, expectAccessible, test } from './fixtures.ts'
import type { Session, StudioServer } from './server.ts'
import { membershipForSale } from './studio.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

/** Accessible in both themes; with an open dialog, only what is in it counts. */
async function expectReadable(page: Page, what: string, { inDialog = false } = {}) {
  const dialog = '[role=dialog],[role=alertdialog]'
  if (inDialog) await expect(page.locator(dialog).getByRole('heading')).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${what}, ${colorScheme}`, inDialog ? dialog : 'html')
  }
}

/** Taps the buttons in turn; returns the number of taps. */
async function tapThrough(...buttons: readonly Locator[]): Promise<number> {
  for (const button of buttons) await button.tap()
  return buttons.length
}

/** Runs in the page: whether nothing covers the element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2))
}

const inTheBox = async (server: StudioServer, admin: Session) => {
  const { boxes } = await server.ask(door.boxes, {}, admin)
  return boxes.flatMap(({ boxName, takings }) => takings.map(({ name, cents }) => `${boxName}: ${name} ${cents}`))
}

test('cash at the door is taken in two taps, handed over and counted', async ({ page, browser }) => {
  test.slow()
  const { server, admin, teacher } = await openDoor({ maxParticipants: 4 })
  await membershipForSale(server, admin, 'Four classes')
  await server.person({ email: 'dora@example.ee', displayName: 'Dora' })
  const dialog = page.getByRole('dialog')
  const cash = dialog.getByRole('button', { name: 'Cash', exact: true })
  const take = (name: string) => page.getByRole('button', { name: `Take 15€ from ${name} Kask` })
  const walkIn = page.getByRole('button', { name: 'Walk-in' })
  const name = dialog.getByRole('searchbox', { name: 'Name' })
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)

    await test.step('a due drop-in is paid in two taps', async () => {
      await expect(row(page, 'Anu')).toHaveAccessibleName('Anu Kask, not marked, owes 15€ Drop-in')
      await take('Anu').tap()
      await expectReadable(page, 'in which way money is taken', { inDialog: true })
      await dialog.getByRole('button', { name: 'Close' }).tap()
      expect(await tapThrough(take('Anu'), cash)).toBe(2)
      await expect(row(page, 'Anu')).toHaveAccessibleName('Anu Kask, not marked, Drop-in')
      await expect(take('Anu')).toHaveCount(0)
      await expect.poll(() => inTheBox(server, admin)).toEqual(['Tiina Kask: Anu Kask 1500'])
    })

    await test.step('a payment taken from the wrong person is corrected in the cash box', async () => {
      await tapThrough(take('Birgit'), cash)
      await expect.poll(() => inTheBox(server, admin)).toHaveLength(2)
      await page.getByRole('link', { name: 'Cash box' }).tap()
      await page.getByRole('button', { name: 'More: Birgit Kask' }).tap()
      await page.getByRole('button', { name: 'Not taken' }).tap()
      await expectReadable(page, 'whether it was not taken', { inDialog: true })
      await dialog.getByRole('button', { name: 'Not taken' }).tap()
      await expect(page.getByText('The payment is due again.').first()).toBeVisible()
      expect(await inTheBox(server, admin)).toEqual(['Tiina Kask: Anu Kask 1500'])
      await page.goBack()
      await expect(row(page, 'Birgit')).toHaveAccessibleName('Birgit Kask, not marked, owes 15€ Drop-in')
    })

    await test.step('a new person is let in and pays, with four taps and a name', async () => {
      const fresh = dialog.getByRole('button', { name: 'New: Peeter Kask' })
      const dropIn = dialog.getByRole('button', { name: 'Drop-in 15€' })
      await walkIn.tap()
      await name.fill('Peeter')
      await expect(dialog.getByText('Nobody of this name.')).toBeVisible()
      await expectReadable(page, 'who walks in', { inDialog: true })
      await name.fill('Peeter Kask')
      await fresh.tap()
      await expectReadable(page, 'by what somebody comes', { inDialog: true })
      await dropIn.tap()
      await expectReadable(page, 'what somebody new pays', { inDialog: true })
      await dialog.getByRole('button', { name: 'Close' }).tap()

      let taps = await tapThrough(walkIn)
      await name.fill('Peeter Kask')
      taps += await tapThrough(fresh, dropIn)
      // person and place must be sent in order, also when both were made in the same millisecond
      // not with page.clock: it would also replace the timers of a page that is already open
      await page.evaluate(() => {
        const { now } = Date
        const at = now()
        Date.now = () => at
        Object.assign(window, { goOn: () => (Date.now = now) })
      })
      taps += await tapThrough(cash)
      expect(taps).toBe(4)
      await page.evaluate(() => (window as unknown as { goOn(): void }).goOn())
      await expect(row(page, 'Peeter')).toHaveAccessibleName('Peeter Kask, not marked, Drop-in')
    })

    await test.step('one person too many is let in after a confirmation, and buys a pass on the spot', async () => {
      await walkIn.tap()
      const question = page.getByRole('alertdialog').or(dialog)
      await expect(question.getByText('4 come to a class of 4. Let one more in?')).toBeVisible()
      await expectReadable(page, 'a class that is full', { inDialog: true })
      await question.getByRole('button', { name: 'Let one more in' }).tap()
      await name.fill('dora')
      await dialog.getByRole('button', { name: /^Dora Kask/ }).tap()
      await tapThrough(dialog.getByRole('button', { name: 'Four classes 40€' }), cash)
      await expect(row(page, 'Dora')).toHaveAccessibleName('Dora Kask, not marked, Four classes')
    })

    await test.step('offline, a payment is queued like a tap', async () => {
      await expect(page.getByText('not sent')).toHaveCount(0)
      await goOffline(page)
      await tapThrough(take('Birgit'), cash, take('Carmen'), cash)
      await expect(page.getByText('2 not sent')).toBeInViewport()
      // the offline banner of other screens would cover the class, or the number of unsent taps
      await expect(page.getByText("You're offline.")).toBeAttached()
      await page.evaluate(() => scrollTo(0, 0))
      for (const one of [page.getByRole('heading', { level: 1 }), page.getByText('2 not sent')])
        await expect.poll(() => one.evaluate(isOnTop)).toBe(true)
      await expectReadable(page, 'the door without a network')
      expect(await inTheBox(server, admin)).toHaveLength(3)
    })

    await test.step('money taken from the wrong person is taken back before it is sent', async () => {
      await page.getByRole('button', { name: /^Not taken: Carmen Kask: 15€/ }).tap()
      await expect(page.getByText('1 not sent')).toBeInViewport()
      await tapThrough(take('Carmen'), cash)
      await expect(page.getByText('2 not sent')).toBeInViewport()
    })

    await test.step('whoever counts the cash sees what is not sent yet, at the door and in the cash box', async () => {
      const taken = page.getByRole('heading', { name: 'Taken, not sent yet Cash 30€' }).locator('..')
      await expect(taken.getByRole('listitem')).toHaveText([
        'Birgit Kask: 15€ taken (Salsa)Cash15€Not taken',
        'Carmen Kask: 15€ taken (Salsa)Cash15€Not taken',
      ])
      await page.getByRole('link', { name: 'Cash box' }).tap()
      const unsent = page.getByRole('region', { name: '30€ not sent yet' })
      await expect(unsent.getByRole('listitem')).toHaveText([/^Birgit/, /^Carmen/])
      await expectReadable(page, 'the cash box with cash that is not sent')
      await page.goBack()
    })

    await test.step('a payment made elsewhere meanwhile needs a look', async () => {
      const open = { status: 'due', month: null, search: 'Carmen', page: 1 } as const
      const { rows } = await server.ask(payments.overview, open, admin)
      await server.must(payments.confirm, { paymentId: rows[0]?.id ?? '', actualAmount: 1500 }, admin)
      await page.context().setOffline(false)
      await expect(page.getByText('Carmen Kask: 15€ taken (Salsa)')).toBeVisible()
      await expect(page.getByText('This is marked as paid already.')).toBeVisible()
      await expectReadable(page, 'what needs a look')
      await page.getByRole('button', { name: /^Done, remove/ }).tap()
      await expect(page.getByText('Needs a look')).toHaveCount(0)
    })

    await test.step('the teacher hands over the cash box', async () => {
      await page.getByRole('link', { name: 'Cash box' }).tap()
      const own = page.getByRole('region', { name: 'In your box' })
      for (const one of ['Anu Kask', 'Peeter Kask', 'Dora Kask', 'Birgit Kask'])
        await expect(own.getByText(one)).toBeVisible()
      await expectReadable(page, 'the cash box')
      await own.getByRole('button', { name: 'Hand over 85€' }).tap()
      await expect(page.getByText('85€ handed over.')).toBeVisible()
      await expect(own.getByText('No cash since the last hand-over')).toBeVisible()
      await expect(page.getByText('An admin counts it and confirms.')).toBeVisible()
    })

    await test.step('a handover by mistake is undone until an admin has counted the cash', async () => {
      const own = page.getByRole('region', { name: 'In your box' })
      await page.getByRole('button', { name: 'Undo', exact: true }).tap()
      await expect(page.getByText('85€ is in the box again.')).toBeVisible()
      await expect(page.getByText('An admin counts it and confirms.')).toBeHidden()
      await own.getByRole('button', { name: 'Hand over 85€' }).tap()
      await expect(page.getByText('An admin counts it and confirms.')).toBeVisible()
    })

    const office = await anotherBrowser(browser, server.url, admin)
    await office.setViewportSize(phone.viewport)
    await office.goto('/dashboard')
    await office.getByRole('link', { name: '1 cash hand-over to count, 85€' }).click()

    await test.step('an admin who mistyped the count undoes it', async () => {
      await expect(office.getByText('Cash that an admin takes or confirms counts as received at once')).toBeVisible()
      await expectReadable(office, 'cash to be counted')
      await office.getByRole('button', { name: 'Count' }).click()
      const count = office.getByRole('dialog', { name: 'Cash of Tiina Kask' })
      await count.getByLabel('Counted').fill('8')
      await count.getByLabel('Reason').fill('Mistyped')
      await count.getByRole('button', { name: 'Confirm' }).click()
      await expect(office.getByText('Difference −77€: Mistyped')).toBeVisible()
      await office.getByRole('button', { name: 'Undo: Tiina Kask' }).click()
      await expectReadable(office, 'whether cash is counted again', { inDialog: true })
      await office.getByRole('dialog', { name: 'Count it again?' }).getByRole('button', { name: 'Undo' }).click()
      await expect(office.getByText('It is to be counted again.')).toBeVisible()
      await expect(office.getByText('Difference −77€')).toBeHidden()
    })

    await test.step('an admin counts the cash, and explains the shortage', async () => {
      await office.getByRole('button', { name: 'Count' }).click()
      const count = office.getByRole('dialog', { name: 'Cash of Tiina Kask' })
      await count.getByLabel('Counted').fill('80')
      await count.getByRole('button', { name: 'Confirm' }).click()
      await expect(count.getByText('Please say why the sum is different.')).toBeVisible()
      await expect(count.getByText('Difference −5€')).toBeVisible()
      await expectReadable(office, 'counting cash', { inDialog: true })
      await count.getByLabel('Reason').fill('A note was missing')
      await count.getByRole('button', { name: 'Confirm' }).click()
      await expect(office.getByText('Cash confirmed.')).toBeVisible()
      await office.context().close()

      // the teacher's screen updates by itself; each payment has its own amount
      await expect(page.getByText('Difference −5€: A note was missing')).toBeVisible()
      const left = await server.ask(payments.tallies, { month: '2000-01', search: '' }, admin)
      expect(Object.values(left).map(({ total }) => total)).toEqual([0, 0, 0, 0])
    })
  } finally {
    await server.remove()
  }
})

test('what somebody owes at the door is readable in full on a narrow phone', async ({ page }) => {
  const { server, admin, teacher, scheduleId } = await openDoor()
  try {
    const dora = await server.person({ email: 'dora.debt@example.ee', displayName: 'Dora' })
    const pass = 'Hip-hop for adults'
    const membershipId = await membershipForSale(server, admin, pass, { standardPrice: 12_750 })
    const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
    const { purchaseId } = await server.must(memberships.buy, order, dora)
    await server.must(registrations.registerWithMembership, { scheduleId, purchaseId }, dora)
    await enter(page.context(), teacher)
    await page.context().addCookies([{ name: 'language', value: 'et', url: server.url }])
    await page.goto(`${server.url}/door`)
    await ready(page)
    const owes = row(page, 'Dora')
    await expect(owes).toContainText('võlgu 127,50€')
    const cut = (text: HTMLElement) => text.scrollWidth - text.clientWidth
    expect(await owes.getByText(pass, { exact: true }).evaluate(cut)).toBe(0)
    await expectReadable(page, 'a debt for a pass')
  } finally {
    await server.remove()
  }
})

test('cash of a cancelled payment leaves the box after a question that names person, sum and payment', async ({
  page,
}) => {
  const { server, admin, teacher } = await openDoor()
  try {
    const { entries } = await server.ask(door.days, {}, teacher)
    const { paymentId = '', cents = 0 } = entries[0]?.rows[0]?.owes ?? {}
    const name = entries[0]?.rows[0]?.name ?? ''
    await server.must(door.take, { paymentId, cents, way: 'cash' }, teacher)
    await server.must(payments.cancel, { paymentId }, admin)
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/admin/cash-box`)
    await page.getByRole('button', { name: 'I gave 15€ back' }).tap()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(
      question.getByText(new RegExp(`^${name}.* gets 15€ back for .+, which was cancelled\\.`)),
    ).toBeVisible()
    await expectReadable(page, 'cash that is given back', { inDialog: true })
    await question.getByRole('button', { name: 'I gave 15€ back' }).tap()
    await expect(page.getByText('15€ went out of the box.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'I gave 15€ back' })).toHaveCount(0)
  } finally {
    await server.remove()
  }
})

test('an admin takes over the cash of a teacher who left', async ({ page }) => {
  const { server, admin, teacher } = await openDoor()
  try {
    const { entries } = await server.ask(door.days, {}, teacher)
    const { paymentId = '', cents = 0 } = entries[0]?.rows[0]?.owes ?? {}
    await server.must(door.take, { paymentId, cents, way: 'cash' }, teacher)
    await server.must(privacy.deleteUser, { userId: await server.idOf('teacher@example.ee', admin) }, admin)
    await enter(page.context(), admin)
    await page.goto(`${server.url}/admin/cash-box`)
    const others = page.getByRole('region', { name: 'In the boxes of others' })
    await expect(others.getByRole('heading', { name: 'A deleted account' })).toBeVisible()
    await expectReadable(page, 'a box that is left')
    await others.getByRole('button', { name: 'Take over 15€' }).tap()
    await page.getByRole('button', { name: 'Count' }).tap()
    const count = page.getByRole('dialog', { name: 'Cash of A deleted account' })
    await count.getByRole('button', { name: 'Confirm' }).tap()
    await expect(page.getByText('Cash confirmed.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Confirmed' }).getByText('15€')).toBeVisible()
  } finally {
    await server.remove()
  }
})

test('whoever was let in by mistake is taken off at once, where they were let in, also offline', async ({ page }) => {
  const { server, admin, teacher } = await openDoor({ maxParticipants: 9 })
  const dialog = page.getByRole('dialog')
  const undo = page.getByRole('button', { name: 'Undo: Peeter Kask: Drop-in' })
  async function letIn() {
    await page.getByRole('button', { name: 'Walk-in' }).tap()
    await dialog.getByRole('searchbox', { name: 'Name' }).fill('Peeter Kask')
    await dialog.getByRole('button', { name: 'New: Peeter Kask' }).tap()
    await dialog.getByRole('button', { name: 'Drop-in 15€' }).tap()
    await dialog.getByRole('button', { name: 'Cash', exact: true }).tap()
  }
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await letIn()
    await expect(row(page, 'Peeter')).toBeVisible()
    await expectReadable(page, 'who was let in just now')
    await undo.tap()
    await expect(row(page, 'Peeter')).toHaveCount(0)
    await expect(page.getByText('Taken back. Money that was received already may have to be returned.')).toBeVisible()
    // the cash stays in the box until it is given back
    expect(await inTheBox(server, admin)).toEqual(['Tiina Kask: Peeter Kask 1500'])
    const { boxes } = await server.ask(door.boxes, {}, admin)
    expect(boxes[0]?.takings[0]?.cancelled).toBe(true)

    await goOffline(page)
    await letIn()
    await expect(page.getByText('On the way to the list')).toBeVisible()
    await undo.tap()
    await expect(page.getByText('On the way to the list')).toBeHidden()
    await expect(page.getByText('3 not sent')).toBeVisible()

    await test.step('also on a page that was opened anew, where nothing of it is sent then', async () => {
      await letIn()
      await expect(page.getByText('5 not sent')).toBeVisible()
      // a page that begins is online for a moment
      const goOn = server.hang()
      await page.goto('about:blank')
      await page.goto(`${server.url}/door`)
      await expect(page.getByText('5 not sent')).toBeVisible()
      await page.getByRole('button', { name: 'Undo: Peeter Kask: Drop-in (Salsa)' }).tap()
      await expect(page.getByText('On the way to the list')).toBeHidden()
      await expect(page.getByText('3 not sent')).toBeVisible()
      goOn()
      await page.context().setOffline(false)
      await expect(page.getByText('not sent')).toHaveCount(0)
      await expect(row(page, 'Peeter')).toHaveCount(0)
    })
  } finally {
    await server.remove()
  }
})

test('whoever was not let in after all, as they had a place already, is not offered to be taken off', async ({
  page,
}) => {
  const { server, admin, teacher } = await openDoor({ maxParticipants: 9 })
  const dialog = page.getByRole('dialog')
  const undo = page.getByRole('button', { name: 'Undo: Liis Kask: Drop-in' })
  try {
    const liis = await server.person({ email: 'liis.door@example.ee', displayName: 'Liis' })
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await page.getByRole('button', { name: 'Walk-in' }).tap()
    await dialog.getByRole('searchbox', { name: 'Name' }).fill('Liis')
    await dialog.getByRole('button', { name: /^Liis Kask/ }).tap()
    await dialog.getByRole('button', { name: 'Drop-in 15€' }).tap()
    await goOffline(page)
    await dialog.getByRole('button', { name: 'Cash', exact: true }).tap()
    await expect(undo).toBeVisible()
    const [entry] = (await server.ask(door.days, {}, teacher)).entries
    const place = {
      scheduleId: entry?.id ?? '',
      coverMember: false,
      paymentMethod: 'cash',
      discountCode: null,
    } as const
    await server.must(registrations.registerWithDropIn, place, liis)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /^Done, remove: Liis Kask/ }).tap()
    await expect(page.getByText('Needs a look')).toHaveCount(0)
    await expect(undo).toHaveCount(0)
    await expect(row(page, 'Liis')).toBeVisible()
    expect(await inTheBox(server, admin)).toEqual([])
  } finally {
    await server.remove()
  }
})
