import { eq } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { categorySpans, pauses } from '../tables.ts'

/** Deletes everything about a deleted person except the payments. */
export async function forgetBills(c: CommandContext, personId: string): Promise<void> {
  await c.tx.delete(pauses).where(eq(pauses.personId, personId))
  await c.tx.delete(categorySpans).where(eq(categorySpans.personId, personId))
}
