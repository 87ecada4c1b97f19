import { eq } from 'drizzle-orm'
import { lockPayments, reopen } from '#studio/payments/server/settle.ts'
import { payments } from '#studio/payments/tables.ts'
import type { Person, TestStudio } from './studio.ts'

/** Reopens a payment, as when the bank reverses a transfer. */
export const takenBack = (studio: TestStudio, admin: Person, paymentId: string): Promise<void> =>
  studio.within(admin, async (c) => {
    await reopen(c, await lockPayments(c, eq(payments.id, paymentId)), 'due', 'bank transfer returned')
  })
