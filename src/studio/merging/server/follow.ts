// After an undo, bookings made meanwhile move to the person whose pass, payment or make-up class they use.
import { and, eq, gt, inArray, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { attendance, taps } from '#studio/attendance/tables.ts'
import { heldCoursePlaces } from '#studio/courses/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { freezes } from '#studio/passes/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { heldPlaces, lateCancellations, makeUps, registrations } from '#studio/registrations/tables.ts'
import { waiting } from '#studio/waiting/tables.ts'

interface Back {
  readonly from: string
  readonly to: string
  /** When the two were merged. */
  readonly at: Instant
}

export async function follow(tx: Tx, { from, to, at }: Back): Promise<void> {
  const passes = tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.userId, to))
  const paid = tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, to))
  const made = tx.select({ id: makeUps.id }).from(makeUps).where(eq(makeUps.userId, to))
  for (const table of [registrations, lateCancellations])
    await tx
      .update(table)
      .set({ userId: to })
      .where(
        and(
          eq(table.userId, from),
          or(
            inArray(table.userMembershipId, passes),
            inArray(table.dropInPaymentId, paid),
            inArray(table.makeUpId, made),
          ),
        ),
      )
  await tx
    .update(freezes)
    .set({ userId: to })
    .where(and(eq(freezes.userId, from), inArray(freezes.purchaseId, passes)))
  await tx
    .update(waiting)
    .set({ userId: to })
    .where(and(eq(waiting.userId, from), inArray(waiting.takeWith, passes)))
  await followOffers(tx, [from, to])
  await followMarks(tx, { from, to, at })
}

/** Moves marks made since the merge for places that went back; marks from before stay. */
async function followMarks(tx: Tx, { from, to, at }: Back): Promise<void> {
  const theirs = tx.select({ id: registrations.scheduleId }).from(registrations).where(eq(registrations.userId, to))
  for (const { table, made } of [
    { table: attendance, made: attendance.markedAt },
    { table: taps, made: taps.tappedAt },
  ]) {
    const there = alias(table, 'there')
    const already = tx
      .select({ one: sql`1` })
      .from(there)
      .where(and(eq(there.scheduleId, table.scheduleId), eq(there.userId, to)))
    await tx
      .update(table)
      .set({ userId: to })
      .where(and(eq(table.userId, from), gt(made, at), inArray(table.scheduleId, theirs), notExists(already)))
  }
}

/**
 * Holds each offered place for the person who has the offer now, also if it was offered while the records were merged.
 */
async function followOffers(tx: Tx, both: readonly string[]): Promise<void> {
  const places = [
    { held: heldPlaces, same: eq(heldPlaces.scheduleId, waiting.scheduleId) },
    { held: heldCoursePlaces, same: eq(heldCoursePlaces.courseId, waiting.courseId) },
  ]
  for (const { held, same } of places) {
    const offered = and(same, eq(waiting.state, 'offered'), inArray(waiting.userId, [...both]))
    await tx
      .update(held)
      .set({ userId: sql`${waiting.userId}` })
      .from(waiting)
      .where(and(offered, inArray(held.userId, [...both]), ne(held.userId, waiting.userId)))
  }
}
