import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { dateIn } from '#kernel/time.ts'
import { receivedOf } from '#studio/payments/rules.ts'
import { lockPayments } from '#studio/payments/server/settle.ts'
import { returnTransfer } from '#studio/payments/server/returns.ts'
import { payments } from '#studio/payments/tables.ts'
import type { Person, TestStudio } from './studio.ts'

/** The bank takes back what a payment has received. */
export const takenBack = (studio: TestStudio, admin: Person, paymentId: string): Promise<void> =>
  studio.within(admin, async (c) => {
    const [payment] = await lockPayments(c, eq(payments.id, paymentId))
    if (!payment) throw new Error('There is no such payment.')
    const taken = { fromCredit: [], shares: [{ paymentId, cents: receivedOf(payment) }], missing: 0 }
    await returnTransfer(c, taken, { day: dateIn(c.settings.timeZone, c.now), sourceId: newId() })
  })
