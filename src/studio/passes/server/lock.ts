import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { freezes } from '../tables.ts'

export type Pass = typeof purchases.$inferSelect
export type Freeze = typeof freezes.$inferSelect

export async function lockPass(c: CommandContext, id: string): Promise<Pass | null> {
  const [pass] = await c.tx.select().from(purchases).where(eq(purchases.id, id)).for('update')
  return pass ?? null
}

/** Reads a freeze without a lock, to find its pass, which must be locked first. */
export async function findFreeze(tx: Tx, id: string): Promise<Freeze | null> {
  const [found] = await tx.select().from(freezes).where(eq(freezes.id, id))
  return found ?? null
}

/** The current or requested freeze of a locked pass; null if its days are past. */
export async function openFreeze(c: CommandContext, { id, frozenUntil }: Pass): Promise<Freeze | null> {
  const open = and(eq(freezes.purchaseId, id), inArray(freezes.state, ['asked', 'frozen']))
  const [found] = await c.tx.select().from(freezes).where(open)
  const isOver = found?.state === 'frozen' && (frozenUntil === null || frozenUntil <= c.now)
  return isOver ? null : (found ?? null)
}

/** Sets the previous freeze to `over`, to make room for the next one. */
export async function closeFreeze(c: CommandContext, purchaseId: string): Promise<void> {
  const before = and(eq(freezes.purchaseId, purchaseId), eq(freezes.state, 'frozen'))
  await c.tx.update(freezes).set({ state: 'over' }).where(before)
}

/** The latest freeze of each of these passes that still matters. */
export const freezesOf = async (tx: Tx, purchaseIds: readonly string[]): Promise<Freeze[]> =>
  await tx
    .select()
    .from(freezes)
    .where(and(inArray(freezes.purchaseId, [...purchaseIds]), inArray(freezes.state, ['asked', 'refused', 'frozen'])))
    .orderBy(desc(freezes.askedAt), desc(freezes.id))

/** Upcoming places that these passes pay for, the soonest first. */
export const comingPlaces = async (tx: Tx, purchaseIds: readonly string[], now: Instant) =>
  await tx
    .select({
      purchaseId: registrations.userMembershipId,
      scheduleId: schedule.id,
      className: schedule.className,
      startsAt: schedule.startsAt,
      endsAt: schedule.endsAt,
    })
    .from(registrations)
    .innerJoin(schedule, eq(schedule.id, registrations.scheduleId))
    .where(and(inArray(registrations.userMembershipId, [...purchaseIds]), gt(schedule.startsAt, now)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
