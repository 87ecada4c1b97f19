import type { Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'

/** For each payment, so that commands wait for each other no longer than they do for the payment; `at` is when money came. */
export const moneyCame = job<{ paymentId: string; at?: Instant }>('payments.moneyCame', ({ paymentId }) => paymentId)

/** Tells whoever pays that money has come in, once a mistake had its time to be undone. */
export const tellOfMoney = (c: CommandContext, paymentId: string) =>
  c.later(moneyCame, c.now + UNDO_WITHIN, { paymentId, at: c.now })

/** For each payment that was made by another press than that of whoever pays. */
export const owedByAnother = job<{ paymentId: string }>('payments.owedByAnother', ({ paymentId }) => paymentId)
