import { and, eq, exists, gt, isNull, lt } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { payments, receipts } from '../tables.ts'

/** So long nobody is reminded of what a returned transfer has opened again: the payer may not know of it yet. */
const HELD_BACK = 3 * DAY

/** Of payments: whether a transfer that paid them was taken back so lately that reminders leave them out. */
export const isHeldBack = (tx: Tx, now: Instant) =>
  exists(
    tx
      .select({ id: receipts.id })
      .from(receipts)
      .where(
        and(
          eq(receipts.paymentId, payments.id),
          eq(receipts.source, 'bank'),
          lt(receipts.cents, 0),
          gt(receipts.at, now - HELD_BACK),
          isNull(receipts.undoneAt),
        ),
      ),
  )
