import { eq, inArray, or } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { firebaseProblems } from '../../tables.ts'

/** What the report of a move says of a person who goes. */
export async function forgetProblems(c: CommandContext, personId: string, emails: readonly string[]): Promise<void> {
  await c.tx
    .delete(firebaseProblems)
    .where(or(eq(firebaseProblems.rowId, personId), inArray(firebaseProblems.detail, [...emails])))
}
