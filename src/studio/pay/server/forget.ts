import { eq } from 'drizzle-orm'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { courseDeleted } from '#studio/courses/events.ts'
import { entryDeleted } from '#studio/schedule/events.ts'
import { payEntries, payRates } from '../tables.ts'
import { fixEnded } from './fix.ts'
import { keepHeads } from './month.ts'

/** Of what is deleted nobody can be counted any more. */
export const keepsHeads: readonly EventHandler[] = [
  on(entryDeleted, async (c, { entry }) => {
    await fixEnded(c)
    await keepHeads(c.tx, eq(payEntries.ownerId, entry.id))
  }),
  on(courseDeleted, (c, { courseId }) => keepHeads(c.tx, eq(payEntries.ownerId, courseId))),
]

/** Before somebody teaches nothing any more: what they have taught stays on the sheet, under an id that leads to nobody. */
export async function forgetPay(c: CommandContext, accountId: string): Promise<void> {
  await fixEnded(c)
  await c.tx.delete(payRates).where(eq(payRates.accountId, accountId))
}
