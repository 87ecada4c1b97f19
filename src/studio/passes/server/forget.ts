import { and, eq, ne, or } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { freezes } from '../tables.ts'

/** Clears the texts of a deleted user's freezes and withdraws open requests; the days stay for the books. */
export async function forgetFreezes(c: CommandContext, userId: string): Promise<void> {
  const theirs = eq(freezes.userId, userId)
  await c.tx
    .update(freezes)
    .set({ state: 'withdrawn', endedAt: c.now })
    .where(and(theirs, eq(freezes.state, 'asked')))
  await c.tx
    .update(freezes)
    .set({ reason: '', answer: '' })
    .where(and(theirs, or(ne(freezes.reason, ''), ne(freezes.answer, ''))))
}
