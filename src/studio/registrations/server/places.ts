import { and, asc, count, eq, gt, inArray, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { users } from '#studio/accounts/tables.ts'
import { included, includedCategories } from '#studio/classes/rules.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { registrations } from '../tables.ts'

export type EntryWithPlaces = ScheduleRow & { readonly includedCount: number }

/** Entries that have not ended by `from` and start by `until`, soonest first. */
export async function entriesBetween(db: Tx, from: Instant, until: Instant): Promise<EntryWithPlaces[]> {
  const found = await db
    .select()
    .from(schedule)
    .where(and(gt(schedule.endsAt, from), lte(schedule.startsAt, until)))
    .orderBy(asc(schedule.startsAt), asc(schedule.id))
  return withIncluded(db, found)
}

/** The start of the first entry after `instant`, or null. */
export async function nextStart(db: Tx, instant: Instant): Promise<Instant | null> {
  const [row] = await db
    .select({ startsAt: min(schedule.startsAt) })
    .from(schedule)
    .where(gt(schedule.startsAt, instant))
  return row?.startsAt ?? null
}

/** Adds to each entry how many users are included by category and hold no registration of their own. */
export async function withIncluded(db: Tx, entries: readonly ScheduleRow[]): Promise<EntryWithPlaces[]> {
  const wanted = entries.some((entry) => includedCategories(entry.categories).length > 0)
  const held = wanted ? await holders(db) : new Map<string, number>()
  const ids = entries.filter((entry) => entry.registeredCount > 0).map((entry) => entry.id)
  const registered = held.size > 0 && ids.length > 0 ? await registeredHolders(db, ids) : []
  return entries.map((entry) => {
    const categories = includedCategories(entry.categories)
    const all = categories.reduce((sum, category) => sum + (held.get(category) ?? 0), 0)
    const twice = registered.filter(
      (row) => row.scheduleId === entry.id && categories.some((name) => name === row.category),
    )
    return { ...entry, includedCount: all - twice.reduce((sum, row) => sum + row.count, 0) }
  })
}

/**
 * The same for a single entry, as a column of another question, with `scheduleId` as its placeholder: the entry is named
 * by its id alone, so that nobody has to wait for its categories.
 */
export const includedCount = sql<number>`(
  select count(*) from ${users}
  where ${users.active} and ${users.membershipCategory} = any(array(
    select jsonb_array_elements_text(${sql.raw(`'${JSON.stringify(included)}'`)}::jsonb -> category)
    from ${schedule}, unnest(${schedule.categories}) category where ${schedule.id} = ${sql.placeholder('scheduleId')}
  )) and not exists (
    select from ${registrations}
    where ${registrations.scheduleId} = ${sql.placeholder('scheduleId')} and ${registrations.userId} = ${users.id}
  )
)`.mapWith(Number)

/** How many active users hold each membership category. */
async function holders(db: Tx): Promise<Map<string, number>> {
  const found = await db
    .select({ category: users.membershipCategory, count: count() })
    .from(users)
    .where(and(eq(users.active, true), isNotNull(users.membershipCategory)))
    .groupBy(users.membershipCategory)
  return new Map(found.map((row) => [row.category ?? '', row.count]))
}

/** How many holders of each category have a registration for each entry. */
async function registeredHolders(db: Tx, scheduleIds: string[]) {
  return await db
    .select({ scheduleId: registrations.scheduleId, category: users.membershipCategory, count: count() })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .where(
      and(inArray(registrations.scheduleId, scheduleIds), eq(users.active, true), isNotNull(users.membershipCategory)),
    )
    .groupBy(registrations.scheduleId, users.membershipCategory)
}
