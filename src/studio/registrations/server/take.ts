import { and, eq, isNull, sql, type Placeholder } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import { people } from '#studio/accounts/tables.ts'
import { discountFor } from '#studio/courses/server/discounts.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { changedAt } from '#studio/memberships/server/changedAt.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { priceFor, type PaymentMethod } from '#studio/payments/rules.ts'
import { countOpen, createPayment, methodNotOffered, payFirst } from '#studio/payments/server/book.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { cannotRegister, dropInPrice, type RegisterRefusal } from '../rules.ts'
import { registrations } from '../tables.ts'
import { mostIncluded, type EntryWithPlaces } from './places.ts'

type PlaceRefusal = RegisterRefusal | 'scheduleNotFound'

/**
 * Locks the entry and decides whether somebody may take a place in it. Whoever pays for themselves is locked as well, so
 * that of their bookings at the same moment each sees the open payments of those before it.
 */
async function claimPlace(
  c: CommandContext,
  place: Place,
  { pays }: { readonly pays: boolean },
): Promise<Result<{ entry: EntryWithPlaces; open: number }, PlaceRefusal>> {
  const forSelf = pays && !c.forOther
  // sent together; what follows a lock is run when it is held, and sees what was committed until then
  const all = c.settings.classCategories
  const [locked, person, open] = await Promise.all([
    lockEntry(c.tx, place.scheduleId),
    lockCandidate(c.tx, all, place, forSelf ? 'no key update' : 'key share'),
    forSelf ? countOpen(c.tx, place.userId) : 0,
  ])
  if (!locked || !person) return refuseAndLog(c, place, 'scheduleNotFound')
  const entry = { ...locked, includedCount: person.included }
  const { membershipCategory, registration } = person
  const refusal = cannotRegister(all, entry, { membershipCategory, registered: registration !== null }, c.now)
  return refusal ? refuseAndLog(c, place, refusal) : done({ entry, open })
}

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

/** Refuses, and says so in the log: staff look there for why somebody could not register. */
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
export async function takeWithMembership(c: CommandContext, place: Place & { readonly purchaseId: string }) {
  const claim = await claimPlace(c, place, { pays: false })
  if (!claim.ok) return claim
  const { entry } = claim.value
  const [purchase] = await c.tx.select().from(purchases).where(eq(purchases.id, place.purchaseId)).for('no key update')
  if (!purchase || purchase.userId !== place.userId) return refuseAndLog(c, place, 'membershipNotFound')
  const unfit = misfit(purchase, entry, c.now)
  if (unfit) return refuseAndLog(c, place, unfit)
  const used = { classesUsed: purchase.classesUsed + 1, updatedAt: changedAt(c.now) }
  await Promise.all([
    c.tx.update(purchases).set(used).where(eq(purchases.id, purchase.id)),
    insertRegistration(c, entry, place.userId, { userMembershipId: purchase.id }),
  ])
  return done({ membershipName: purchase.membershipName })
}

export interface DropIn extends Place {
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
  readonly discountCode: string | null
}

/** A place paid by itself: a payment is due. */
export async function takeWithDropIn(c: CommandContext, place: DropIn) {
  if (place.discountCode !== null && place.discountCode.trim() !== '') {
    // Codes belong to courses: here one is either unknown or another's.
    const discount = await discountFor(c, place.discountCode, null, place.coverMember)
    const unknown = !discount.ok && discount.code === 'discountInvalid'
    return refuse(unknown ? 'discountInvalid' : 'discountOtherCourse')
  }
  const claim = await claimPlace(c, place, { pays: true })
  if (!claim.ok) return claim
  const { entry, open } = claim.value
  const unpaid = payFirst(c, open)
  if (unpaid) {
    refuseAndLog(c, place, unpaid.code)
    return unpaid
  }
  const notOffered = methodNotOffered(c, place)
  if (notOffered) return notOffered
  const price = priceFor(dropInPrice(entry, c.settings.sections.payments.dropInFee), place.coverMember)
  const { userId, coverMember, paymentMethod } = place
  const { id: itemId, className: description } = entry
  const item = 'drop-in ticket'
  const dropInPaymentId = newId()
  const order = { id: dropInPaymentId, userId, item, itemId, description, price, coverMember, paymentMethod } as const
  await Promise.all([createPayment(c, order), insertRegistration(c, entry, userId, { dropInPaymentId })])
  return done({ price })
}

