import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { addDays, MINUTE } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { goOffline, openDoor, ready, row } from './evening.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { scheduledClass, today } from './studio.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

// more people than fit on one screen
const comers = 'Anu Birgit Carmen Dora Eliise Freia Grete Heli Inga Jana'.split(' ')

/** The top of a row, relative to the window. */
const topOf = async (page: Page, name: string) => Math.round((await row(page, name).boundingBox())?.y ?? 0)

test('a person at the door who is registered or already known is not created twice', async ({ page }) => {
  test.slow()
  const { server, teacher } = await openDoor()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('searchbox', { name: 'Name' })
  const walkIn = page.getByRole('button', { name: 'Walk-in' })
  const offered = (who: string) => dialog.getByRole('button').filter({ hasText: who })
  try {
    await server.person({ email: 'dora@example.ee', displayName: 'Dora' })
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)

    await test.step('known people with that name come first, and creating a new person last', async () => {
      await walkIn.tap()
      await name.fill('Dora Kask')
      await expect(offered('Dora Kask')).toHaveText([/^Dora Kask/, 'New: Dora Kask'])
      await name.fill('Anu Kask')
      await expect(offered('Anu Kask')).toHaveText([/^Anu Kask.*on the list already/, 'New: Anu Kask'])
      await expectAccessible(page, 'who walks in and is on the list', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Close' }).tap()
    })

    await test.step('offline, the search finds registered people and leads to their row', async () => {
      await goOffline(page)
      await expect(page.getByText('Offline', { exact: true })).toBeVisible()
      await walkIn.tap()
      await expect(dialog.getByText('Offline you find only who is on this list.')).toBeVisible()
      await name.fill('Nele')
      await expect(dialog.getByText('For somebody new type first name and surname.')).toBeVisible()
      await name.fill('anu')
      await dialog.getByRole('button', { name: /^Anu Kask/ }).tap()
      await expect(dialog).toHaveCount(0)
      await expect(row(page, 'Anu')).toBeFocused()
    })
  } finally {
    await server.remove()
  }
})

