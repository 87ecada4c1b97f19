import { and, eq } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { waiting } from '../tables.ts'
import { offerFreed, withdraw } from './offer.ts'
import { lockPlace } from './places.ts'
import { isActive, targetOf } from './rows.ts'

/** Locks what a user waits for, in one order for all. */
export async function lockWaitedFor(c: CommandContext, userId: string): Promise<void> {
  const rows = await c.tx
    .select()
    .from(waiting)
    .where(and(eq(waiting.userId, userId), isActive))
  const targets = rows.map(targetOf).toSorted((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
  for (const target of targets) await lockPlace(c, target)
}

/** Whoever is deleted waits for nothing any more, and no trace of it stays; what was held for them goes to the next. */
export async function forgetWaiting(c: CommandContext, userId: string): Promise<void> {
  const rows = await c.tx
    .select()
    .from(waiting)
    .where(and(eq(waiting.userId, userId), isActive))
  for (const row of rows) await withdraw(c, row, 'left')
  await c.tx.delete(waiting).where(eq(waiting.userId, userId))
  for (const row of rows) if (row.state === 'offered') await offerFreed(c, targetOf(row))
}
