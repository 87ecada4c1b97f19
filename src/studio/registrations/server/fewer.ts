// Places of people whose records are merged, or separated again.
import { and, asc, count, eq, exists, gt, inArray, isNull, or } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { placeFreed } from '../events.ts'
import { registrations } from '../tables.ts'
import { notAbsent } from './notAbsent.ts'
import { isIncludedInEntry } from './registrants.ts'
import { forgetClasses } from './takeBack.ts'

/** How many places some people have in each open upcoming entry, with a registration or by category. */
type Places = ReadonlyMap<string, number>

/** The places of these people, earliest entry first. */
export async function placesComing(c: CommandContext, userIds: readonly string[]): Promise<Places> {
  const registered = c.tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.scheduleId, schedule.id), eq(registrations.userId, people.id)))
  const included = and(
    eq(people.active, true),
    isIncludedInEntry(c.settings.classCategories),
    notAbsent(schedule.id, people.id),
  )
  const found = await c.tx
    .select({ id: schedule.id, places: count() })
    .from(schedule)
    .innerJoin(people, inArray(people.id, [...userIds]))
    .where(and(gt(schedule.startsAt, c.now), isNull(schedule.cancelledAt), or(exists(registered), included)))
    .groupBy(schedule.id)
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  return new Map(found.map(({ id, places }) => [id, places]))
}

/** Raises `placeFreed` where there are fewer places; a person gets no more letters about entries with none. */
export async function raiseFewer(
  c: CommandContext,
  { userId, before, after }: { readonly userId: string; readonly before: Places; readonly after: Places },
): Promise<void> {
  const left = [...before.keys()].filter((id) => !after.has(id))
  await forgetClasses(c, left, { userId, stays: false })
  for (const [scheduleId, places] of before)
    if (places > (after.get(scheduleId) ?? 0)) await c.raise(placeFreed, { scheduleId })
}
