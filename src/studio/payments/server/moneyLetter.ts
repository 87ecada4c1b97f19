import type { Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'

/**
 * One job per payment, so that commands wait for each other no longer than for the payment; `at` is when the money
 * came.
 */
export const moneyCame = job<{ paymentId: string; at?: Instant }>('payments.moneyCame', ({ paymentId }) => paymentId)

/** Tells the payer that money has come in, after a delay in which a mistake can be undone. */
export const tellOfMoney = (c: CommandContext, paymentId: string) =>
  c.queueOrReplace(moneyCame, c.now + UNDO_WITHIN, { paymentId, at: c.now })

/** Tells a payer what another account chose, after the same delay: cash at the desk is confirmed within it. */
export const tellWhoOwes = (c: CommandContext, paymentId: string) =>
  c.queueOrReplace(owedByAnother, c.now + UNDO_WITHIN, { paymentId })

/** One job per payment that an account other than the payer created. */
export const owedByAnother = job<{ paymentId: string }>('payments.owedByAnother', ({ paymentId }) => paymentId)
