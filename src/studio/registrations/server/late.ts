// Places that were cancelled too late: the class stays used, or the payment due, until it is forgiven.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { isBlank } from '#kernel/visible.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { giveClassesBack, keepClassUsed } from '#studio/memberships/server/classesUsed.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { cancelPayments } from '#studio/payments/server/cancel.ts'
import { payments } from '#studio/payments/tables.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { logLines } from '../messages/log.ts'
import { LONGEST_REASON } from '../rules.ts'
import { lateCancellations, type registrations } from '../tables.ts'
import { endRegistrations } from './endRegistrations.ts'
import { raiseEnded } from './freed.ts'
import { giveMakeUpsBack } from './makeUps.ts'

type Registration = typeof registrations.$inferSelect
type Late = typeof lateCancellations.$inferSelect

/** Ends a registration of a locked entry without returning the class or the money. */
export async function cancelLate(c: CommandContext, entry: ScheduleRow, place: Registration): Promise<void> {
  const { scheduleId, userId, userMembershipId, dropInPaymentId, makeUpId } = place
  await endRegistrations(c, scheduleId, [place], 'cancelled late by the user')
  await c.tx
    .insert(lateCancellations)
    .values({ id: newId(), scheduleId, userId, userMembershipId, dropInPaymentId, makeUpId, at: c.now })
  if (userMembershipId !== null) await keepClassUsed(c, userMembershipId, entry)
  await raiseEnded(c, entry, userId)
}

const unforgiven = prepared<{ scheduleId: string }, Late[]>((tx) =>
  tx
    .select()
    .from(lateCancellations)
    .where(and(eq(lateCancellations.scheduleId, sql.placeholder('scheduleId')), isNull(lateCancellations.forgivenAt)))
    .orderBy(asc(lateCancellations.at), asc(lateCancellations.id)),
)

/** Late cancellations of an entry that are not forgiven, earliest first; stable under the entry's lock. */
export const unforgivenIn = async (tx: Tx, scheduleId: string): Promise<Late[]> => await unforgiven(tx, { scheduleId })

/** Forgives late cancellations of a locked entry: returns the classes, cancels what is due, and credits what was paid. */
export async function forgive(c: CommandContext, forgiven: readonly Late[], reason = ''): Promise<void> {
  const [first] = forgiven
  if (!first) return
  const { scheduleId } = first
  const by = { forgivenAt: c.now, forgivenBy: c.actor.kind === 'studio' || reason === '' ? null : c.actorId, reason }
  const ids = forgiven.map(({ id }) => id)
  await c.tx.update(lateCancellations).set(by).where(inArray(lateCancellations.id, ids))
  // one after the other, as a pass may have paid for two of them
  const passes = forgiven.flatMap(({ userMembershipId }) => userMembershipId ?? [])
  for (const id of passes.toSorted()) await giveClassesBack(c, [id], { scheduleId, cause: 'lateForgiven' })
  const makeUpIds = forgiven.flatMap(({ makeUpId }) => makeUpId ?? [])
  await giveMakeUpsBack(c, makeUpIds)
  const paymentIds = forgiven.flatMap(({ dropInPaymentId }) => dropInPaymentId ?? [])
  await cancelPayments(c, paymentIds, 'late cancellation forgiven', { deskMoneyIsCredit: true })
  for (const { userId } of forgiven) {
    const metadata = { scheduleId, user: userId, ...(reason !== '' && { reason }) }
    c.log({ channel: 'registrations', level: 'info', message: logLines.lateForgiven, metadata })
  }
}

export const forgiveLate = run(async (c, { lateId, reason }: { lateId: string; reason: string }) => {
  const find = () => c.tx.select().from(lateCancellations).where(eq(lateCancellations.id, lateId))
  const [seen] = await find()
  if (!seen) return refuse('lateNotFound')
  if (isBlank(reason) || reason.trim().length > LONGEST_REASON) return refuseFields({ reason: 'reasonMissing' })
  await lockEntry(c.tx, seen.scheduleId)
  // read again under the lock: another person may have taken the place meanwhile
  const [late] = await find()
  if (!late || late.forgivenAt !== null) return refuse('forgivenAlready')
  await forgive(c, [late], reason.trim())
  return done({})
})

/** Late cancellations, the earliest first. */
export const lateOf = shared(
  [lateCancellations, people, purchases, payments],
  ({ db }, { scheduleId }: { scheduleId: string }) =>
    db
      .select({
        id: lateCancellations.id,
        userId: people.id,
        displayName: people.displayName,
        familyName: people.familyName,
        at: lateCancellations.at,
        membershipName: purchases.membershipName,
        price: payments.price,
        forgivenAt: lateCancellations.forgivenAt,
        reason: lateCancellations.reason,
      })
      .from(lateCancellations)
      .innerJoin(people, eq(people.id, lateCancellations.userId))
      .leftJoin(purchases, eq(purchases.id, lateCancellations.userMembershipId))
      .leftJoin(payments, eq(payments.id, lateCancellations.dropInPaymentId))
      .where(eq(lateCancellations.scheduleId, scheduleId))
      .orderBy(asc(lateCancellations.at), asc(lateCancellations.id)),
)
