import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { addDays, dateIn, timeIn, weekdayOf, type LocalDate } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { startOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import { run, shared } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { freeTimes } from '#studio/rooms/server/take.ts'
import { rooms } from '#studio/rooms/tables.ts'
import type { WeeklyPlan } from '../contract.ts'
import { entryDeleted } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { MOST_ENTRIES } from '../rules/plan.ts'
import { slotsOf } from '../rules/slots.ts'
import { fullUntil, lastTerm } from '../rules/term.ts'
import { schedule } from '../tables.ts'
import { decidePlan, savePlan, type DecidedPlan } from './add.ts'

/** Days in the default span: the last weeks show what the term has become. */
const USUAL_DAYS = 28
/** Days before the last class in which the full plan and the term's beginning are searched. */
const LONGEST_TERM = 366
/** Most entries read for a span. */
const MOST_READ = 4 * MOST_ENTRIES

interface Span {
  readonly startDate: LocalDate
  readonly endDate: LocalDate
}

export const weekly = shared([contentOf(schedule), rooms, accounts], async (q, { span }: { span: Span | null }) => {
  const { timeZone } = q.settings
  const notCancelled = isNull(schedule.cancelledAt)
  const usual = async (): Promise<Span & { term: Span | null }> => {
    const newest = q.db.select({ at: schedule.startsAt }).from(schedule).where(notCancelled)
    const [last] = await newest.orderBy(desc(schedule.startsAt)).limit(1)
    const lastDay = dateIn(timeZone, last?.at ?? q.now)
    const { classId, startsAt, seriesId: series } = schedule
    const found = await q.db
      .select({ classId, startsAt, series })
      .from(schedule)
      .where(and(notCancelled, gte(startsAt, startOfDay(timeZone, addDays(lastDay, -LONGEST_TERM)))))
      .orderBy(asc(startsAt))
    const held = found.map((one) => {
      const day = dateIn(timeZone, one.startsAt)
      return { day, slot: `${weekdayOf(day)} ${timeIn(timeZone, one.startsAt)} ${one.classId}`, series: one.series }
    })
    const endDate = fullUntil(held) ?? lastDay
    const term = lastTerm(held.filter(({ day }) => day <= endDate))
    return { startDate: addDays(endDate, 1 - USUAL_DAYS), endDate, term }
  }
  const { startDate, endDate, term } = span ? { ...span, term: null } : await usual()
  const entries = await q.db
    .select()
    .from(schedule)
    .where(
      and(
        notCancelled,
        gte(schedule.startsAt, startOfDay(timeZone, startDate)),
        lt(schedule.startsAt, startOfDay(timeZone, addDays(endDate, 1))),
      ),
    )
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
    .limit(MOST_READ)
  // leave out archived rooms and teachers who have left
  const open = await q.db.select({ id: rooms.id }).from(rooms).where(eq(rooms.archived, false))
  const staff = await q.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.role, ['teacher', 'admin']))
  const has = (found: readonly { id: string }[], id: string) => found.some((one) => one.id === id)
  const slots = slotsOf(entries, timeZone).map((slot) => ({
    ...slot,
    roomId: slot.roomId !== null && has(open, slot.roomId) ? slot.roomId : null,
    teacherIds: slot.teacherIds.filter((id) => has(staff, id)),
  }))
  return { startDate, endDate, slots, term }
})

/** Adds several plans: all or none. */
export const addAll = run(async (c, { plans }: { plans: readonly WeeklyPlan[] }) => {
  const decided: DecidedPlan[] = []
  const numbered = plans.map((plan, index) => ({ plan, index }))
  // lock rooms in one order, so that two commands never deadlock
  for (const { plan, index } of numbered.toSorted((a, b) => ((a.plan.roomId ?? '') < (b.plan.roomId ?? '') ? -1 : 1))) {
    const outcome = await decidePlan(
      c,
      plan,
      decided.flatMap(({ entries }) => entries),
    )
    // index of the refused plan
    if (!outcome.ok) return { ...outcome, params: { ...outcome.params, plan: index } }
    decided.push(outcome.value)
  }
  for (const plan of decided) await savePlan(c, plan)
  return done({
    created: decided.reduce((sum, { entries }) => sum + entries.length, 0),
    seriesIds: decided.map(({ seriesId }) => seriesId),
  })
})

/** What was planned lately: the entries of one press were created at the same instant. */
export const undoablePlans = shared([schedule], async (q) => {
  const { createdAt, seriesId, className, registeredCount, heldCount } = schedule
  const found = await q.db
    .select({
      at: createdAt,
      seriesIds: sql<string[]>`array_agg(distinct ${seriesId})`,
      planned: count(),
      classNames: sql<string[]>`array_agg(distinct ${className})`,
    })
    .from(schedule)
    .where(and(isNotNull(seriesId), gt(createdAt, q.now - UNDO_WITHIN)))
    .groupBy(createdAt)
    .having(sql`bool_or(${registeredCount} + ${heldCount} = 0)`)
    .orderBy(desc(createdAt))
  for (const { at } of found) q.changesAt(at + UNDO_WITHIN)
  return found
})

/** Deletes just planned entries, except those with a registration. */
export const undoPlans = run(async (c, { seriesIds }: { seriesIds: readonly string[] }) => {
  const entries = await c.tx
    .select()
    .from(schedule)
    .where(and(inArray(schedule.seriesId, [...seriesIds]), gt(schedule.createdAt, c.now - UNDO_WITHIN)))
    .orderBy(asc(schedule.id))
    .for('update')
  if (entries.length === 0) return refuse('tooLateToUndo')
  const free = entries.filter(({ registeredCount, heldCount }) => registeredCount + heldCount === 0)
  for (const entry of free) await c.raise(entryDeleted, { entry, isUndo: true })
  const ids = free.map(({ id }) => id)
  if (ids.length > 0) {
    await freeTimes(c, ids)
    await c.tx.delete(schedule).where(inArray(schedule.id, ids))
  }
  const message = logLines.takenOff(free.length)
  c.log({ channel: 'registrations', level: 'info', message, metadata: { seriesIds: [...seriesIds] } })
  return done({ removed: free.length, stayed: entries.length - free.length })
})
