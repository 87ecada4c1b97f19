import { and, eq, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { daysAfter } from '#kernel/zone.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { checkNames } from '#studio/accounts/rules/forms.ts'
import { people } from '#studio/accounts/tables.ts'
import { momentOf } from '#studio/attendance/rules.ts'
import { markOnArrival } from '#studio/attendance/server/taps.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { claimSale } from '#studio/memberships/server/sales.ts'
import { memberships, purchases } from '#studio/memberships/tables.ts'
import { isDue } from '#studio/payments/rules.ts'
import { methodUnchosen } from '#studio/payments/server/book.ts'
import { lockSiblings } from '#studio/payments/server/siblings.ts'
import { payments } from '#studio/payments/tables.ts'
import {
  decidePlace,
  claimWithDropIn,
  savePlaces,
  takeWithMakeUp,
  takeWithMembership,
} from '#studio/registrations/server/take.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import type { door as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { takeMoney } from './take.ts'

/** Adds a person by name, without an account; the device creates the id, so that later taps can refer to it. */
export const addPerson = run(async (c, { id, ...names }: InputOf<typeof contract.addPerson>) => {
  if (Object.keys(checkNames(names)).length > 0) return refuse('nameInvalid')
  const person = { id, displayName: names.displayName.trim(), familyName: names.familyName.trim(), createdAt: c.now }
  const added = await c.tx.insert(people).values(person).onConflictDoNothing().returning({ id: people.id })
  if (added.length === 0) return refuse('nameInvalid')
  c.log({ channel: 'auth', level: 'info', message: logLines.personAdded, metadata: { user: id } })
  return done({ userId: id })
})

/**
 * Books a place at the door, also in a class that has begun, paid by an existing pass or make-up class, a pass sold
 * now, or a drop-in; takes the money at once. In a full class, one more place is added after confirmation.
 */
export const walkIn = run(async (c, input: Input) => {
  const { scheduleId, userId, by, money, attendedAt, tappedAt = attendedAt ?? c.now } = input
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  // a tap made offline may arrive after the class
  const at = momentOf(tappedAt, c.now)
  if (entry.endsAt <= at) return refuse('entryEnded')
  const [known] = await c.tx.select({ id: people.id }).from(people).where(eq(people.id, userId))
  if (!known) return refuse('userNotFound')
  const taken = await takePlace(c, { ...input, at }, by, entry)
  if (!taken.ok) return taken
  const owed = await paymentOfPlace(c, { scheduleId, userId })
  if (money !== null && owed !== null) await takeMoney(c, owed, money.way, at)
  if (attendedAt !== undefined) await markOnArrival(c, entry, userId, attendedAt)
  return done({ now: c.now })
})

type Input = InputOf<typeof contract.walkIn>
/** `at`: when the person was at the door. */
type Asked = Input & { readonly at: Instant }
type By<Kind extends Input['by']['kind']> = Extract<Input['by'], { kind: Kind }>

async function takePlace(c: CommandContext, input: Asked, by: Input['by'], entry: ScheduleRow) {
  switch (by.kind) {
    case 'dropIn':
      return await takeDropIn(c, input, by)
    case 'pass':
      return await takeByPass(c, input, by)
    case 'makeUp':
      return await takeByMakeUp(c, input, by)
    case 'newPass':
      return await takeByNewPass(c, input, by, entry)
    default:
      return by satisfies never
  }
}

/** Refuses if the price differs from what the person was told. */
const anotherSum = ({ money }: Input, price: Cents) =>
  money === null || money.cents === price ? null : refuse('anotherSum', { rest: String(price) })

async function takeDropIn(c: CommandContext, input: Input, { coverMember }: By<'dropIn'>) {
  const { scheduleId, userId, money, over } = input
  const paymentMethod = money?.way ?? methodUnchosen(c, 'cash', coverMember)
  const order = { scheduleId, userId, coverMember, paymentMethod, discountCode: null }
  const claim = await claimWithDropIn(c, order, [], { over })
  if (!claim.ok) return claim
  const wrong = anotherSum(input, claim.value.price)
  if (wrong) return wrong
  await savePlaces(c, [claim.value])
  return done({ price: claim.value.price })
}

async function takeByPass(c: CommandContext, input: Asked, { purchaseId }: By<'pass'>) {
  const { scheduleId, userId, over, at } = input
  return anotherSum(input, 0) ?? (await takeWithMembership(c, { scheduleId, userId, purchaseId }, { over, at }))
}

async function takeByMakeUp(c: CommandContext, input: Asked, { makeUpId }: By<'makeUp'>) {
  const { scheduleId, userId, over, at } = input
  return anotherSum(input, 0) ?? (await takeWithMakeUp(c, { scheduleId, userId, makeUpId }, { over, at }))
}

async function takeByNewPass(c: CommandContext, input: Asked, by: By<'newPass'>, entry: ScheduleRow) {
  const { scheduleId, userId, money, over, at } = input
  // checked before anything is sold
  const unfit = await cannotUse(c, by.membershipId, entry)
  if (unfit) return refuse(unfit)
  // lock order: payers before people, as in every sale
  await lockSiblings(c, [userId])
  const place = await decidePlace(c, { scheduleId, userId }, { pays: false, atDoor: { over } })
  if (!place.ok) return place
  const order = { ...by, paymentMethod: money?.way ?? methodUnchosen(c, 'cash', by.coverMember) }
  const sale = await claimSale(c, order, userId)
  if (!sale.ok) return sale
  const wrong = anotherSum(input, sale.value.price)
  if (wrong) return wrong
  const { purchaseId } = await sale.value.save()
  return await takeWithMembership(c, { scheduleId, userId, purchaseId }, { over, at })
}

/** Why a pass sold now could not pay for this class; null if it could. */
async function cannotUse(c: CommandContext, membershipId: string, entry: ScheduleRow) {
  const [item] = await c.tx.select().from(memberships).where(eq(memberships.id, membershipId)).for('share')
  if (!item || item.status === 'archived') return 'membershipNotFound' as const
  const until = daysAfter(c.settings.timeZone, c.now, item.validPeriod)
  const isNew = { status: 'active', classesUsed: 0, validUntil: until, frozenFrom: null, frozenUntil: null } as const
  return misfit({ ...item, ...isNew }, entry, c.now)
}

/** The open payment of the place: the drop-in's, or the pass's. */
async function paymentOfPlace(c: CommandContext, { scheduleId, userId }: Pick<Input, 'scheduleId' | 'userId'>) {
  const [found] = await c.tx
    .select({ id: payments.id, status: payments.status, price: payments.price })
    .from(registrations)
    .leftJoin(purchases, eq(purchases.id, registrations.userMembershipId))
    .innerJoin(payments, sql`${payments.id} = coalesce(${registrations.dropInPaymentId}, ${purchases.paymentId})`)
    .where(and(eq(registrations.scheduleId, scheduleId), eq(registrations.userId, userId)))
  return found && isDue(found) && found.price > 0 ? found.id : null
}
