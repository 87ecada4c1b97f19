import { expect } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { enter, expectAccessible, resize, test } from './fixtures.ts'
import { membershipForSale, scheduledClass } from './studio.ts'

test.use({ viewport: { width: 360, height: 800 } })

test('on a narrow phone the amount due is below each name, as a target of its own', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Class due')
  const { entries } = await server.ask(registrations.upcoming, { weeks: 4 }, admin)
  const scheduleId = entries.find(({ className }) => className === 'Class due')?.id ?? ''
  const drop = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
  for (const displayName of ['Ann', 'Bartholomea-Wilhelmina']) {
    const member = await server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName })
    await server.must(registrations.registerWithDropIn, drop, member)
  }
  await enter(page.context(), admin)
  await page.goto(`/admin/class-details/${scheduleId}`)
  await expect(page.getByRole('button', { name: /^Due/ })).toHaveCount(2)
  await expectAccessible(page, 'a class at 360 px')
})

test('on a person’s page an amount is to the right of a long name that wraps', async ({ page, house }) => {
  const { server, admin } = house
  const member = await server.person({ email: 'long.pass@example.ee', displayName: 'Long' })
  const name = 'Pass with a name that takes two lines of a phone'
  const membershipId = await membershipForSale(server, admin, name)
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  const [payment] = await server.ask(payments.mine, {}, member)
  await enter(page.context(), admin)
  await page.goto(`/admin/users/${payment?.userId}`)
  const row = page.getByRole('listitem', { name }).filter({ hasText: '40€' })
  const [title, sum] = await Promise.all([row.getByText(name).boundingBox(), row.getByText('40€').boundingBox()])
  // aligned with the first line, however many there are
  expect(title?.height).toBeGreaterThan(30)
  expect(sum?.y).toBeLessThan((title?.y ?? 0) + 20)
})

test('the page head is never wider than the window, for any role and language', async ({ page, house }) => {
  const { server, admin } = house
  const member = await server.person({ email: 'head.of.page@example.ee', displayName: 'Wide Window' })
  for (const who of [admin, member]) {
    await enter(page.context(), who)
    for (const language of ['en', 'et']) {
      await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/classes')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [320, 640, 700, 768, 820, 840, 1024, 1026]) {
        await resize(page, { width, height: 800 })
        const end = await page
          .getByRole('banner')
          .evaluate((head) =>
            Math.max(...[...head.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
          )
        expect(end, `${language} at ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  }
})

test('on a small phone at 200 % the whole bar is reachable, for any role and language', async ({ page, house }) => {
  const { server, admin } = house
  await page.setViewportSize({ width: 195, height: 422 })
  for (const who of [admin, await server.person({ email: 'bar.of.page@example.ee' })]) {
    await enter(page.context(), who)
    for (const [language, menu, more] of [
      ['en', 'Main navigation', 'More'],
      ['et', 'Peamenüü', 'Veel'],
    ] as const) {
      await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
      await page.goto('/dashboard')
      const bar = page.getByRole('navigation', { name: menu })
      await expect(bar.getByRole('button', { name: more })).toBeInViewport({ ratio: 1 })
      for (const link of await bar.getByRole('link').all()) {
        if (await link.isVisible()) await expect(link).toBeInViewport({ ratio: 1 })
      }
    }
  }
})
