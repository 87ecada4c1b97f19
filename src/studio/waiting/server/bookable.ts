// Classes and courses as targets of waiting lists.
import { eq, sql } from 'drizzle-orm'
import { addDays, dateIn, type Instant } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { deadlinePassed, freeCoursePlaces, isListed } from '#studio/courses/rules.ts'
import { holdCoursePlace, releaseCoursePlace } from '#studio/courses/server/hold.ts'
import { courses } from '#studio/courses/tables.ts'
import { cutOffOf } from '#studio/registrations/rules/lateness.ts'
import { holdPlace, releasePlace } from '#studio/registrations/server/hold.ts'
import { includedCount } from '#studio/registrations/server/places.ts'
import { freePlaces, hasStarted } from '#studio/schedule/rules.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Target } from '../rules.ts'
import { offerEnds } from '../rules/window.ts'

type Closed = 'entryCancelled' | 'entryStarted' | 'courseNotFound' | 'courseDeadlinePassed'

/** A class or course with a waiting list. */
export interface Bookable {
  readonly target: Target
  readonly name: string
  /** Why it takes nobody any more, or null. */
  readonly closed: Closed | null
  /** Number of places that are neither taken nor held. */
  readonly free: number
  /** No single offers after this time. */
  readonly cutOff: Instant
  readonly entry: typeof schedule.$inferSelect | null
  readonly course: typeof courses.$inferSelect | null
}

type Known = Pick<CommandContext, 'now' | 'settings'>

/**
 * `wait` takes the lock, before any other. `skip` takes it, or returns null if another transaction holds it: for
 * callers with locks that come later in the order. `look` takes no lock.
 */
type Lock = 'wait' | 'skip' | 'look'

export const lockBookable = (
  c: CommandContext,
  target: Target,
  lock: 'wait' | 'skip' = 'wait',
): Promise<Bookable | null> => readBookable(c.tx, c, target, lock)

export const readBookable = (db: Tx, known: Known, target: Target, lock: Lock = 'look'): Promise<Bookable | null> =>
  target.kind === 'class' ? readClass(db, known, target, lock) : readCourse(db, known, target, lock)

async function readClass(db: Tx, { now, settings }: Known, target: Target, lock: Lock): Promise<Bookable | null> {
  const rows = db.select().from(schedule).where(eq(schedule.id, target.id)).$dynamic()
  const [entry] = await locked(rows, lock)
  if (!entry) return null
  const [row] = await db.select({ count: includedCount(settings.classCategories, target.id) }).from(sql`(select) one`)
  const started = hasStarted(entry, now) ? ('entryStarted' as const) : null
  return {
    target,
    name: entry.className,
    closed: entry.cancelledAt !== null ? 'entryCancelled' : started,
    free: freePlaces({ ...entry, includedCount: row?.count ?? 0 }),
    cutOff: cutOffOf(entry, settings.sections.registration.lateHours),
    entry,
    course: null,
  }
}

async function readCourse(db: Tx, { now, settings }: Known, target: Target, lock: Lock): Promise<Bookable | null> {
  const rows = db.select().from(courses).where(eq(courses.id, target.id)).$dynamic()
  const [course] = await locked(rows, lock)
  if (!course) return null
  const zone = settings.timeZone
  const today = dateIn(zone, now)
  const passed = deadlinePassed(course, today) ? ('courseDeadlinePassed' as const) : null
  return {
    target,
    name: course.name,
    closed: isListed(course, today) ? passed : 'courseNotFound',
    free: freeCoursePlaces(course),
    // joining is possible until the end of the deadline's day
    cutOff: startOfDay(zone, addDays(course.regDeadline, 1)),
    entry: null,
    course,
  }
}

interface Lockable<Rows> {
  for(strength: 'no key update', config?: { skipLocked: true }): Rows
}

function locked<Rows extends Lockable<Rows>>(rows: Rows, lock: Lock): Rows {
  if (lock === 'look') return rows
  return lock === 'skip' ? rows.for('no key update', { skipLocked: true }) : rows.for('no key update')
}

/** Whether a class or course exists, even if another transaction has locked it. */
export async function exists(tx: Tx, { kind, id }: Target): Promise<boolean> {
  const table = kind === 'class' ? schedule : courses
  const found = await tx.select({ id: table.id }).from(table).where(eq(table.id, id))
  return found.length > 0
}

/** When an offer made now would end, or why none can be made. */
export function offerNow(bookable: Bookable, { now, settings }: Known): { until: Instant } | { why: NoOffer } {
  if (bookable.closed !== null) return { why: bookable.closed }
  if (bookable.free <= 0) return { why: 'noFreePlace' }
  const until = offerEnds(settings.timeZone, now, bookable.cutOff)
  return until === null ? { why: 'tooLateToOffer' } : { until }
}
export type NoOffer = Closed | 'noFreePlace' | 'tooLateToOffer'

export const hold = (c: CommandContext, { kind, id }: Target, userId: string, until: Instant): Promise<void> =>
  kind === 'class'
    ? holdPlace(c, { scheduleId: id, userId, until })
    : holdCoursePlace(c, { courseId: id, userId, until })

export const release = (c: CommandContext, { kind, id }: Target, userId: string): Promise<void> =>
  kind === 'class' ? releasePlace(c, { scheduleId: id, userId }) : releaseCoursePlace(c, { courseId: id, userId })
