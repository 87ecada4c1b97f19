import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { addDays, MINUTE } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { phone } from './devices.ts'
import { openDoor, ready, row } from './evening.ts'
import { enter, test } from './fixtures.ts'
import type { Session, StudioServer } from './server.ts'
import { today } from './studio.ts'
import { Thumb } from './thumb.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

// as many as fit into an evening class
const comers = 'Anu Birgit Carmen Dora Eliise Freia Grete Heli Inga Jana Kadri Liis'.split(' ')
/** CPU slowdown, as a cheap phone is that much slower than this computer. */
const SLOWER = 4

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

async function countAttended(server: StudioServer, scheduleId: string, admin: Session): Promise<number> {
  const { entries } = await server.ask(attendance.classDetails, { scheduleId }, admin)
  return (entries[0]?.registrants ?? []).filter((one) => one.attendance === 'attended').length
}

test('an evening at the door takes few taps on a slow phone', { tag: '@taps' }, async ({ page }) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor({ comers, maxParticipants: 16 })
  const thumb = new Thumb()
  const dialog = page.getByRole('dialog')
  const cash = dialog.getByRole('button', { name: 'Cash', exact: true })
  const here = (count: number, of = comers.length) => expect(page.getByText(`${count} of ${of} here`)).toBeAttached()
  const sent = () => expect(page.getByText('not sent')).toHaveCount(0)
  const attended = () => countAttended(server, scheduleId, admin)
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await slowDown(page)

    await test.step('marking twelve people takes twelve taps, and prints how long they take', async () => {
      const began = performance.now()
      for (const name of comers) await thumb.tap(row(page, name))
      await here(12)
      const shown = Math.round(performance.now() - began)
      await sent()
      await expect.poll(attended, { intervals: [50] }).toBe(12)
      const stored = Math.round(performance.now() - began)
      console.log(`door, processor ${SLOWER} times slower: 12 taps shown in ${shown} ms, stored in ${stored} ms`)
      thumb.report('en', '12 one by one at the door', 12)
    })

    await test.step('cash from three people takes six taps', async () => {
      const began = performance.now()
      for (const name of comers.slice(0, 3)) {
        await thumb.tap(page.getByRole('button', { name: `Take 15€ from ${name} Kask` }))
        await thumb.tap(cash)
        await expect(page.getByRole('button', { name: `Take 15€ from ${name} Kask` })).toHaveCount(0)
      }
      console.log(`door, cash from three in ${Math.round(performance.now() - began)} ms`)
      thumb.report('en', 'cash from three', 6)
      await sent()
    })

    await test.step('a new person who pays cash takes four taps and a name', async () => {
      const began = performance.now()
      await thumb.tap(page.getByRole('button', { name: 'Walk-in' }))
      await dialog.getByRole('searchbox', { name: 'Name' }).fill('Peeter Kask')
      await thumb.tap(dialog.getByRole('button', { name: 'New: Peeter Kask' }))
      await thumb.tap(dialog.getByRole('button', { name: 'Drop-in 15€' }))
      await thumb.tap(cash)
      await expect(row(page, 'Peeter')).toHaveAccessibleName('Peeter Kask, not marked, Drop-in')
      console.log(`door, a walk-in with cash in ${Math.round(performance.now() - began)} ms`)
      thumb.report('en', 'a walk-in with cash', 4)
    })
  } finally {
    await server.remove()
  }
})

test('everyone is marked as present in two taps, ten minutes before the class', { tag: '@taps' }, async ({ page }) => {
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'studio-clock-'))
  const CLOCK_OFFSET_FILE = join(folder, 'seconds')
  // the class is tomorrow at 18:00; the studio's clock is set to shortly before it
  const soon = instantIn('Europe/Tallinn', addDays(today(), 1), '18:00') - 10 * MINUTE
  writeFileSync(CLOCK_OFFSET_FILE, String(Math.round((soon - Date.now()) / 1000)))
  const { server, admin, teacher, scheduleId } = await openDoor({
    comers,
    maxParticipants: 16,
    env: { CLOCK_OFFSET_FILE },
  })
  const thumb = new Thumb()
  try {
    await enter(page.context(), teacher)
    await page.goto(`${server.url}/`)
    const door = page.getByRole('link', { name: 'Door', exact: true })
    await expect(door).toBeVisible()
    await slowDown(page)
    const began = performance.now()
    await thumb.tap(door)
    await thumb.tap(page.getByRole('button', { name: 'All here' }))
    await expect(page.getByText('12 of 12 here')).toBeAttached()
    const shown = Math.round(performance.now() - began)
    await expect(page.getByText('not sent')).toHaveCount(0)
    await expect.poll(() => countAttended(server, scheduleId, admin), { intervals: [50] }).toBe(12)
    const stored = Math.round(performance.now() - began)
    console.log(`door, processor ${SLOWER} times slower: all 12 at once shown in ${shown} ms, stored in ${stored} ms`)
    thumb.report('en', 'all 12 at the door at once', 2)
    await expect(page.getByRole('button', { name: 'Undo' }), 'it can be taken back').toBeVisible()
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})
