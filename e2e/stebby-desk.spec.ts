import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { DAY } from '#kernel/time.ts'
import { StebbyServer } from '#server/testing/stebbyServer.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { door } from '#studio/door/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { phone } from './devices.ts'
import { goOffline, openDoor, ready, row } from './evening.ts'
import { anotherBrowser, enter, expectAccessible, test } from './fixtures.ts'
import { holdLive, nextFrames, pressed } from './held.ts'
import { membershipForSale } from './studio.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

const KEY = 'sk-of-the-studio'

/** Accessible in both themes, with targets large enough for a thumb. */
async function expectReadable(page: Page, what: string, within = '[role=dialog],[role=alertdialog]') {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${what}, ${colorScheme}`, within)
  }
}

const parts = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    take: (name: string, sum = '15€') => page.getByRole('button', { name: `Take ${sum} from ${name} Kask` }),
    stebby: dialog.getByRole('button', { name: 'Stebby', exact: true }),
    code: dialog.getByRole('textbox', { name: 'Stebby code' }),
    lookUp: dialog.getByRole('button', { name: 'Look up' }),
    use: dialog.getByRole('button', { name: 'Use ticket' }),
    note: dialog.getByRole('button', { name: 'Note the code' }),
  }
}

test('a Stebby ticket pays at the door: checked, used by one press, and decided by an admin when in doubt', async ({
  page,
  browser,
}) => {
  test.slow()
  const outside = await StebbyServer.open(KEY)
  const { server, admin, teacher } = await openDoor({
    stebbyDesk: true,
    env: { STEBBY_URL: outside.url, STEBBY_API_KEY: KEY },
  })
  const { dialog, take, stebby, code, lookUp, use } = parts(page)
  const sells = (name: string, price: number) => outside.sells({ code: name, name: 'Dance class', price })
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)

    await test.step('service, holder and expiry are shown before use, in four taps and a code', async () => {
      sells('T-100', 15)
      await take('Anu').tap()
      await stebby.tap()
      await expectReadable(page, 'where a code is typed')
      await code.fill('T-999')
      await lookUp.tap()
      await expect(dialog.getByText('Stebby does not know this ticket')).toBeVisible()
      await code.fill('T-100')
      await lookUp.tap()
      for (const text of ['Dance class', 'Mari Maasikas', '31 Jan 2099'])
        await expect(dialog.getByText(text)).toBeVisible()
      await expectReadable(page, 'what a ticket is')
      expect(outside.asked.filter((one) => one.startsWith('use'))).toEqual([])
      await use.tap()
      await expect(page.getByText('Ticket used: 15€ paid.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(row(page, 'Anu')).toHaveAccessibleName('Anu Kask, not marked, Drop-in')
    })

    await test.step('a ticket of lower value pays a part', async () => {
      sells('T-200', 10)
      await take('Birgit').tap()
      await stebby.tap()
      await code.fill('T-200')
      await lookUp.tap()
      await expect(dialog.getByText('10€ of 15€')).toBeVisible()
      await use.tap()
      await expect(row(page, 'Birgit')).toHaveAccessibleName('Birgit Kask, not marked, owes 5€ Drop-in')
    })

    const desk = await anotherBrowser(browser, server.url, admin)
    await test.step('when Stebby’s response is lost, nobody can press again, and an admin decides', async () => {
      sells('T-300', 15)
      outside.troubles('use', 'failsAfter')
      await take('Carmen').tap()
      await stebby.tap()
      await code.fill('T-300')
      await lookUp.tap()
      await use.tap()
      await expect(dialog.getByText('Not sure: look in Stebby')).toBeVisible()
      await expect(use).toHaveCount(0)
      await expectReadable(page, 'what nobody knows')
      await desk.goto('/admin/stebby')
      const ticket = desk.getByRole('article', { name: 'Carmen Kask, T-300' })
      await expect(ticket.getByText('Not sure: look in Stebby')).toBeVisible()
      await expectReadable(desk, 'the Stebby desk', 'html')
      await desk.setViewportSize({ width: 390, height: 844 })
      await expectReadable(desk, 'the Stebby desk on a phone', 'html')
      await ticket.getByRole('button', { name: 'It was used' }).click()
      await expectReadable(desk, 'what a ticket was worth')
      await desk.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      await expect(desk.getByRole('heading', { name: 'Used (3)' })).toBeVisible()
      await expect(row(page, 'Carmen')).toHaveAccessibleName('Carmen Kask, not marked, Drop-in')
      expect(outside.used.get('T-300')).toBe(1)
    })

    await test.step('the API key is on no page and in no output of the server', async () => {
      for (const text of [await page.content(), await desk.content(), server.output]) expect(text).not.toContain(KEY)
    })
  } finally {
    outside.close()
    await server.remove()
  }
})

test('a Stebby ticket pays what is overdue for something else, one of two payments', async ({ page }) => {
  const outside = await StebbyServer.open(KEY)
  const folder = mkdtempSync(join(tmpdir(), 'studio-clock-'))
  const CLOCK_OFFSET_FILE = join(folder, 'seconds')
  writeFileSync(CLOCK_OFFSET_FILE, String((-6 * DAY) / 1000))
  const { server, admin, teacher } = await openDoor({
    comers: [],
    stebbyDesk: true,
    env: { STEBBY_URL: outside.url, STEBBY_API_KEY: KEY, CLOCK_OFFSET_FILE },
  })
  const { dialog, take, stebby, code, lookUp, use } = parts(page)
  try {
    await server.person({ email: 'dora@example.ee', displayName: 'Dora' })
    const userId = await server.idOf('dora@example.ee', admin)
    await server.must(accounts.setMembershipCategory, { userId, membershipCategory: 'Member-girl' }, admin)
    const membershipId = await membershipForSale(server, admin, 'Last month')
    const sale = { userId, membershipId, coverMember: false, paymentMethod: 'cash' } as const
    await server.must(memberships.sellTo, sale, admin)
    const two = { name: 'Two classes', description: '', standardPrice: 750, memberPrice: 700, classLimit: 2 }
    const cheap = { ...two, validPeriod: 30, categories: ['Girl Group'], excludedCategories: [] }
    const { id } = await server.must(memberships.create, cheap, admin)
    await server.must(memberships.sellTo, { ...sale, membershipId: id }, admin)
    writeFileSync(CLOCK_OFFSET_FILE, '0')
    // six days later the session has ended
    const signedIn = () => server.ask(door.days, {}, teacher).then(Boolean, () => false)
    await expect.poll(signedIn).toBe(false)
    outside.sells({ code: 'T-400', name: 'Dance class', price: 40 })
    await enter(page.context(), await server.signIn('teacher@example.ee'))
    await page.goto(`${server.url}/door`)
    await expect(row(page, 'Dora')).toHaveAccessibleName('Dora Kask, not marked, owes 47.50€ 2 payments')
    await take('Dora', '40€').tap()
    await expect(dialog.getByText('Dora Kask: Last month')).toBeVisible()
    await expect(dialog.getByText('Also owes 7.50€: Two classes')).toBeVisible()
    await expectReadable(page, 'one of two payments is taken')
    await stebby.tap()
    await code.fill('T-400')
    await lookUp.tap()
    await use.tap()
    await expect(page.getByText('Ticket used: 40€ paid.')).toBeVisible()
    await expect(row(page, 'Dora')).toHaveAccessibleName('Dora Kask, not marked, owes 7.50€ Two classes')
  } finally {
    await server.remove()
    outside.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('after another code was typed, the former ticket is not shown again', async ({ page }) => {
  test.slow()
  const outside = await StebbyServer.open(KEY)
  const { server, teacher } = await openDoor({
    stebbyDesk: true,
    comers: ['Anu'],
    env: { STEBBY_URL: outside.url, STEBBY_API_KEY: KEY },
  })
  const { dialog, take, stebby, code, lookUp, use } = parts(page)
  for (const [place, name] of ['Salsa', 'Bachata', 'Tango'].entries()) {
    outside.sells({ code: `T-${place}`, name, price: 15 })
  }
  try {
    const live = await holdLive(page)
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await take('Anu').tap()
    await stebby.tap()
    await code.fill('T-0')
    await lookUp.tap()
    await expect(dialog.getByText('Salsa')).toBeVisible()
    await dialog.getByRole('button', { name: 'Another code' }).tap()
    await code.fill('T-1')
    live.hold()
    await pressed(page, lookUp, 'stebby.look')
    await expect(dialog.getByText('Salsa')).toHaveCount(0)
    await expect(use).toHaveCount(0)
    live.release()
    await expect(dialog.getByText('Bachata')).toBeVisible()

    // also if the ticket arrives before the response
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/rpc/stebby.look', async (route) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
    })
    await dialog.getByRole('button', { name: 'Another code' }).tap()
    await code.fill('T-2')
    await lookUp.tap()
    await expect(dialog.getByText('Tango')).toBeVisible()
    const answered = page.waitForResponse('**/rpc/stebby.look')
    release()
    await (await answered).finished()
    await nextFrames(page)
    await expect(dialog.getByText('Tango')).toBeVisible()
    await expect(use).toBeVisible()
  } finally {
    outside.close()
    await server.remove()
  }
})

test('without an API key a code is noted, also offline, and an admin confirms it', async ({ page, browser }) => {
  const { server, admin, teacher } = await openDoor({ stebbyDesk: true })
  const { dialog, take, stebby, code, lookUp, note } = parts(page)
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await take('Anu').tap()
    await stebby.tap()
    await expect(note).toBeVisible()
    await expect(lookUp).toHaveCount(0)
    await code.fill('T-1')
    await goOffline(page)
    await code.fill('?')
    await note.tap()
    await expect(dialog.getByText('A code has letters, digits and hyphens')).toBeVisible()
    await code.fill('T-100')
    await expectReadable(page, 'where a code is noted')
    await note.tap()
    await expect(page.getByText('1 not sent')).toBeInViewport()
    await page.context().setOffline(false)
    await expect(page.getByText('1 not sent')).toHaveCount(0)
    await expect(row(page, 'Anu')).toHaveAccessibleName('Anu Kask, not marked, Drop-in')

    const desk = await anotherBrowser(browser, server.url, admin)
    await desk.goto('/admin')
    await desk.goto('/admin/stebby')
    const ticket = desk.getByRole('article', { name: 'Anu Kask, T-100' })
    await expect(ticket.getByRole('button', { name: 'Look up' })).toHaveCount(0)
    await expectReadable(desk, 'a code to confirm', 'html')
    await ticket.getByRole('button', { name: 'Confirm' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(desk.getByText('No code waits')).toBeVisible()
    await expect(desk.getByRole('heading', { name: 'Used (1)' })).toBeVisible()
  } finally {
    await server.remove()
  }
})

test('with the feature off nothing of it is shown', async ({ page }) => {
  const { server, admin } = await openDoor({ stebbyDesk: false })
  const { dialog, take, stebby, code } = parts(page)
  try {
    await enter(page.context(), admin)
    await page.goto(`${server.url}/admin/stebby`)
    await expect(page.getByRole('heading', { name: 'Stebby desk' })).toHaveCount(0)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await take('Anu').tap()
    await stebby.tap()
    await expect(code).toHaveCount(0)
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Anu')).toHaveAccessibleName('Anu Kask, not marked, Drop-in')
  } finally {
    await server.remove()
  }
})
