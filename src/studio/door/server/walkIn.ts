import { and, eq, sql } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'
import { people } from '#studio/accounts/tables.ts'
import { misfit, validUntil } from '#studio/memberships/rules.ts'
import { sell } from '#studio/memberships/server/sales.ts'
import { memberships, purchases } from '#studio/memberships/tables.ts'
import { isDue } from '#studio/payments/rules.ts'
import { payments } from '#studio/payments/tables.ts'
import { claimPlace, takeWithDropIn, takeWithMembership } from '#studio/registrations/server/take.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { door as contract } from '../contract.ts'
import { takeMoney } from './take.ts'

/** Somebody who came without an account, with a name alone; the id is made at the tap, so that what follows can name it. */
export const addPerson = run(async (c, { id, displayName, familyName }: InputOf<typeof contract.addPerson>) => {
  const names = [displayName, familyName]
  if (names.some((name) => isBlank(name) || isMisleading(name) || name.trim().length > 50)) return refuse('nameInvalid')
  const person = { id, displayName: displayName.trim(), familyName: familyName.trim(), createdAt: c.now }
  const added = await c.tx.insert(people).values(person).onConflictDoNothing().returning({ id: people.id })
  if (added.length === 0) return refuse('nameInvalid')
  c.log({ channel: 'auth', level: 'info', message: 'Person added at the door.', metadata: { user: id } })
  return done({ userId: id })
})

/**
 * A place at the door, also in a class that has begun, with what it is paid by: a pass that is there, a pass sold now, or
 * a drop-in; and the money for it at once. For one who would be too many a place is added, once that was asked.
 */
export const walkIn = run(async (c, input: InputOf<typeof contract.walkIn>) => {
  const { by, way, over, ...place } = input
  const entry = await lockEntry(c.tx, place.scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  if (entry.endsAt <= c.now) return refuse('entryEnded')
  if (by.kind === 'newPass') {
    // decided before anything is sold
    const refused = await cannotUse(c, by.membershipId, entry)
    if (refused) return refuse(refused)
    const claim = await claimPlace(c, place, { pays: false, atDoor: { over } })
    if (!claim.ok) return claim
  }
  const taken = by.kind === 'dropIn' ? await dropIn(c, input, by.coverMember) : await byPass(c, input, by)
  if (!taken.ok) return taken
  const owed = await paymentOfPlace(c, place)
  if (way !== null && owed !== null) await takeMoney(c, owed, way)
  return done({ now: c.now })
})

type Input = InputOf<typeof contract.walkIn>
type ByPass = Exclude<Input['by'], { kind: 'dropIn' }>

const dropIn = (c: CommandContext, { scheduleId, userId, way, over }: Input, coverMember: boolean) =>
  takeWithDropIn(c, { scheduleId, userId, coverMember, paymentMethod: way ?? 'cash', discountCode: null }, { over })

async function byPass(c: CommandContext, { scheduleId, userId, way, over }: Input, by: ByPass) {
  let purchaseId = by.kind === 'pass' ? by.purchaseId : ''
  if (by.kind === 'newPass') {
    const sold = await sell(c, {
      membershipId: by.membershipId,
      coverMember: by.coverMember,
      paymentMethod: way ?? 'cash',
    })
    if (!sold.ok) return sold
    purchaseId = sold.value.purchaseId
  }
  return await takeWithMembership(c, { scheduleId, userId, purchaseId }, { over })
}

/** Why a pass that is sold now could not pay for this class; null when it could. */
async function cannotUse(c: CommandContext, membershipId: string, entry: ScheduleRow) {
  const [item] = await c.tx.select().from(memberships).where(eq(memberships.id, membershipId)).for('share')
  if (!item || item.status === 'archived') return 'membershipNotFound' as const
  const pass = { ...item, status: 'active' as const, classesUsed: 0, validUntil: validUntil(c.now, item.validPeriod) }
  return misfit(pass, entry, c.now)
}

/** What of the place is still to be paid: the drop-in, or the pass. */
async function paymentOfPlace(c: CommandContext, { scheduleId, userId }: Pick<Input, 'scheduleId' | 'userId'>) {
  const [found] = await c.tx
    .select({ id: payments.id, status: payments.status, price: payments.price })
    .from(registrations)
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .innerJoin(payments, sql`${payments.id} = coalesce(${registrations.dropInPaymentId}, ${purchases.paymentId})`)
    .where(and(eq(registrations.scheduleId, scheduleId), eq(registrations.userId, userId)))
  return found && isDue(found) && found.price > 0 ? found.id : null
}
