import { and, eq, inArray, or } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { activeStates } from '../rules/states.ts'
import { standIns } from '../tables.ts'
import { lockStandIn, move, reopen } from './rows.ts'

const active = inArray(standIns.state, [...activeStates])
const of = (accountId: string) => or(eq(standIns.teacherId, accountId), eq(standIns.offeredBy, accountId))

/** Locks the classes of the user's requests and offers, always in the same order, before the account. */
export async function lockStandIns(c: CommandContext, userId: string): Promise<void> {
  const [account] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, userId))
  if (!account) return
  const rows = await c.tx
    .select({ id: standIns.id, scheduleId: standIns.scheduleId })
    .from(standIns)
    .where(and(active, of(account.id)))
  for (const { id } of rows.toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1))) await lockStandIn(c, id)
}

/** Ends a deleted account's requests and offers, and deletes what is left of them. */
export async function forgetStandIns(c: CommandContext, accountId: string): Promise<void> {
  const rows = await c.tx
    .select()
    .from(standIns)
    .where(and(active, of(accountId)))
  for (const row of rows) {
    if (row.teacherId === accountId) await move(c, row, 'replaced', { offeredBy: null })
    else await reopen(c, row, 'takenBack')
  }
  // delete references to the deleted account
  await c.tx.update(standIns).set({ fell: null, fellOf: null }).where(eq(standIns.fellOf, accountId))
  await c.tx.delete(standIns).where(of(accountId))
}
