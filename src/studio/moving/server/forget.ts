import { eq, inArray, or } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { firebaseProblems, tableMade } from '../tables.ts'

/** Deletes what the import keeps about a deleted person: report lines, and undo data. */
export async function forgetMoved(c: CommandContext, personId: string, emails: readonly string[]): Promise<void> {
  await c.tx
    .delete(firebaseProblems)
    .where(or(eq(firebaseProblems.rowId, personId), inArray(firebaseProblems.detail, [...emails])))
  await c.tx.delete(tableMade).where(or(eq(tableMade.id, personId), eq(tableMade.more, personId)))
}
