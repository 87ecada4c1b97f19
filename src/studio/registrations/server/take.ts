import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared, preparedSql } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import { tokenHash } from '#studio/accounts/server/tokens.ts'
import { sessions, users } from '#studio/accounts/tables.ts'
import { discountFor } from '#studio/courses/server/discounts.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { changedAt } from '#studio/memberships/server/changedAt.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { priceFor, type PaymentMethod } from '#studio/payments/rules.ts'
import { createPayment, methodNotOffered, payFirst, stillOpen } from '#studio/payments/server/book.ts'
import { payments } from '#studio/payments/tables.ts'
import { lockEntry, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { cannotRegister, dropInPrice, type RegisterRefusal } from '../rules.ts'
import { registrations } from '../tables.ts'
import { mostIncluded, type EntryWithPlaces } from './places.ts'

type PlaceRefusal = RegisterRefusal | 'scheduleNotFound'

/** What a place is given on: the entry, locked, who wants it, and how many are included in it at most. */
interface Facts {
  readonly locked: ScheduleRow | null
  readonly user: Comer | null
  readonly included: number
}

/** One round trip; what follows the lock is run when it is held, and sees what was committed until then. */
async function factsOf(tx: Tx, scheduleId: string, asked: () => Promise<ComerRow[]>): Promise<Facts> {
  const [locked, [user]] = await Promise.all([lockEntry(tx, scheduleId), asked()])
  if (!user) return { locked, user: null, included: 0 }
  const { membershipCategory, registration, included } = user
  return { locked, user: { membershipCategory, registered: registration !== null }, included }
}

const facts = (tx: Tx, place: Place) => factsOf(tx, place.scheduleId, () => comers(tx, { ...place }))

/** The same for whoever the session speaks for, so that it can be asked together with who that is. */
export async function factsAhead(tx: Tx, scheduleId: string, sessionToken: string | null): Promise<Facts> {
  if (sessionToken === null) return { locked: null, user: null, included: 0 }
  return await factsOf(tx, scheduleId, () => speakers(tx, { scheduleId, hash: tokenHash(sessionToken) }))
}

/** What a place that is to be paid is given on: also how many payments the person has open, counted under their lock. */
interface FactsToPay extends Facts {
  readonly open: number
}

export async function factsToPayAhead(tx: Tx, scheduleId: string, sessionToken: string | null): Promise<FactsToPay> {
  const hash = sessionToken === null ? '' : tokenHash(sessionToken)
  const [found, [counted]] = await Promise.all([factsAhead(tx, scheduleId, sessionToken), openOfSpeaker(tx, { hash })])
  return { ...found, open: counted?.open ?? 0 }
}

/** Decides whether somebody may take a place in the locked entry. */
async function claimPlace(
  c: CommandContext,
  scheduleId: string,
  userId: string,
  { locked, user, included }: Facts,
): Promise<Result<EntryWithPlaces, PlaceRefusal>> {
  if (!locked || !user) return refuseAndLog(c, { scheduleId, userId }, 'scheduleNotFound')
  const entry = { ...locked, includedCount: included }
  const refusal = cannotRegister(entry, user, c.now)
  return refusal ? refuseAndLog(c, { scheduleId, userId }, refusal) : done(entry)
}

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

/** Refuses, and says so in the log: SPEC section 8 wants failures there as well. */
export function refuseAndLog<Code extends string>(
  c: CommandContext,
  { scheduleId, userId }: Place,
  code: Code,
  what: 'registration' | 'cancellation' = 'registration',
) {
  const metadata = { scheduleId, user: userId }
  c.log({ channel: 'registrations', level: 'warning', message: `Class ${what} refused: ${code}.`, metadata })
  return refuse(code)
}

/** A place paid by a pass: one class of it is used. */
export async function takeWithMembership(
  c: CommandContext,
  place: Place & { readonly purchaseId: string },
  found?: Facts,
) {
  const claim = await claimPlace(c, place.scheduleId, place.userId, found ?? (await facts(c.tx, place)))
  if (!claim.ok) return claim
  const entry = claim.value
  const [purchase] = await c.tx.select().from(purchases).where(eq(purchases.id, place.purchaseId)).for('no key update')
  if (!purchase || purchase.userId !== place.userId) return refuseAndLog(c, place, 'membershipNotFound')
  const unfit = misfit(purchase, entry, c.now)
  if (unfit) return refuseAndLog(c, place, unfit)
  c.later(usePass, { purchaseId: purchase.id, classesUsed: purchase.classesUsed + 1, now: c.now })
  insertRegistration(c, entry, place.userId, { userMembershipId: purchase.id })
  return done({ membershipName: purchase.membershipName })
}

export interface DropIn extends Place {
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
  readonly discountCode: string | null
}

/** A place paid by itself: a payment is due. */
export async function takeWithDropIn(c: CommandContext, place: DropIn, found?: FactsToPay) {
  if (place.discountCode !== null && place.discountCode.trim() !== '') {
    // Codes belong to courses: here one is either unknown or another's (READINGS R20).
    const discount = await discountFor(c, place.discountCode, null, place.coverMember)
    const unknown = !discount.ok && discount.code === 'discountInvalid'
    return refuse(unknown ? 'discountInvalid' : 'discountOtherCourse')
  }
  const claim = await claimPlace(c, place.scheduleId, place.userId, found ?? (await facts(c.tx, place)))
  if (!claim.ok) return claim
  const entry = claim.value
  const unpaid = payFirst(c, found?.open ?? 0)
  if (unpaid) {
    refuseAndLog(c, place, unpaid.code)
    return unpaid
  }
  const notOffered = methodNotOffered(c, place)
  if (notOffered) return notOffered
  const price = priceFor(dropInPrice(entry), place.coverMember)
  const { userId, coverMember, paymentMethod } = place
  const { id: itemId, className: description } = entry
  const item = 'drop-in ticket'
  const dropInPaymentId = createPayment(c, { userId, item, itemId, description, price, coverMember, paymentMethod })
  insertRegistration(c, entry, userId, { dropInPaymentId })
  return done({ price })
}

type PaidBy =
  | { userMembershipId: string; dropInPaymentId?: never }
  | { dropInPaymentId: string; userMembershipId?: never }

function insertRegistration(c: CommandContext, entry: EntryWithPlaces, userId: string, paidBy: PaidBy) {
  const { id: scheduleId, classId, className } = entry
  const { userMembershipId = null, dropInPaymentId = null } = paidBy
  c.later(takePlace, { id: newId(), userId, scheduleId, classId, userMembershipId, dropInPaymentId, now: c.now })
  const message = `Registered for ${className}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })
}

const usePass = prepared((db) =>
  db
    .update(purchases)
    .set({
      classesUsed: sql`${sql.param(sql.placeholder('classesUsed'), purchases.classesUsed)}`,
      updatedAt: changedAt(sql.placeholder('now')),
    })
    .where(eq(purchases.id, sql.placeholder('purchaseId')))
    .prepare(''),
)

const takePlace = preparedSql((db) => {
  const at = sql.placeholder('now')
  const place = db.insert(registrations).values({
    id: sql.placeholder('id'),
    userId: sql.placeholder('userId'),
    scheduleId: sql.placeholder('scheduleId'),
    classId: sql.placeholder('classId'),
    userMembershipId: sql.placeholder('userMembershipId'),
    dropInPaymentId: sql.placeholder('dropInPaymentId'),
    createdAt: at,
    updatedAt: at,
  })
  const count = db
    .update(schedule)
    .set({
      registeredCount: sql`${schedule.registeredCount} + 1`,
      updatedAt: sql`${sql.param(at, schedule.updatedAt)}`,
    })
    .where(eq(schedule.id, sql.placeholder('scheduleId')))
  return sql`with place as (${place.getSQL()}) ${count.getSQL()}`
})

export async function changeCount(c: CommandContext, scheduleId: string, by: number): Promise<void> {
  const registeredCount = sql`${schedule.registeredCount} + ${by}::int`
  await c.tx.update(schedule).set({ registeredCount, updatedAt: c.now }).where(eq(schedule.id, scheduleId))
}

/** Who wants a place, and whether they have one already. */
interface Comer {
  readonly membershipCategory: ComerRow['membershipCategory']
  readonly registered: boolean
}

type ComerRow = Awaited<ReturnType<typeof comers>>[number]

const own = and(eq(registrations.scheduleId, sql.placeholder('scheduleId')), eq(registrations.userId, users.id))
const columns = {
  membershipCategory: users.membershipCategory,
  registration: registrations.id,
  included: mostIncluded,
}
// held as by accounts/server/standing.ts: a deletion comes before or after, and so does what one books for oneself
const held = { of: users }

const comers = prepared((db) =>
  db
    .select(columns)
    .from(users)
    .leftJoin(registrations, own)
    .where(and(eq(users.id, sql.placeholder('userId')), isNull(users.deletedAt)))
    .for('key share', held)
    .prepare(''),
)

const speakers = prepared((db) =>
  db
    .select(columns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(registrations, own)
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), isNull(users.deletedAt)))
    .for('no key update', held)
    .prepare(''),
)

const openOfSpeaker = prepared((db) =>
  db
    .select({ open: count() })
    .from(sessions)
    .innerJoin(payments, eq(payments.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), stillOpen))
    .prepare(''),
)

export async function findRegistration(tx: Tx, scheduleId: string, userId: string) {
  const theirs = and(eq(registrations.scheduleId, scheduleId), eq(registrations.userId, userId))
  const [row] = await tx.select().from(registrations).where(theirs)
  return row ?? null
}
