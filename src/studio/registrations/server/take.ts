import { eq, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import { discountFor } from '#studio/courses/server/discounts.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { enterInBook } from '#studio/memberships/server/book.ts'
import { changedAt } from '#studio/memberships/server/changedAt.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { OWES_NOTHING, priceFor, type PaymentMethod } from '#studio/payments/rules.ts'
import { countOwed, createPayment, methodNotOffered, payFirst } from '#studio/payments/server/book.ts'
import { freePlaces } from '#studio/schedule/rules.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { cannotRegister, dropInPrice, type RegisterRefusal } from '../rules.ts'
import { placeTaken } from '../events.ts'
import { logLines, type WhyNot } from '../messages/log.ts'
import { forgivenBy } from '../rules/lateness.ts'
import { makeUpMisfit } from '../rules/makeUps.ts'
import { makeUps, registrations } from '../tables.ts'
import { placeBooked } from './bookings.ts'
import { lockCandidate } from './candidate.ts'
import { count } from './count.ts'
import { releasePlace } from './hold.ts'
import { forgive, unforgivenIn } from './late.ts'
import type { EntryWithPlaces } from './places.ts'

/** `isOver`: the entry is full and gets one more place. */
type Claimed = EntryWithPlaces & { readonly isOver?: boolean }

type PlaceRefusal = RegisterRefusal | 'scheduleNotFound' | 'offerEnded'

/**
 * Locks the entry and decides whether a person may take a place. Also locks a person who pays for themselves, so that
 * each of their simultaneous bookings counts the open payments of the earlier ones.
 */
export async function decidePlace(
  c: CommandContext,
  place: Place,
  { pays, claimed = [], atDoor }: Asked,
): Promise<Result<Found, PlaceRefusal | PayFirstRefusal>> {
  const { overdueStops } = c.settings.sections.registration
  const forSelf = (pays || overdueStops) && !c.forOther
  // sent at once; statements after a lock run when it is held, and see what was committed before
  const all = c.settings.classCategories
  // theirs, those claimed before, and one more: without it the entry counts as full for whoever waits
  const wanted = claimed.length + 2
  const [locked, person, owed, late] = await Promise.all([
    lockEntry(c.tx, place.scheduleId),
    lockCandidate(c.tx, all, place, { strength: forSelf ? 'no key update' : 'key share', wanted }),
    forSelf ? countOwed(c.tx, place.userId, c.now) : OWES_NOTHING,
    unforgivenIn(c.tx, place.scheduleId),
  ])
  if (!locked || !person) return refuseAndLog(c, place, 'scheduleNotFound')
  const { membershipCategory, registration, heldUntil, absentSince } = person
  const offered = heldUntil !== null && heldUntil > c.now
  // a place held for this person is free for them; one held for somebody claimed before is counted among the claimed
  const heldCount = locked.heldCount - (offered ? 1 : 0) - claimed.filter((one) => one.offered).length
  const registeredCount = locked.registeredCount + claimed.length
  const entry = { ...locked, registeredCount, heldCount, includedCount: person.included }
  const asked = { membershipCategory, registered: registration !== null, absent: absentSince !== null }
  // at the door a class may have begun: the person is present
  const refusal = cannotRegister(all, entry, asked, atDoor ? Math.min(c.now, entry.startsAt - 1) : c.now)
  const isOver = refusal === 'classFull' && atDoor?.over === true
  if (refusal && !isOver) {
    return refuseAndLog(c, place, refusal === 'classFull' && heldUntil !== null ? 'offerEnded' : refusal)
  }
  const unpaid = payFirst(c, pays ? owed : { ...owed, open: 0 })
  if (unpaid) {
    refuseAndLog(c, place, unpaid.code)
    return unpaid
  }
  // each cancellation is forgiven by one of the places; an added place forgives none
  const { forgiveLate } = c.settings.sections.registration
  const unforgiven = late.filter(({ id }) => !claimed.some((other) => other.late?.id === id))
  const forgiven = isOver ? null : forgivenBy(unforgiven, place.userId, forgiveLate)
  return done({ entry: { ...entry, isOver }, holds: heldUntil !== null, offered, late: forgiven })
}

interface Asked {
  readonly pays: boolean
  /** Places in the same entry that will be saved before it. */
  readonly claimed?: readonly Claim<unknown>[] | undefined
  readonly atDoor?: AtDoor | undefined
}

/** A place taken at the door; `over`: one more person than there are places was let in. */
export interface AtDoor {
  readonly over: boolean
  /** When the person was at the door; the server may hear of it later. */
  readonly at?: Instant
}

interface Found {
  readonly entry: Claimed
  /** Whether a place is held for the person. */
  readonly holds: boolean
  /** Whether it is still held, and not just not yet released. */
  readonly offered: boolean
  /** The late cancellation that is forgiven because the person takes the place. */
  readonly late: Awaited<ReturnType<typeof unforgivenIn>>[number] | null
}

type PayFirstRefusal = 'tooManyOpenPayments' | 'overduePayments'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

/** Refuses, and logs it: staff look in the log for why a person could not register. */
export function refuseAndLog<Code extends WhyNot>(
  c: CommandContext,
  { scheduleId, userId }: Place,
  code: Code,
  what: 'registration' | 'cancellation' = 'registration',
) {
  const metadata = { scheduleId, user: userId }
  const message = (what === 'registration' ? logLines.notRegistered : logLines.notCancelled)(code)
  c.log({ channel: 'registrations', level: 'warning', message, metadata })
  return refuse(code)
}

/** A place that is locked and known to be free; only `savePlaces` writes. */
export interface Claim<Answer> extends Pick<Found, 'late' | 'offered'> {
  readonly save: () => Promise<Answer>
}

/** Forgives after all are saved, as a class may be given back to a pass that pays for one of the places. */
export async function savePlaces<Answer>(c: CommandContext, claims: readonly Claim<Answer>[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const { save } of claims) answers.push(await save())
  await forgive(
    c,
    claims.flatMap(({ late }) => late ?? []),
  )
  return answers
}

async function saved<Answer, Code extends string>(c: CommandContext, claim: Result<Claim<Answer>, Code>) {
  if (!claim.ok) return claim
  const [answer] = await savePlaces(c, [claim.value])
  return done(answer as Answer)
}

export type WithMembership = Place & { readonly purchaseId: string }

/** A place paid with a pass: uses one of its classes. */
export const takeWithMembership = async (c: CommandContext, place: WithMembership, atDoor?: AtDoor) =>
  await saved(c, await claimWithMembership(c, place, [], atDoor))

export async function claimWithMembership(
  c: CommandContext,
  place: WithMembership,
  claimed: Asked['claimed'] = [],
  atDoor?: AtDoor,
) {
  const claim = await decidePlace(c, place, { pays: false, claimed, atDoor })
  if (!claim.ok) return claim
  const { entry, late, offered } = claim.value
  const [purchase] = await c.tx.select().from(purchases).where(eq(purchases.id, place.purchaseId)).for('no key update')
  if (!purchase || purchase.userId !== place.userId) return refuseAndLog(c, place, 'membershipNotFound')
  const unfit = misfit(purchase, entry, atDoor?.at ?? c.now)
  if (unfit) return refuseAndLog(c, place, unfit)
  const classesUsed = purchase.classesUsed + 1
  const after = { ...purchase, classesUsed }
  const save = async () => {
    await Promise.all([
      c.tx
        .update(purchases)
        .set({ classesUsed, updatedAt: changedAt(c.now) })
        .where(eq(purchases.id, purchase.id)),
      enterInBook(c, [{ kind: 'used', before: purchase, after, entry }]),
      insertRegistration(c, claim.value, place.userId, { userMembershipId: purchase.id }),
    ])
    return { membershipName: purchase.membershipName }
  }
  return done({ save, late, offered })
}

export type WithMakeUp = Place & { readonly makeUpId: string }

/** A place paid with a make-up class. */
export const takeWithMakeUp = async (c: CommandContext, place: WithMakeUp, atDoor?: AtDoor) =>
  await saved(c, await claimWithMakeUp(c, place, [], atDoor))

export async function claimWithMakeUp(
  c: CommandContext,
  place: WithMakeUp,
  claimed: Asked['claimed'] = [],
  atDoor?: AtDoor,
) {
  const claim = await decidePlace(c, place, { pays: false, claimed, atDoor })
  if (!claim.ok) return claim
  const { entry, late, offered } = claim.value
  const [makeUp] = await c.tx.select().from(makeUps).where(eq(makeUps.id, place.makeUpId)).for('no key update')
  const known =
    switchedOn(c.settings.sections).includes('makeUpClasses') &&
    makeUp?.userId === place.userId &&
    makeUp.takenBackAt === null
  if (!known) return refuseAndLog(c, place, 'makeUpNotFound')
  if (makeUp.usedFor !== null) return refuseAndLog(c, place, 'makeUpUsed')
  const unfit = makeUpMisfit(makeUp, entry, atDoor?.at ?? c.now, c.settings.timeZone)
  if (unfit) return refuseAndLog(c, place, unfit)
  const save = async () => {
    await Promise.all([
      c.tx.update(makeUps).set({ usedFor: entry.id }).where(eq(makeUps.id, makeUp.id)),
      insertRegistration(c, claim.value, place.userId, { makeUpId: makeUp.id }),
    ])
    return {}
  }
  return done({ save, late, offered })
}

export interface DropIn extends Place {
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
  readonly discountCode: string | null
}

/** A place for the drop-in fee: creates a due payment. */
export const takeWithDropIn = async (c: CommandContext, place: DropIn) =>
  await saved(c, await claimWithDropIn(c, place))

export async function claimWithDropIn(
  c: CommandContext,
  place: DropIn,
  claimed: Asked['claimed'] = [],
  atDoor?: AtDoor,
) {
  if (place.discountCode !== null && place.discountCode.trim() !== '') {
    // Discount codes are for courses: here a code is either unknown or for something else.
    const discount = await discountFor(c, place.discountCode, null, place.coverMember)
    const unknown = !discount.ok && discount.code === 'discountInvalid'
    return refuse(unknown ? 'discountInvalid' : 'discountOtherCourse')
  }
  const claim = await decidePlace(c, place, { pays: true, claimed, atDoor })
  if (!claim.ok) return claim
  const { entry, late, offered } = claim.value
  const notOffered = methodNotOffered(c, place)
  if (notOffered) return notOffered
  const price = priceFor(dropInPrice(entry, c.settings.sections.payments.dropInFee), place.coverMember)
  const { userId, coverMember, paymentMethod } = place
  const { id: itemId, className: description } = entry
  const item = 'drop-in ticket'
  const dropInPaymentId = newId()
  const order = { id: dropInPaymentId, userId, item, itemId, description, price, coverMember, paymentMethod } as const
  const save = async () => {
    await Promise.all([createPayment(c, order), insertRegistration(c, claim.value, userId, { dropInPaymentId })])
    return { paymentId: dropInPaymentId, price }
  }
  return done({ price, save, late, offered })
}

type PaidBy =
  | { userMembershipId: string; dropInPaymentId?: never; makeUpId?: never }
  | { dropInPaymentId: string; userMembershipId?: never; makeUpId?: never }
  | { makeUpId: string; userMembershipId?: never; dropInPaymentId?: never }

async function insertRegistration(c: CommandContext, { entry, holds }: Found, userId: string, paidBy: PaidBy) {
  if (entry.isOver) await addPlace(c, entry)
  const { id: scheduleId, classId, className } = entry
  const byNothing = { userMembershipId: null, dropInPaymentId: null, makeUpId: null }
  const place = { id: newId(), userId, scheduleId, classId, ...byNothing, ...paidBy }
  await Promise.all([
    insertPlace(c.tx, { ...place, now: c.now }),
    c.queueOrReplace(placeBooked, c.now, { registrationId: place.id, by: c.actorId }),
    holds && releasePlace(c, place),
    c.raise(placeTaken, { scheduleId, userId, full: freePlaces(entry) <= 1 }),
  ])
  const message = logLines.registered(className)
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })
}

/** Adds a place to the class, as one more person was let in at the door. */
async function addPlace(c: CommandContext, { id, className, maxParticipants }: Claimed): Promise<void> {
  const places = Math.max(maxParticipants, 0) + 1
  await c.tx.update(schedule).set({ maxParticipants: places }).where(eq(schedule.id, id))
  const message = logLines.placeAdded(className, places)
  c.log({ channel: 'registrations', level: 'warning', message, metadata: { scheduleId: id } })
}

const now = sql.placeholder('now')

type NewPlace = Pick<typeof registrations.$inferInsert, 'id' | 'userId' | 'scheduleId' | 'classId'> & {
  readonly userMembershipId: string | null
  readonly dropInPaymentId: string | null
  readonly makeUpId: string | null
  readonly now: Instant
}

/** Inserts a registration and counts it in the entry. */
const insertPlace = prepared<NewPlace, unknown>((tx) => {
  const values = placeholders(
    'id',
    'userId',
    'scheduleId',
    'classId',
    'userMembershipId',
    'dropInPaymentId',
    'makeUpId',
  )
  const place = tx.$with('place').as(tx.insert(registrations).values({ ...values, createdAt: now, updatedAt: now }))
  return count(tx.with(place), 1)
})