test('nothing at the door moves under the thumb, and what needs a look is in sight', async ({ page, context }) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'studio-clock-'))
  const CLOCK_OFFSET_FILE = join(folder, 'seconds')
  // the class is tomorrow at 18:00; the studio's clock is set to shortly before it
  const soon = instantIn('Europe/Tallinn', addDays(today(), 1), '18:00') - 10 * MINUTE
  writeFileSync(CLOCK_OFFSET_FILE, String(Math.round((soon - Date.now()) / 1000)))
  const { server, admin, teacher, scheduleId } = await openDoor({ comers, env: { CLOCK_OFFSET_FILE } })
  const attended = async () => {
    const { entries, people } = await server.ask(attendance.classDetails, { scheduleId }, admin)
    const here = (entries[0]?.registrants ?? []).filter((one) => one.attendance === 'attended')
    return here.map(({ userId }) => people.find(({ id }) => id === userId)?.displayName)
  }
  try {
    await enter(context, teacher)
    await context.addCookies([{ name: 'language', value: 'et', url: server.url }])
    await page.goto(`${server.url}/door`)
    await ready(page)
    await goOffline(page)
    await expect(page.getByText('Võrguta', { exact: true })).toBeVisible()

    await test.step('a message beside the count does not move the list', async () => {
      await page.context().setOffline(false)
      await expect(page.getByText('Võrguta', { exact: true })).toHaveCount(0)
      const top = await topOf(page, 'Anu')
      await goOffline(page)
      await row(page, 'Carmen').tap()
      await expect(page.getByText('Saatmata: 1')).toBeVisible()
      expect(await topOf(page, 'Anu')).toBe(top)
      await page.getByRole('button', { name: 'Kõik kohal' }).tap()
      await expect(page.getByRole('button', { name: 'Võta tagasi' })).toBeVisible()
      expect(await topOf(page, 'Anu')).toBe(top)
      const undo = page.getByRole('button', { name: 'Võta tagasi' })
      // right after 'All here' a tap would be the second half of a double tap
      await undo.press('Enter')
      await expect(undo).toHaveCount(0)
    })

    await test.step('a new person who is let in is marked as present at once', async () => {
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Lisa kohaletulnu' }).tap()
      await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Luba veel üks' }).tap()
      await dialog.getByRole('searchbox', { name: 'Nimi' }).fill('Peeter Kask')
      await dialog.getByRole('button', { name: 'Uus: Peeter Kask' }).tap()
      await dialog.getByRole('button', { name: 'Üksikpilet 15€' }).tap()
      await dialog.getByRole('button', { name: 'Sularaha' }).tap()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the bar reports what the studio refused, and leads there', async () => {
      const userId = await server.idOf('carmen@example.ee', admin)
      await server.must(attendance.removeRegistration, { scheduleId, userId }, admin)
      await context.setOffline(false)
      const look = page.getByRole('button', { name: '1 vaata üle' })
      await expect(look).toBeInViewport()
      await expectAccessible(page, 'the door with something to look at')
      await look.tap()
      await expect(page.getByText('Carmen Kask: kohal (Salsa)')).toBeInViewport()
      await expect(row(page, 'Peeter')).toHaveAccessibleName(/^Peeter Kask, kohal/)
      await expect.poll(attended).toEqual(['Peeter'])
    })
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('rows stay under the thumb while others let people in or take them off the list', async ({ page }) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor({ comers, maxParticipants: 16 })
  const list = page.getByRole('list', { name: 'Salsa' })
  const boxOf = (name: string) => row(page, name).boundingBox()
  /** Another device lets this person in, whose name belongs near the top. */
  const comes = async (displayName: string) => {
    const session = await server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName })
    const place = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    await server.must(registrations.registerWithDropIn, place, session)
    await expect(row(page, displayName)).toHaveCount(1)
  }
  const leaves = async (displayName: string) => {
    const userId = await server.idOf(`${displayName.toLowerCase()}@example.ee`, admin)
    await server.must(attendance.removeRegistration, { scheduleId, userId }, admin)
    await expect(row(page, displayName)).toHaveCount(0)
  }
  try {
    await scheduledClass(server, admin, 'Tango', { startTime: '20:00', endTime: '21:00' })
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)

    await test.step('who comes is added at the end', async () => {
      const before = [await boxOf('Birgit'), await boxOf('Freia')]
      await comes('Anete')
      expect([await boxOf('Birgit'), await boxOf('Freia')]).toEqual(before)
      await expect(list.getByRole('listitem').last()).toContainText('Anete Kask')
      await expect(page.getByText('0 of 11 here')).toBeAttached()
    })

    await test.step('who leaves leaves a row of the same height, which cannot be tapped', async () => {
      const before = [await boxOf('Birgit'), await boxOf('Freia')]
      await leaves('Anu')
      expect([await boxOf('Birgit'), await boxOf('Freia')]).toEqual(before)
      const left = list.getByRole('listitem').filter({ hasText: 'No longer on the list' })
      await expect(left).toContainText('Anu Kask')
      await expect(left.getByRole('button')).toHaveCount(0)
      await expect(page.getByText('0 of 10 here')).toBeAttached()
      await expectAccessible(page, 'the door after somebody left')
    })

    await test.step('a search finds among all rows, and leaves them where they were', async () => {
      const search = page.getByRole('searchbox', { name: 'Find a person' })
      const before = await boxOf('Birgit')
      await search.fill('an')
      await comes('Alan')
      await expect(list.getByRole('listitem')).toHaveText([/Anu Kask/, /Jana Kask/, /Anete Kask/, /Alan Kask/])
      await search.fill('')
      expect(await boxOf('Birgit')).toEqual(before)
    })

    await test.step('chosen again, the class is in order', async () => {
      await page.getByRole('button', { name: /20:00.*Tango/ }).tap()
      await expect(page.getByRole('heading', { name: 'Tango', level: 1 })).toBeVisible()
      await page.getByRole('button', { name: /18:00.*Salsa/ }).tap()
      await expect(list.getByRole('listitem').first()).toContainText('Alan Kask')
      await expect(list.getByRole('listitem').nth(1)).toContainText('Anete Kask')
      await expect(list.getByText('No longer on the list')).toHaveCount(0)
    })

    await test.step('on a wide tablet no row moves to the other column', async () => {
      await page.setViewportSize({ width: 1180, height: 1000 })
      expect((await boxOf('Alan'))?.y, 'in two columns').toBe((await boxOf('Freia'))?.y)
      const others = () => Promise.all(['Dora', 'Eliise', 'Freia', 'Jana'].map(boxOf))
      const before = await others()
      await comes('Alma')
      await comes('Ada')
      expect(await others()).toEqual(before)
      await leaves('Alan')
      expect(await others()).toEqual(before)
    })
  } finally {
    await server.remove()
  }
})

