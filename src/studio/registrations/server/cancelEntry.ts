import { and, eq, inArray } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { users } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { payments } from '#studio/payments/tables.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'
import { giveBack } from './giveBack.ts'
import { cancelledLetter, type PlaceBefore } from './letters.ts'

/**
 * An admin cancels an entry (READINGS R16): registrations end, passes get their class back, drop-in payments are
 * cancelled, and everyone who would have come gets a letter, included users as well.
 */
export const cancelEntry = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.cancelledAt !== null) return refuse('entryCancelled')
  const places = await placesOf(c, scheduleId)
  const included = await includedIn(c, entry)
  for (const { registration } of places) await giveBack(c, registration, 'class cancelled by the studio')
  await c.tx.update(schedule).set({ cancelledAt: c.now, updatedAt: c.now }).where(eq(schedule.id, scheduleId))

  const registered = new Set(places.map(({ user }) => user.id))
  const readers: [(typeof included)[number], PlaceBefore | null][] = [
    ...places.map(({ user, ...place }) => [user, place] as [typeof user, PlaceBefore]),
    ...included.filter((user) => !registered.has(user.id)).map((user) => [user, null] as [typeof user, null]),
  ]
  // nobody is told that a class which is over will not take place
  if (entry.endsAt > c.now) {
    for (const [reader, place] of readers) c.mail(cancelledLetter(c.settings, entry, reader, place))
  }
  const message = `Class cancelled: ${entry.className}, ${places.length} registrations ended.`
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId } })
  return done({ ended: places.length })
})

/** The registrations with their people, in the order in which their passes, then their payments, are locked. */
async function placesOf(c: CommandContext, scheduleId: string) {
  return await c.tx
    .select({
      registration: registrations,
      user: users,
      membershipName: purchases.membershipName,
      paymentStatus: payments.status,
    })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .leftJoin(payments, eq(payments.id, registrations.dropInPaymentId))
    .where(eq(registrations.scheduleId, scheduleId))
    .orderBy(registrations.userMembershipId, registrations.dropInPaymentId)
}

async function includedIn(c: CommandContext, entry: ScheduleRow) {
  const categories = includedCategories(entry.categories)
  if (categories.length === 0) return []
  return await c.tx
    .select()
    .from(users)
    .where(and(eq(users.active, true), inArray(users.membershipCategory, categories)))
    .orderBy(users.id)
}
