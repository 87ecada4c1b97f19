import { eq } from 'drizzle-orm'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { courseDeleted } from '#studio/courses/events.ts'
import { entryDeleted } from '#studio/schedule/events.ts'
import { payEntries, payRates } from '../tables.ts'
import { fixEnded } from './fix.ts'
import { keepHeads } from './month.ts'

/** Keeps the attendance count of deleted classes and courses, as it can't be counted later. */
export const keepsHeads: readonly EventHandler[] = [
  on(entryDeleted, async (c, { entry }) => {
    await fixEnded(c)
    await keepHeads(c.tx, eq(payEntries.ownerId, entry.id))
  }),
  on(courseDeleted, (c, { courseId }) => keepHeads(c.tx, eq(payEntries.ownerId, courseId))),
]

/** Records what a teacher taught before their account is deleted; the lines stay, under an id that leads to no one. */
export async function forgetPay(c: CommandContext, accountId: string): Promise<void> {
  await fixEnded(c)
  await c.tx.delete(payRates).where(eq(payRates.accountId, accountId))
}
