import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { dateIn, type LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { daysOffChanged } from '../events.ts'
import { closedDays } from '../tables.ts'

export type ClosedDaysRow = typeof closedDays.$inferSelect

/** Closed days that are not over on a day, soonest first. */
export const closedFrom = (db: Tx, day: LocalDate): Promise<ClosedDaysRow[]> =>
  db.select().from(closedDays).where(gte(closedDays.lastDay, day)).orderBy(asc(closedDays.firstDay), asc(closedDays.id))

/** Closed days without courses that overlap a span, past ones included, soonest first. */
export const offDuring = (db: Tx, span: { readonly startDate: LocalDate; readonly endDate: LocalDate }) =>
  db
    .select()
    .from(closedDays)
    .where(
      and(
        gte(closedDays.lastDay, span.startDate),
        lte(closedDays.firstDay, span.endDate),
        isNotNull(closedDays.coursesOffAt),
      ),
    )
    .orderBy(asc(closedDays.firstDay), asc(closedDays.id))

export const closedFromToday = (db: Tx, { now, settings }: Pick<CommandContext, 'now' | 'settings'>) =>
  closedFrom(db, dateIn(settings.timeZone, now))

export async function lockClosedDays(c: CommandContext, id: string): Promise<ClosedDaysRow | null> {
  const [row] = await c.tx.select().from(closedDays).where(eq(closedDays.id, id)).for('no key update')
  return row ?? null
}

/** Records by how many days passes were extended for these closed days. */
export async function noteExtension(c: CommandContext, id: string, days: number): Promise<void> {
  const extendedBy = sql`${closedDays.extendedBy} + ${days}::int`
  await c.tx.update(closedDays).set({ extendedBy }).where(eq(closedDays.id, id))
}

/** From now on, courses are left out on these days. */
export async function leaveCoursesOut(c: CommandContext, ids: readonly string[]): Promise<void> {
  const after = await c.tx
    .update(closedDays)
    .set({ coursesOffAt: c.now })
    .where(and(inArray(closedDays.id, [...ids]), isNull(closedDays.coursesOffAt)))
    .returning()
  await c.raise(daysOffChanged, { before: [], after })
}

/** Courses take place on these days again. */
export async function letCoursesGoOn(c: CommandContext, ids: readonly string[]): Promise<void> {
  const before = await c.tx
    .select()
    .from(closedDays)
    .where(and(inArray(closedDays.id, [...ids]), isNotNull(closedDays.coursesOffAt)))
    .orderBy(asc(closedDays.id))
    .for('no key update')
  await c.tx
    .update(closedDays)
    .set({ coursesOffAt: null })
    .where(inArray(closedDays.id, [...ids]))
  await c.raise(daysOffChanged, { before, after: [] })
}
