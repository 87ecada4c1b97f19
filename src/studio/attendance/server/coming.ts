import { and, eq, inArray } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { isAbsent } from '#studio/registrations/server/absences.ts'
import { findRegistration, isIncludedIn } from '#studio/registrations/server/registrants.ts'
import { registrations } from '#studio/registrations/tables.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { attendance } from '../tables.ts'

interface Place {
  readonly scheduleId: string
  readonly userId: string
}

/** Which of these people are registered or included; a mark alone does not count. */
export async function comingOf({ tx, settings }: CommandContext, entry: ScheduleRow, ids: string[]): Promise<string[]> {
  const [registered, members] = await Promise.all([
    tx
      .select({ id: registrations.userId })
      .from(registrations)
      .where(and(eq(registrations.scheduleId, entry.id), inArray(registrations.userId, ids))),
    tx
      .select({ id: people.id })
      .from(people)
      .where(and(inArray(people.id, ids), isIncludedIn(settings.classCategories, entry))),
  ])
  return [...new Set([...registered, ...members].map(({ id }) => id))]
}

/**
 * Whether a person is registered, included by category, or was marked while included (kept after a category change).
 */
export async function comes(
  { tx, settings }: CommandContext,
  place: Place,
  { categories }: ScheduleRow,
): Promise<boolean> {
  const [person] = await tx.select().from(people).where(eq(people.id, place.userId))
  if (!person) return false
  if (person.active && isIncluded(settings.classCategories, person.membershipCategory, categories)) {
    if (!(await isAbsent(tx, place))) return true
  }
  if (await findRegistration(tx, place.scheduleId, place.userId)) return true
  return (
    (
      await tx
        .select()
        .from(attendance)
        .where(and(eq(attendance.scheduleId, place.scheduleId), eq(attendance.userId, place.userId)))
    ).length > 0
  )
}