type PaidBy =
  | { userMembershipId: string; dropInPaymentId?: never }
  | { dropInPaymentId: string; userMembershipId?: never }

async function insertRegistration(c: CommandContext, entry: EntryWithPlaces, userId: string, paidBy: PaidBy) {
  const { id: scheduleId, classId, className } = entry
  const place = { id: newId(), userId, scheduleId, classId, userMembershipId: null, dropInPaymentId: null, ...paidBy }
  await insertPlace(c.tx, { ...place, now: c.now })
  const message = `Registered for ${className}.`
  c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })
}

const { scheduleId: entryId, by, now } = placeholders('scheduleId', 'by', 'now')

const count = (tx: Pick<Tx, 'update'>, difference: Placeholder | number) =>
  tx
    .update(schedule)
    .set({
      registeredCount: sql`${schedule.registeredCount} + ${difference}::int`,
      updatedAt: sql`${sql.param(now, schedule.updatedAt)}`,
    })
    .where(eq(schedule.id, entryId))

const counted = prepared<{ scheduleId: string; by: number; now: Instant }, unknown>((tx) => count(tx, by))

type NewPlace = Pick<typeof registrations.$inferInsert, 'id' | 'userId' | 'scheduleId' | 'classId'> & {
  readonly userMembershipId: string | null
  readonly dropInPaymentId: string | null
  readonly now: Instant
}

/** A place, counted in its entry. */
const insertPlace = prepared<NewPlace, unknown>((tx) => {
  const values = placeholders('id', 'userId', 'scheduleId', 'classId', 'userMembershipId', 'dropInPaymentId')
  const place = tx.$with('place').as(tx.insert(registrations).values({ ...values, createdAt: now, updatedAt: now }))
  return count(tx.with(place), 1)
})

export async function changeCount(c: CommandContext, scheduleId: string, by: number): Promise<void> {
  await counted(c.tx, { scheduleId, by, now: c.now })
}

type Strength = 'key share' | 'no key update'

/** Who wants a place, whether they have one already, and how many are included in the entry at most. */
const candidate = (all: readonly ClassCategory[], strength: Strength) =>
  prepared<Place, { membershipCategory: string | null; registration: string | null; included: number }[]>((tx) =>
    tx
      .select({
        membershipCategory: people.membershipCategory,
        registration: registrations.id,
        included: mostIncluded(all, sql.placeholder('scheduleId')),
      })
      .from(people)
      .leftJoin(
        registrations,
        and(eq(registrations.scheduleId, sql.placeholder('scheduleId')), eq(registrations.userId, people.id)),
      )
      .where(and(eq(people.id, sql.placeholder('userId')), isNull(people.deletedAt)))
      // held as by accounts/server/standing.ts: a deletion comes before or after
      .for(strength, { of: people }),
  )

/** Who is included where is written out in them: put together anew once that has changed. */
const candidates = new WeakMap<readonly ClassCategory[], Record<Strength, ReturnType<typeof candidate>>>()

function candidatesFor(all: readonly ClassCategory[]) {
  const made = candidates.get(all)
  if (made) return made
  const both = { 'key share': candidate(all, 'key share'), 'no key update': candidate(all, 'no key update') }
  candidates.set(all, both)
  return both
}

async function lockCandidate(tx: Tx, all: readonly ClassCategory[], place: Place, strength: Strength) {
  const [row] = await candidatesFor(all)[strength](tx, { scheduleId: place.scheduleId, userId: place.userId })
  return row ?? null
}

export async function findRegistration(tx: Tx, scheduleId: string, userId: string) {
  const theirs = and(eq(registrations.scheduleId, scheduleId), eq(registrations.userId, userId))
  const [row] = await tx.select().from(registrations).where(theirs)
  return row ?? null
}
