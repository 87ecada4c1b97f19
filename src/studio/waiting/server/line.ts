// Joining and leaving a waiting list, and replying to an offer.
import { and, count, desc, eq, gt, lt, lte, or } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { haveAccepted } from '#studio/accounts/rules.ts'
import { stillHere } from '#studio/accounts/server/locks.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { findPlace } from '#studio/courses/server/places.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { whereTheyAre } from '#studio/registrations/server/absences.ts'
import { findRegistration } from '#studio/registrations/server/registrants.ts'
import { logLines } from '../messages/log.ts'
import type { Target } from '../rules.ts'
import { waiting } from '../tables.ts'
import { lockBookable, type Bookable } from './bookable.ts'
import { columnsOf, findActive, isActive, isFor, targetOf, type Row } from './rows.ts'
import { withdrawAndPassOn } from './offer.ts'

type Wish = Target & { readonly takeWith: string | null }

export const join = run(async (c, { takeWith, ...target }: Wish) => {
  const bookable = await lockBookable(c, target)
  const person = bookable && (await stillHere(c.tx, c.subjectId))
  if (!bookable || !person) return refuse(target.kind === 'class' ? 'scheduleNotFound' : 'courseNotFound')
  if (bookable.closed) return refuse(bookable.closed)
  const needless = await whyNeedless(c, bookable, person.membershipCategory)
  if (needless) return refuse(needless)
  if (await findActive(c.tx, target, c.subjectId)) return refuse('alreadyWaiting')
  if (bookable.free > 0) return refuse('notFull')
  const unfit = await whyNotWith(c, bookable, takeWith)
  if (unfit) return refuse(unfit)
  const joinedAt = (await placeLeft(c, target)) ?? c.now
  const row = { id: newId(), ...columnsOf(target), userId: c.subjectId, joinedAt, takeWith }
  const [added] = await c.tx.insert(waiting).values(row).returning()
  if (!added) throw new Error('Nobody was added to the waiting list.')
  const metadata = { [target.kind === 'class' ? 'scheduleId' : 'courseId']: target.id, user: c.subjectId }
  const channel = target.kind === 'class' ? 'registrations' : 'courses'
  c.log({ channel, level: 'info', message: logLines.joined(bookable.name), metadata })
  return done({ position: await positionOf(c, added) })
})

/** Since when the person waited before leaving a moment ago: an undo restores their position. */
async function placeLeft(c: CommandContext, target: Target): Promise<Instant | undefined> {
  const justNow = gt(waiting.endedAt, c.now - UNDO_WITHIN)
  const [left] = await c.tx
    .select({ joinedAt: waiting.joinedAt })
    .from(waiting)
    .where(and(isFor(target), eq(waiting.userId, c.subjectId), eq(waiting.state, 'left'), justNow))
    .orderBy(desc(waiting.endedAt))
    .limit(1)
  return left?.joinedAt
}

/** Why the person needs no place: they have one, are included, or come to another class instead. */
async function whyNeedless(c: CommandContext, { target, entry }: Bookable, category: string | null) {
  if (!entry) return (await findPlace(c.tx, target.id, c.subjectId)) ? 'alreadyRegistered' : null
  if (await findRegistration(c.tx, entry.id, c.subjectId)) return 'alreadyRegistered'
  if (!isIncluded(c.settings.classCategories, category, entry.categories)) return null
  // an absent included person waits for the place they gave up
  const where = await whereTheyAre(c.tx, { scheduleId: entry.id, userId: c.subjectId })
  return where === 'away' ? null : where === 'here' ? 'includedAlready' : 'comesInstead'
}

/** Why a place can't be taken with that pass; a course can't be paid with a pass. */
async function whyNotWith(c: CommandContext, { entry }: Bookable, purchaseId: string | null) {
  if (purchaseId === null) return null
  const [pass] = await c.tx.select().from(purchases).where(eq(purchases.id, purchaseId))
  if (!pass || pass.userId !== c.subjectId || !entry) return 'membershipNotFound'
  return misfit(pass, entry, c.now)
}

async function positionOf(c: CommandContext, row: Row): Promise<number> {
  const { joinedAt, id } = row
  const before = or(lt(waiting.joinedAt, joinedAt), and(eq(waiting.joinedAt, joinedAt), lte(waiting.id, id)))
  const [found] = await c.tx
    .select({ position: count() })
    .from(waiting)
    .where(and(isFor(targetOf(row)), isActive, before))
  return found?.position ?? 1
}

export const takeForMe = run(async (c, { takeWith, ...target }: Wish) => {
  // asking first needs no accepted terms
  if (takeWith !== null && !haveAccepted('acceptedTerms' in c.actor ? [c.actor] : [], c.settings.terms))
    return refuse('termsNotAccepted')
  const bookable = await lockBookable(c, target)
  const row = bookable && (await findActive(c.tx, target, c.subjectId))
  if (!row) return refuse('notWaiting')
  const unfit = await whyNotWith(c, bookable, takeWith)
  if (unfit) return refuse(unfit)
  await c.tx.update(waiting).set({ takeWith, skipped: null }).where(eq(waiting.id, row.id))
  return done({})
})

export const leave = run(async (c, target: Target) => {
  const bookable = await lockBookable(c, target)
  const row = bookable && (await findActive(c.tx, target, c.subjectId))
  if (!row) return refuse('notWaiting')
  await withdrawAndPassOn(c, row, 'left')
  return done({})
})

export const decline = run(async (c, target: Target) => {
  const bookable = await lockBookable(c, target)
  const row = bookable && (await findActive(c.tx, target, c.subjectId))
  if (row?.state !== 'offered') return refuse('offerEnded')
  await withdrawAndPassOn(c, row, 'declined')
  return done({})
})
