import { expect, type Page } from '@playwright/test'
import { newId } from '#kernel/ids.ts'
import { enter, expectAccessible, standsStill, test, type House } from './fixtures.ts'
import { choosesDropIn, rowOf, takeByDropIn } from './forms.ts'
import { membershipForSale, scheduledClass } from './studio.ts'

const toastsOf = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const TOO_LATE = 'Registration cancelled successfully!'

/** A member at the list of classes, with a clock that can be advanced. */
async function atClasses(page: Page, { server, admin }: House, mark: string) {
  const name = `Overlay ${mark}`
  await scheduledClass(server, admin, name)
  await enter(page.context(), await server.person({ email: `${mark}@example.ee`, displayName: 'Over' }))
  await page.clock.install()
  await page.goto('/classes')
  return rowOf(page, name)
}

test('only the newest message is shown, as an older one may no longer be true', async ({ page, house }) => {
  const row = await atClasses(page, house, 'newest')
  await takeByDropIn(page, row)
  const toasts = toastsOf(page)
  await expect(toasts.getByText('Successfully registered using drop-in!')).toBeVisible()
  await expect(toasts.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await expectAccessible(page, 'a toast')
  await row.getByRole('button', { name: 'Cancel Registration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(toasts.getByText(TOO_LATE)).toBeVisible()
  await expect(toasts.getByText('Successfully registered using drop-in!')).toHaveCount(0)
})

test('a booking dialog opened without a connection says so, and goes on with one', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Overlay offline')
  await enter(page.context(), await server.person({ email: 'overlay.offline@example.ee', displayName: 'Over' }))
  await page.goto('/classes')
  // loads the code of dialogs
  await page.getByRole('button', { name: 'Report a Problem' }).first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.context().setOffline(true)
  await rowOf(page, 'Overlay offline').getByRole('button', { name: 'Register' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register for Overlay offline' })
  await expect(dialog.getByText('There is no connection')).toBeVisible()
  await expectAccessible(page, 'a booking dialog without a connection', '[role=dialog]')
  await page.context().setOffline(false)
  await expect(dialog.getByText('There is no connection')).toHaveCount(0)
  await expect(dialog.getByText('15€').first()).toBeVisible()
})

test('a message disappears by itself, but not while it is pointed at or focused', async ({ page, house }) => {
  const row = await atClasses(page, house, 'going')
  await takeByDropIn(page, row)
  const message = toastsOf(page).getByText('Successfully registered using drop-in!')
  await message.hover()
  await page.clock.fastForward('01:00')
  await expect(message).toBeVisible()
  await page.mouse.move(5, 5)
  await toastsOf(page).getByRole('link', { name: 'Add to calendar' }).focus()
  await page.clock.fastForward('01:00')
  await expect(message).toBeVisible()
  await row.getByRole('button', { name: 'Cancel Registration' }).focus()
  await page.clock.fastForward('00:20')
  await expect(message).toHaveCount(0)
})

test('a tooltip opened by a click stays for three seconds, and Esc closes it', async ({ page, house }) => {
  await scheduledClass(house.server, house.admin, 'Overlay visitor')
  await page.clock.install()
  await page.goto('/classes')
  const button = rowOf(page, 'Overlay visitor').getByRole('button', { name: 'Register' })
  const tooltip = page.getByRole('tooltip', { name: 'Please sign in to register' })
  await test.step('the code of tooltips is there: React shows what it waited for only as time passes', async () => {
    // the first move of a pointer counts as no hover
    await page.mouse.move(5, 5)
    await button.hover({ force: true })
    await expect(tooltip).toBeVisible()
    await page.mouse.move(5, 5)
    await expect(tooltip).toHaveCount(0)
  })
  // else the clock would also run by itself
  await page.clock.pauseAt(Date.now() + 60_000)
  await button.click({ force: true })
  await expect(tooltip).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.fastForward(1_000)
  await expect(tooltip).toBeVisible()
  await page.clock.fastForward(2_100)
  await expect(tooltip).toHaveCount(0)

  await button.hover({ force: true })
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('a tooltip opens on keyboard focus, also when the page scrolls to the trigger', async ({ page, house }) => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await scheduledClass(house.server, house.admin, `Overlay key ${number}`, { inDays: 3 })
  }
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/classes')
  const last = rowOf(page, 'Overlay key 8').getByRole('button', { name: 'Register' })
  await rowOf(page, 'Overlay key 1').getByRole('button', { name: 'Register' }).focus()
  for (let step = 0; step < 150 && !(await last.evaluate((button) => button === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await expect(last).toBeFocused()
  const tooltip = page.getByRole('tooltip', { name: 'Please sign in to register' })
  await expect(tooltip).toBeVisible()
  const [bubble, button] = [await tooltip.boundingBox(), await last.boundingBox()]
  expect(Math.abs((bubble?.y ?? 0) + (bubble?.height ?? 0) - (button?.y ?? 0))).toBeLessThan(16)
})

test('a tooltip in a dialog is next to its button even during the opening animation, and Esc closes only the tooltip', async ({
  page,
  house,
}) => {
  const row = await atClasses(page, house, 'within')
  await row.getByRole('button', { name: 'Register' }).click()
  const dialog = page.getByRole('dialog')
  // with its content, which makes it taller
  await expect(dialog.getByRole('button', { name: 'Cash' })).toBeVisible()
  // freeze the dialog at the start of its animation
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = 0
    }
  })
  const close = dialog.getByRole('button', { name: 'Close' })
  await close.hover({ force: true })
  const tooltip = page.getByRole('tooltip', { name: 'Close' })
  await expect(tooltip).toBeVisible()
  await expect(tooltip).toBeInViewport({ ratio: 1 })
  const [bubble, button] = [await tooltip.boundingBox(), await close.boundingBox()]
  expect(Math.abs((bubble?.y ?? 0) - (button?.y ?? 0))).toBeLessThan(70)
  expect(Math.abs((bubble?.x ?? 0) - (button?.x ?? 0))).toBeLessThan(70)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the whole card is the radio button, also when explored by touch', async ({ page, house }) => {
  const row = await atClasses(page, house, 'card')
  // with a pass there is something to choose from
  const membershipId = await membershipForSale(house.server, house.admin, 'Card pass')
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
  await page.evaluate(
    ([body]) =>
      fetch('/rpc/memberships.buy', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    [JSON.stringify({ key: newId(), input: order })],
  )
  await row.getByRole('button', { name: 'Register' }).click()
  const box = await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Drop-in fee/ })
    .boundingBox()
  expect(box?.width).toBeGreaterThan(200)
  expect(box?.height).toBeGreaterThan(44)
})

test('the first press outside an open menu closes it and also takes effect', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  await page.goto('/dashboard')
  const menu = page.getByRole('button', { name: 'Admin' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('link', { name: 'Memberships', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')

  await menu.click()
  await page.getByRole('link', { name: 'Users', exact: true }).focus()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(menu).toBeFocused()
})

test('Back closes the dialog and leaves the page unchanged', async ({ page, house }) => {
  const row = await atClasses(page, house, 'back')
  await page.getByRole('link', { name: 'Memberships' }).first().click()
  await expect(page).toHaveURL(/memberships/)
  await page.getByRole('link', { name: 'Upcoming Classes' }).first().click()
  await row.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/classes/)
  await expect(row.getByRole('button', { name: 'Register' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/memberships/)
})

test('Back closes only the confirmation, and the choice below it is kept', async ({ page, house }) => {
  const row = await atClasses(page, house, 'question')
  await page.getByRole('link', { name: 'Memberships' }).first().click()
  await expect(page).toHaveURL(/memberships/)
  await page.getByRole('link', { name: 'Upcoming Classes' }).first().click()
  await row.getByRole('button', { name: 'Register' }).click()
  const sale = page.getByRole('dialog').filter({ hasText: 'Overlay question' })
  await choosesDropIn(sale)
  await sale.getByRole('button', { name: 'Cash' }).click()
  const question = page.getByText(/^Are you sure you want to pay/)
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(sale.getByRole('button', { name: 'Cash' })).toBeVisible()
  await page.goBack()
  await expect(sale).toHaveCount(0)
  await expect(page).toHaveURL(/classes/)
})

test('Esc and Back ask before a dialog is closed with unsaved text; its buttons close it at once', async ({
  page,
  house,
}) => {
  await enter(page.context(), house.admin)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('link', { name: 'View Courses' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Course' })
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  const name = dialog.getByLabel('Name', { exact: true })
  const open = () => page.getByRole('button', { name: 'Add New Course' }).click()

  await test.step('an unchanged form closes at once', async () => {
    await open()
    await expect(name).toBeVisible()
    await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a changed form asks for confirmation, and can continue unchanged', async () => {
    await open()
    await name.fill('Half a course')
    await page.keyboard.press('Escape')
    await expect(question.getByText('This is not saved yet: Add Course.')).toBeVisible()
    await expectAccessible(page, 'a question before a dialog closes')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Half a course')
    await page.goBack()
    await expect(question).toBeVisible()
    // the browser may still be returning to the entry that the first Back left
    await standsStill(page)
    await page.goBack()
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Half a course')
    // before the dialog has the focus again, a key would go elsewhere
    await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
  })

  await test.step('confirming closes it and drops the input', async () => {
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Close without saving' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/admin\/courses/)
    await open()
    await expect(name).toHaveValue('')
    await name.fill('Another half')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(question).toHaveCount(0)
  })
})

test('a message disappears when a dialog opens after it', async ({ page, house }) => {
  const row = await atClasses(page, house, 'uncovered')
  await takeByDropIn(page, row)
  await expect(toastsOf(page).getByText('Successfully registered using drop-in!')).toBeVisible()
  await row.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(toastsOf(page).getByText('Successfully registered using drop-in!')).toHaveCount(0)
})

test('the buttons of a long form in a dialog stay in sight, and cover no focused field', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  await page.setViewportSize({ width: 1366, height: 600 })
  await page.goto('/admin/courses')
  await page.getByRole('button', { name: 'Add New Course' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.locator('button[type=submit]')
  await expect(save).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'a long form in a dialog', '[role=dialog]')
  const fields = dialog.locator('form').locator('input, textarea, select')
  for (const field of await fields.all()) {
    await field.focus()
    const [own, buttons] = [await field.boundingBox(), await save.boundingBox()]
    if (!own || !buttons) throw new Error('Nothing is shown.')
    expect(own.y + own.height, `the lower edge of ${await field.getAttribute('name')}`).toBeLessThan(buttons.y)
  }
})
