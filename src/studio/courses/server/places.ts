import { and, eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { handler, run, type CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import type { Reason } from '#studio/payments/messages/reasons.ts'
import { priceFor, type PaymentMethod } from '#studio/payments/rules.ts'
import { createPayment, lockAndCountOwed, methodNotOffered, payFirst } from '#studio/payments/server/book.ts'
import { moneyBefore } from '#studio/payments/server/moneyOfEnded.ts'
import { cancelPayments } from '#studio/payments/server/cancel.ts'
import { lockPayment } from '#studio/payments/server/settle.ts'
import { endsRunning, lockSiblings } from '#studio/payments/server/siblings.ts'
import { placeFreed, placeTaken } from '../events.ts'
import { logLines, type WhyNot } from '../messages/log.ts'
import { cannotJoin, courseHasStarted, coursePrice, freeCoursePlaces, placesLeft } from '../rules.ts'
import { courseRegistrations, courses } from '../tables.ts'
import { courseJoined, forgetPlace, tellOfRemoval } from './letters.ts'
import { discountFor, discountTries } from './discounts.ts'
import { endOfCourse } from './running.ts'
import { heldUntil, releaseCoursePlace } from './hold.ts'

type CourseRow = typeof courses.$inferSelect
type PlaceRow = typeof courseRegistrations.$inferSelect

/** Capacity is checked under the course's lock, which is always taken first. */
export async function lockCourse(tx: Tx, courseId: string) {
  const [row] = await tx.select().from(courses).where(eq(courses.id, courseId)).for('no key update')
  return row ?? null
}

interface Join {
  courseId: string
  coverMember: boolean
  paymentMethod: PaymentMethod
  discountCode: string | null
}

export const join = handler({
  limits: (input: Join, request) => discountTries(input.discountCode, request),
  run: async (c, input) => {
    const claim = await claimCoursePlace(c, input, c.subjectId)
    return claim.ok ? done(await claim.value.save()) : claim
  },
})

export const registerOther = run(async (c, input: Omit<Join, 'discountCode'>) => {
  const claim = await claimCoursePlace(c, { ...input, discountCode: null }, c.subjectId)
  if (!claim.ok) return claim
  // the person is locked now, so read again
  const [person] = await c.tx.select({ active: people.active }).from(people).where(eq(people.id, c.subjectId))
  return person?.active ? done(await claim.value.save()) : refuse('userInactive')
})

/** Refuses, and logs it: staff look there for why somebody could not register. */
function refuseAndLog<Code extends WhyNot>(
  c: CommandContext,
  { courseId, userId }: { readonly courseId: string; readonly userId: string },
  code: Code,
  what: 'registration' | 'cancellation' = 'registration',
) {
  const message = (what === 'registration' ? logLines.notRegistered : logLines.notLeft)(code)
  c.log({ channel: 'courses', level: 'warning', message, metadata: { courseId, user: userId } })
  return refuse(code)
}

/** A place that is locked and known to be free; `offered`: it was held for the person. */
export interface Claimed {
  readonly save: () => Promise<{ paymentId: string; price: number }>
  readonly offered: boolean
}

/**
 * Locks a course and checks a place for a person, next to those already `claimed`: nothing is written until it is
 * saved. `together` are all people of the same request.
 */
export async function claimCoursePlace(
  c: CommandContext,
  input: Join,
  userId: string,
  { claimed, together }: { readonly claimed: readonly Claimed[]; readonly together: readonly string[] } = {
    claimed: [],
    together: [userId],
  },
) {
  const { courseId, coverMember, paymentMethod } = input
  const locked = await lockCourse(c.tx, courseId)
  const discounted = await lockSiblings(c, together)
  const course = locked && { ...locked, registeredCount: locked.registeredCount + claimed.length }
  const payer = course && (await lockAndCountOwed(c, userId))
  if (!payer) return refuseAndLog(c, { courseId, userId }, 'courseNotFound')
  const [place, held] = await Promise.all([findPlace(c.tx, courseId, userId), heldUntil(c.tx, { courseId, userId })])
  const offered = held !== null && held > c.now
  // a place held for this person counts as free; one held for somebody claimed before is counted among the claimed
  const heldCount = course.heldCount - (offered ? 1 : 0) - claimed.filter((one) => one.offered).length
  const open = { ...course, heldCount }
  const closed = place ? 'alreadyInCourse' : cannotJoin(open, dateIn(c.settings.timeZone, c.now))
  if (closed)
    return refuseAndLog(c, { courseId, userId }, closed === 'courseFull' && held !== null ? 'offerEnded' : closed)
  const unpaid = payFirst(c, payer)
  if (unpaid) {
    refuseAndLog(c, { courseId, userId }, unpaid.code)
    return unpaid
  }
  const notOffered = methodNotOffered(c, input)
  if (notOffered) return notOffered
  const code = await codeOf(c, input)
  if (!code.ok) return code
  const full = priceFor(coursePrice(course), coverMember)
  const price = await discounted({ userId, full, code: code.value })

  const order = { userId, item: 'course', itemId: courseId, description: course.name } as const
  const runsUntil = endOfCourse(c, course)
  const save = async () => {
    const paymentId = newId()
    await createPayment(c, { id: paymentId, ...order, ...price, paymentMethod, coverMember, runsUntil })
    const placeId = newId()
    await c.tx.insert(courseRegistrations).values({ id: placeId, userId, courseId, paymentId, createdAt: c.now })
    await c.queueOrReplace(courseJoined, c.now, { placeId })
    const count = { registeredCount: course.registeredCount + 1, updatedAt: c.now }
    await c.tx.update(courses).set(count).where(eq(courses.id, courseId))
    if (held !== null) await releaseCoursePlace(c, { courseId, userId })
    await c.raise(placeTaken, { courseId, userId, full: freeCoursePlaces(open) <= 1 })
    c.log({
      channel: 'courses',
      level: 'info',
      message: logLines.registered(course.name),
      metadata: { courseId, user: userId },
    })
    return { paymentId, price: price.price }
  }
  return done({ save, offered })
}

async function codeOf(c: CommandContext, input: Join) {
  if (input.discountCode === null || input.discountCode.trim() === '') return done(null)
  return await discountFor(c, input.discountCode, input.courseId, input.coverMember)
}

export const leave = run(async (c, { courseId }: { courseId: string }) => {
  const userId = c.subjectId
  const course = await lockCourse(c.tx, courseId)
  if (!course) return refuseAndLog(c, { courseId, userId }, 'courseNotFound', 'cancellation')
  const place = await findPlace(c.tx, courseId, userId)
  if (!place) return refuseAndLog(c, { courseId, userId }, 'notInCourse', 'cancellation')
  if (courseHasStarted(course, dateIn(c.settings.timeZone, c.now))) {
    return refuseAndLog(c, { courseId, userId }, 'courseStarted', 'cancellation')
  }
  await cancelPlace(c, course, place, 'course registration cancelled by the user')
  c.log({
    channel: 'courses',
    level: 'info',
    message: logLines.left(course.name),
    metadata: { courseId, user: userId },
  })
  return done({})
})

export const deleteRegistration = run(async (c, { registrationId }: { registrationId: string }) => {
  const find = () => c.tx.select().from(courseRegistrations).where(eq(courseRegistrations.id, registrationId))
  const [seen] = await find()
  const course = seen && (await lockCourse(c.tx, seen.courseId))
  // read again under the lock: the person may have left in between
  const [place] = course ? await find() : []
  if (!course || !place) return refuse('notInCourse')
  await lockPayment(c, place.paymentId)
  const money = await moneyBefore(c.tx, place.paymentId)
  await cancelPlace(c, course, place, 'course registration deleted by staff')
  await tellOfRemoval(c, course, place, money)
  const metadata = { courseId: course.id, user: place.userId }
  c.log({ channel: 'courses', level: 'info', message: logLines.registrationDeleted(course.name), metadata })
  return done({})
})

/** Raises placeFreed if more people can join a locked course than before. */
export async function raiseFreed(c: CommandContext, before: CourseRow, after: CourseRow): Promise<void> {
  const today = dateIn(c.settings.timeZone, c.now)
  if (placesLeft(after, today) > placesLeft(before, today)) await c.raise(placeFreed, { courseId: after.id })
}

/** Frees a place of a locked course and cancels its payment. */
async function cancelPlace(c: CommandContext, course: CourseRow, place: PlaceRow, reason: Reason): Promise<void> {
  await cancelPayments(c, [place.paymentId], reason)
  await endPlace(c, course, place)
}

/** Frees a place of a locked course; the caller handles its payment. */
export async function endPlace(c: CommandContext, course: CourseRow, place: PlaceRow): Promise<void> {
  await c.tx.delete(courseRegistrations).where(eq(courseRegistrations.id, place.id))
  await endsRunning(c, place.paymentId)
  await forgetPlace(c, place)
  const count = { registeredCount: course.registeredCount - 1, updatedAt: c.now }
  await c.tx.update(courses).set(count).where(eq(courses.id, course.id))
  await raiseFreed(c, course, { ...course, ...count })
}

export async function findPlace(tx: Tx, courseId: string, userId: string) {
  const mine = and(eq(courseRegistrations.courseId, courseId), eq(courseRegistrations.userId, userId))
  const [place] = await tx.select().from(courseRegistrations).where(mine)
  return place ?? null
}
