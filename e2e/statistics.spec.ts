import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { membershipForSale, scheduledClass } from './studio.ts'

/** A studio of its own, in which one pass was paid with 40 € in cash. */
const test = base.extend<{ own: { server: StudioServer; admin: Session } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    const member = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
    const membershipId = await membershipForSale(server, admin, 'Pass')
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
    const [bought] = await server.ask(payments.mine, {}, member)
    await server.must(payments.confirm, { paymentId: bought?.id ?? '', actualAmount: 4000 }, admin)
    await use({ server, admin })
    await server.remove()
  },
})

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('the owner sees the income as a chart, a table and a file with the same numbers', async ({
      page,
      own: { server, admin },
    }) => {
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/statistics`)
      const money = page.getByRole('region', { name: 'Money received' })
      await expect(money.getByText('40€').first()).toBeVisible()
      await expect(money.getByText('All money received, by month')).toBeVisible()
      const picture = money.getByRole('img', { name: 'Money received, in euros' })
      const isDrawn = (canvas: HTMLCanvasElement) =>
        new Uint32Array(
          canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(0),
        ).some((pixel) => pixel !== 0)
      await expect.poll(() => picture.evaluate(isDrawn)).toBe(true)
      await expectAccessible(page, 'the statistics')

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        money.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      expect(lines[0]?.replace('\uFEFF', '')).toBe('Month,Cash,Memberships,Total,A year before')
      expect(lines.at(-1)).toMatch(/^\d{4}-\d\d,40\.00,40\.00,40\.00,$/)

      const missed = page.getByRole('region', { name: 'Places not used' })
      await expect(missed.getByText('the share is out of registrations.')).toBeVisible()
      const [other] = await Promise.all([
        page.waitForEvent('download'),
        missed.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      const ofMissed = (await readFile(await other.path(), 'utf8')).trim().split('\r\n')
      expect(ofMissed[0]).toContain('Month,Registrations,No-shows,Share,Late cancellations')
      // without registrations there is no percentage
      expect(ofMissed.at(-1)).toMatch(/^\d{4}-\d\d,0,0,–,0/)

      await page.getByText('Last year', { exact: true }).click()
      await expect(page).toHaveURL(/span=lastYear/)
      await expect(money.getByText('40€')).toHaveCount(0)
    })
  })
}

test('a heat map wider than the smallest phone is scrolled with the keyboard', async ({
  page,
  own: { server, admin },
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (let days = 1; days <= 7; days++) await scheduledClass(server, admin, `Jazz ${days}`, { inDays: -days })
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/statistics`)
  const map = page.getByRole('group', { name: 'By weekday and hour' })
  await expect(map).toBeVisible()
  await map.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => map.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await expectAccessible(page, 'the statistics at 320 px')
})
