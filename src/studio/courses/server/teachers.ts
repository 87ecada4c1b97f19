import { arrayContains, asc, eq, sql } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { classes } from '#studio/classes/tables.ts'
import { taken } from '#studio/rooms/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { courseEdits, courses } from '../tables.ts'

/** Locks what a person teaches, in a fixed order, before the account is locked. */
export async function lockTaught(c: CommandContext, userId: string): Promise<void> {
  const [account] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, userId))
  if (!account) return
  for (const table of [schedule, courses]) {
    const taught = arrayContains(table.teacherIds, [account.id])
    await c.tx.select({ id: table.id }).from(table).where(taught).orderBy(asc(table.id)).for('no key update')
  }
}

/** Removes a deleted account from what it teaches. */
export async function forgetTeaching(c: CommandContext, accountId: string): Promise<void> {
  for (const table of [schedule, courses, courseEdits, classes, taken]) {
    await c.tx
      .update(table)
      .set({ teacherIds: sql`array_remove(${table.teacherIds}, ${accountId})` })
      .where(arrayContains(table.teacherIds, [accountId]))
  }
  // a reservation without a room and a teacher reserves nothing
  await c.tx.delete(taken).where(sql`${taken.roomId} is null and cardinality(${taken.teacherIds}) = 0`)
}
