import { and, asc, count, eq, gt, isNotNull, isNull, lte, min, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { QueryContext } from '#server/procedures.ts'
import { prepared } from '#server/db/prepared.ts'
import { people } from '#studio/accounts/tables.ts'
import { includedCategories } from '#studio/classes/rules.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { absences, registrations } from '../tables.ts'
import { notAbsent } from './notAbsent.ts'

export type EntryWithPlaces = ScheduleRow & { readonly includedCount: number }

// not as a parameter: a cached plan could not use the index of active members
const isMember = and(sql`${people.active}`, isNotNull(people.membershipCategory))

const between = and(
  gt(schedule.endsAt, sql.param(sql.placeholder('from'), schedule.endsAt)),
  lte(schedule.startsAt, sql.param(sql.placeholder('until'), schedule.startsAt)),
)
interface Span {
  readonly from: Instant
  readonly until: Instant
}
interface Held {
  readonly category: string | null
  readonly count: number
}

const entriesOf = prepared<Span, ScheduleRow[]>((db) =>
  db.select().from(schedule).where(between).orderBy(asc(schedule.startsAt), asc(schedule.id)),
)
const nextAfter = prepared<Pick<Span, 'until'>, { startsAt: Instant | null }[]>((db) =>
  db
    .select({ startsAt: min(schedule.startsAt) })
    .from(schedule)
    .where(gt(schedule.startsAt, sql.param(sql.placeholder('until'), schedule.startsAt))),
)
/** Number of active people in each membership category. */
const holders = prepared<object, Held[]>((db) =>
  db
    .select({ category: people.membershipCategory, count: count() })
    .from(people)
    .where(isMember)
    .groupBy(people.membershipCategory),
)
/** Number of people of each category who are registered for each entry. */
const registeredHolders = prepared<Span, (Held & { readonly scheduleId: string })[]>((db) =>
  db
    .select({ scheduleId: registrations.scheduleId, category: people.membershipCategory, count: count() })
    .from(schedule)
    .innerJoin(registrations, eq(registrations.scheduleId, schedule.id))
    .innerJoin(people, eq(people.id, registrations.userId))
    .where(and(between, isMember))
    .groupBy(registrations.scheduleId, people.membershipCategory),
)

/** Number of people of each category who are absent from each entry and not registered either. */
const absentHolders = prepared<Span, (Held & { readonly scheduleId: string })[]>((db) =>
  db
    .select({ scheduleId: absences.scheduleId, category: people.membershipCategory, count: count() })
    .from(schedule)
    .innerJoin(absences, eq(absences.scheduleId, schedule.id))
    .innerJoin(people, eq(people.id, absences.userId))
    .leftJoin(
      registrations,
      and(eq(registrations.scheduleId, absences.scheduleId), eq(registrations.userId, absences.userId)),
    )
    .where(and(between, isMember, isNull(registrations.id)))
    .groupBy(absences.scheduleId, people.membershipCategory),
)

/**
 * Entries that end after `from` and start by `until`, soonest first, each with the number of included people who are
 * neither registered nor absent; and the start of the first entry after them, or null. One round trip: all viewers of
 * the class list wait for it after each registration.
 */
export async function entriesBetween(db: Tx, all: readonly ClassCategory[], from: Instant, until: Instant) {
  const [found, [next], members, registered, absent] = await Promise.all([
    entriesOf(db, { from, until }),
    nextAfter(db, { until }),
    holders(db, {}),
    registeredHolders(db, { from, until }),
    absentHolders(db, { from, until }),
  ])
  const held = new Map(members.map((row) => [row.category, row.count]))
  const apart = new Map<string, number>()
  for (const { scheduleId, category, count: some } of [...registered, ...absent]) {
    const key = `${scheduleId} ${category}`
    apart.set(key, (apart.get(key) ?? 0) + some)
  }
  const entries = found.map((entry): EntryWithPlaces => {
    const without = (category: string) => (held.get(category) ?? 0) - (apart.get(`${entry.id} ${category}`) ?? 0)
    const includedCount = includedCategories(all, entry.categories).reduce(
      (sum, category) => sum + without(category),
      0,
    )
    return { ...entry, includedCount }
  })
  return { entries, next: next?.startsAt ?? null }
}

/** One entry that has not ended, with the same counts as in the list. */
export async function oneEntry(q: QueryContext, { id }: { id: string }): Promise<EntryWithPlaces | null> {
  const [found] = await q.db.select().from(schedule).where(eq(schedule.id, id))
  if (!found || found.endsAt <= q.now) return null
  q.changesAt(found.endsAt)
  // all entries starting at the same moment, this one among them
  const { entries } = await entriesBetween(q.db, q.settings.classCategories, found.startsAt, found.startsAt)
  return entries.find((entry) => entry.id === id) ?? null
}

// literals: functions over a class's categories would take as long as the rest of the query
function isIncludedHere(all: readonly ClassCategory[]): SQL {
  const including = all
    .filter(({ includes }) => includes.length > 0)
    .map(({ id, includes }) => {
      const names = sql.raw(`array[${includes.map(quoted).join(',')}]`)
      return sql`case when ${sql.raw(quoted(id))} = any(${schedule.categories}) then ${names} end`
    })
  if (including.length === 0) return sql`false`
  return sql`${people.active} and ${people.membershipCategory} = any(${sql.join(including, sql` || `)})`
}

const quoted = (id: string): string => `'${id.replaceAll("'", "''")}'`

/**
 * Number of included people of an entry, a column for another query. An upper bound if `wanted` places are free even if
 * all holders of its categories come: then registrations need not be read.
 */
export const includedAtMost = (
  all: readonly ClassCategory[],
  scheduleId: string | Placeholder,
  wanted: number | Placeholder,
) =>
  // in parentheses: as a column of a query of one table it would lose its table names
  sql<number>`(${counted(all, scheduleId, wanted)})`.mapWith(Number)

/** The exact number. */
export const includedCount = (all: readonly ClassCategory[], scheduleId: string) =>
  sql<number>`(select (${comingIncluded(all)}) from ${schedule} where ${schedule.id} = ${scheduleId})`.mapWith(Number)

const comingIncluded = (all: readonly ClassCategory[]) => sql`
  select count(*) from ${people} where ${isIncludedHere(all)} and not exists (
    select from ${registrations}
    where ${registrations.scheduleId} = ${schedule.id} and ${registrations.userId} = ${people.id}
  ) and ${notAbsent(schedule.id, people.id)}`

const counted = (all: readonly ClassCategory[], scheduleId: string | Placeholder, wanted: number | Placeholder) => sql`
  select case when ${schedule.registeredCount} + ${schedule.heldCount} + members.count + ${wanted}::int <= ${schedule.maxParticipants}
    then members.count else (${comingIncluded(all)}) end
  from ${schedule} cross join lateral (select count(*) from ${people} where ${isIncludedHere(all)}) members
  where ${schedule.id} = ${scheduleId}`
