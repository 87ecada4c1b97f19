import { newId } from '#kernel/ids.ts'
import { dateIn } from '#kernel/time.ts'
import { lockPayment, settle } from '#studio/payments/server/settle.ts'
import type { Person, TestStudio } from './studio.ts'

/** Records a bank transfer that pays a part of what is owed. */
export const cameByBank = (studio: TestStudio, admin: Person, paymentId: string, cents: number): Promise<void> =>
  studio.within(admin, async (c) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment) throw new Error('There is no such payment.')
    const day = dateIn(c.settings.timeZone, c.now)
    const money = { cents, day, way: 'bankTransfer', source: 'bank', sourceId: newId() } as const
    await settle(c, payment, money, { rest: 'staysDue', reason: 'received by bank transfer' })
  })
