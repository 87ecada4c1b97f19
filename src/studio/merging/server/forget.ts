import { and, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import { forgetTraces } from '#server/commands/forget.ts'
import type { CommandContext } from '#server/procedures.ts'
import { addressesOf } from '#studio/accounts/server/deletion.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { forgetTeaching } from '#studio/courses/server/teachers.ts'
import { forgetPapers } from '#studio/papers/server/keep.ts'
import { forgetPay } from '#studio/pay/server/forget.ts'
import { leavePayer } from '#studio/payments/server/moves.ts'
import { forgetStandIns } from '#studio/standIns/server/forget.ts'
import { mergedRows, merges } from '../tables.ts'

/**
 * Ends the undo of merges: the merge itself stays, for links to the old record; earlier values are deleted. An account
 * closed by the merge is deleted, so that its address is free.
 */
export async function forgetMerge(c: CommandContext, which: SQL | undefined): Promise<void> {
  const found = await c.tx
    .select()
    .from(merges)
    .where(and(which, isNotNull(merges.before)))
    .for('update')
  for (const { goneId, before } of found.filter(({ undoneAt }) => undoneAt === null)) {
    const closed = before?.account?.closed ? before.account.accountId : null
    await forgetPapers(c, closed, goneId)
    if (closed !== null) await forgetAccount(c, closed, goneId)
  }
  const ids = found.map(({ id }) => id)
  await c.tx.delete(mergedRows).where(inArray(mergedRows.mergeId, ids))
  await c.tx.update(merges).set({ before: null }).where(inArray(merges.id, ids))
}

async function forgetAccount(c: CommandContext, accountId: string, goneId: string): Promise<void> {
  const [account] = await c.tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update')
  if (!account) return
  await leavePayer(c, accountId, goneId)
  await forgetPay(c, accountId)
  await forgetStandIns(c, accountId)
  await forgetTeaching(c, accountId)
  await forgetTraces(c.tx, { accountId, emails: await addressesOf(c.tx, account), name: '' })
  await c.tx.delete(accounts).where(eq(accounts.id, accountId))
}

/** Deletes the earlier values of a deleted person's merges too. */
export const forgetMerged = (c: CommandContext, personId: string): Promise<void> =>
  forgetMerge(c, or(eq(merges.keptId, personId), eq(merges.goneId, personId)))