test('forced colours still show the selected class, the current screen and the edge of a dialog', async ({ page }) => {
  const { server, admin, teacher } = await openDoor()
  const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle
  try {
    await scheduledClass(server, admin, 'Tango', { startTime: '20:00', endTime: '21:00' })
    await enter(page.context(), teacher)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${server.url}/door`)
    await ready(page)
    expect.soft(await page.getByRole('button', { name: /18:00.*Salsa/ }).evaluate(outlineOf)).toBe('solid')
    expect.soft(await page.getByRole('button', { name: /20:00.*Tango/ }).evaluate(outlineOf)).toBe('none')
    expect.soft(await page.getByRole('link', { name: 'Door', exact: true }).evaluate(outlineOf)).toBe('solid')
    await page.getByRole('button', { name: 'Walk-in' }).tap()
    const sheet = page.getByRole('dialog').locator('..')
    expect.soft(await sheet.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('solid')
    expect.soft(await sheet.evaluate((element) => getComputedStyle(element).borderWidth)).not.toBe('0px')
  } finally {
    await server.remove()
  }
})

test('the first tap on a row counts, however soon after the page was opened', async ({ page }) => {
  const { server, teacher } = await openDoor()
  try {
    await enter(page.context(), teacher)
    // times of events count from the opening of the page, which a slow computer has long behind it
    await page.addInitScript(() => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 100 }))
    await page.goto(`${server.url}/door`)
    await row(page, 'Anu').tap()
    await expect(row(page, 'Anu')).toHaveAccessibleName(/^Anu Kask, attended/)
  } finally {
    await server.remove()
  }
})

test('a double tap on "All here" marks everyone, and does not undo it at once', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-clock-'))
  const CLOCK_OFFSET_FILE = join(folder, 'seconds')
  const soon = instantIn('Europe/Tallinn', addDays(today(), 1), '18:00') - 10 * MINUTE
  writeFileSync(CLOCK_OFFSET_FILE, String(Math.round((soon - Date.now()) / 1000)))
  const { server, teacher } = await openDoor({ env: { CLOCK_OFFSET_FILE } })
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    const box = await page.getByRole('button', { name: 'All here' }).boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    // a slow phone handles the second tap long after the finger
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 })
    const types = ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const
    // in seconds: the finger is fast, however long a busy machine takes to pass it on
    const began = Date.now() / 1000
    const touches = types.map((type, place) => ({
      type,
      touchPoints: type === 'touchStart' ? [at] : [],
      timestamp: began + place * 0.05,
    }))
    await Promise.all(touches.map((touch) => devtools.send('Input.dispatchTouchEvent', touch)))
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(page.getByText('3 of 3 here')).toBeAttached({ timeout: 30_000 })
    await expect(page.getByText('not sent')).toHaveCount(0)
    await expect(page.getByText('3 of 3 here')).toBeAttached()
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})
