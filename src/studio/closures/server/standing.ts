import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { dateIn, type LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { closedDays } from '../tables.ts'

export type ClosedDaysRow = typeof closedDays.$inferSelect

/** Those that are not over on a day, soonest first. */
export const closedFrom = (db: Tx, day: LocalDate): Promise<ClosedDaysRow[]> =>
  db.select().from(closedDays).where(gte(closedDays.lastDay, day)).orderBy(asc(closedDays.firstDay), asc(closedDays.id))

/** Those that touch a span of days, also where they are over, soonest first. */
export const closedDuring = (db: Tx, span: { readonly startDate: LocalDate; readonly endDate: LocalDate }) =>
  db
    .select()
    .from(closedDays)
    .where(and(gte(closedDays.lastDay, span.startDate), lte(closedDays.firstDay, span.endDate)))
    .orderBy(asc(closedDays.firstDay), asc(closedDays.id))

export const closedFromToday = (db: Tx, { now, settings }: Pick<CommandContext, 'now' | 'settings'>) =>
  closedFrom(db, dateIn(settings.timeZone, now))

export async function lockClosedDays(c: CommandContext, id: string): Promise<ClosedDaysRow | null> {
  const [row] = await c.tx.select().from(closedDays).where(eq(closedDays.id, id)).for('no key update')
  return row ?? null
}

/** Notes by how many days passes were extended for these closed days. */
export async function noteExtension(c: CommandContext, id: string, days: number): Promise<void> {
  const extendedBy = sql`${closedDays.extendedBy} + ${days}::int`
  await c.tx.update(closedDays).set({ extendedBy }).where(eq(closedDays.id, id))
}
