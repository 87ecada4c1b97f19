import { expect } from '@playwright/test'
import { registrations } from '#studio/registrations/contract.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { scheduledClass } from './studio.ts'

test.use({ viewport: { width: 360, height: 800 } })

test('on a narrow phone what is due stands below each name as a target of its own', async ({ page, house }) => {
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
  await expect(page.getByRole('button', { name: 'Due' })).toHaveCount(2)
  await expectAccessible(page, 'a class at 360 px')
})
