import { eq, gt, inArray } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { serve } from '#server/procedures.ts'
import { paymentsMoved } from '#studio/payments/events.ts'
import { featureEnds, membershipCategoryEnds } from '#studio/settings/events.ts'
import { bills } from './contract.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { create, undo } from './server/create.ts'
import { feesWhenWritten, tellsOfFees } from './server/letters.ts'
import { month } from './server/month.ts'
import { addPause, removePause } from './server/pauses.ts'
import { keepsSpans } from './server/spans.ts'
import { categorySpans, monthlyFees } from './tables.ts'

export const billsServer = serve(
  'membership',
  bills,
  { month, create, undo, addPause, removePause },
  {
    jobs: [tellsOfFees],
    on: [
      feesWhenWritten,
      keepsSpans,
      // a cancelled fee can be billed again
      on(paymentsMoved, async (c, { moves }) => {
        const fees = moves.filter(({ before, after }) => before.item === 'monthly fee' && after.status === 'cancelled')
        if (fees.length === 0) return
        const ids = fees.map(({ before }) => before.id)
        await c.tx.delete(monthlyFees).where(inArray(monthlyFees.paymentId, ids))
      }),
      // billed and future months refer to this category
      on(membershipCategoryEnds, async (c, { id, keep }) => {
        for (const table of [monthlyFees, categorySpans]) {
          const [found] = await c.tx
            .select({ id: table.categoryId })
            .from(table)
            .where(eq(table.categoryId, id))
            .limit(1)
          if (found) keep()
        }
      }),
      on(featureEnds, async (c, { feature, keep }) => {
        if (feature !== 'monthlyFees') return
        const waits = gt(monthlyFees.createdAt, c.now - UNDO_WITHIN)
        const [found] = await c.tx.select({ batch: monthlyFees.batch }).from(monthlyFees).where(waits).limit(1)
        if (found) keep('billsPending')
      }),
    ],
  },
)
