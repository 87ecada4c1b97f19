import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, min, type SQL } from 'drizzle-orm'
import { countedUpTo, EXPORT_LIMIT, offsetOf, pagesOf, shownPage } from '#kernel/paging.ts'
import type { Instant } from '#kernel/time.ts'
import { shared, type QueryContext } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { cancelledPlaces } from '#studio/registrations/tables.ts'
import type { EntryRange } from '#studio/schedule/rules.ts'
import { LINGER, spanOf, type Span } from '#studio/schedule/rules/ranges.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { waitingIn } from '#studio/waiting/server/rows.ts'
import { waiting } from '#studio/waiting/tables.ts'
import { ENTRIES_ON_A_PAGE } from '../rules.ts'
import { countComing, ENTRIES_AT_ONCE, fileOf } from './file.ts'
import { registrantReads, shownPeople, shownWithRegistrants } from './people.ts'

export const registrants = shared(
  [...registrantReads, waiting],
  async (q, input: { range: EntryRange; page: number }) => {
    const { within, announced } = rangeOf(q, input.range)
    const [{ total, more }] = await Promise.all([countAhead(q, within, input.page), announced])
    const page = shownPage(input.page, total, ENTRIES_ON_A_PAGE)
    const before = offsetOf(page, ENTRIES_ON_A_PAGE)
    const entries = await entriesOf(q, input.range, within, ENTRIES_ON_A_PAGE, before)
    const [found, waits] = await Promise.all([
      shownWithRegistrants(q, entries),
      waitingIn(
        q.db,
        entries.map(({ id }) => id),
      ),
    ])
    const shown = found.entries.map((entry) => ({ ...entry, waiting: waits.get(entry.id) ?? 0 }))
    return { people: found.people, entries: shown, total, more, page }
  },
)

export const registrantsForExport = shared(
  registrantReads,
  async (q, { range, part }: { range: EntryRange; part: number }) => {
    const { within, announced } = rangeOf(q, range)
    await announced
    const { rows, ...file } = await fileOf(q.db, q.settings, part, (limit, offset) =>
      entriesOf(q, range, within, limit, offset),
    )
    const parts = part === 0 ? 1 : pagesOf(await countEntries(q, within), ENTRIES_AT_ONCE)
    const isWhole = parts === 1 && rows < EXPORT_LIMIT
    return {
      ...file,
      people: await shownPeople(q, file.people),
      total: isWhole ? rows : await countComing(q.db, q.settings.classCategories, within),
      parts,
    }
  },
)

export const classDetails = shared(
  [...registrantReads, cancelledPlaces],
  async (q, { scheduleId }: { scheduleId: string }) => {
    const entries = await q.db.select().from(schedule).where(eq(schedule.id, scheduleId))
    const [found, registeredBefore] = await Promise.all([
      shownWithRegistrants(q, entries),
      entries[0]?.cancelledAt ? registeredAsCancelled(q, scheduleId) : [],
    ])
    return { ...found, registeredBefore }
  },
)

const registeredAsCancelled = (q: QueryContext, scheduleId: string) =>
  q.db
    .select({ id: people.id, displayName: people.displayName, familyName: people.familyName })
    .from(cancelledPlaces)
    .innerJoin(people, eq(people.id, cancelledPlaces.personId))
    .where(eq(cancelledPlaces.scheduleId, scheduleId))
    .orderBy(asc(people.displayName), asc(people.familyName), asc(people.id))

/** The range as a condition; schedules a refresh for when time changes its content. */
function rangeOf(q: QueryContext, range: EntryRange) {
  const span = spanOf(range, q.now, q.settings.timeZone)
  const announce = async () => q.changesAt(span.kind === 'startsWithin' ? span.changesAt : await nextEnd(q, span))
  return { within: conditionOf(span), announced: announce() }
}

/** When the next entry moves from upcoming to past. */
async function nextEnd(q: QueryContext, span: Span & { readonly instant: Instant }): Promise<Instant | null> {
  const [row] = await q.db
    .select({ endsAt: min(schedule.endsAt) })
    .from(schedule)
    .where(gt(schedule.endsAt, span.instant))
  if (!row || row.endsAt === null) return null
  return span.kind === 'endsAfter' ? row.endsAt + LINGER : row.endsAt
}

function conditionOf(span: Span): SQL | undefined {
  switch (span.kind) {
    case 'endsAfter':
      return gt(schedule.endsAt, span.instant)
    case 'endsBy':
      return lte(schedule.endsAt, span.instant)
    case 'startsWithin':
      return and(gte(schedule.startsAt, span.from), lt(schedule.startsAt, span.until))
    default:
      return span satisfies never
  }
}

async function countEntries(q: QueryContext, within: SQL | undefined): Promise<number> {
  const [row] = await q.db.select({ total: count() }).from(schedule).where(within)
  return row?.total ?? 0
}

/** Stops counting at a limit: counting years of entries would be slow. */
async function countAhead(q: QueryContext, within: SQL | undefined, page: number) {
  const most = countedUpTo(page, ENTRIES_ON_A_PAGE)
  const some = q.db
    .select({ id: schedule.id })
    .from(schedule)
    .where(within)
    .limit(most + 1)
  const [row] = await q.db.select({ total: count() }).from(some.as('some'))
  const total = row?.total ?? 0
  return { total: Math.min(total, most), more: total > most }
}

function entriesOf(q: QueryContext, range: EntryRange, within: SQL | undefined, limit: number, offset: number) {
  const direction = range === 'past' ? desc : asc
  const order = [direction(schedule.startsAt), direction(schedule.id)]
  const ids = q.db
    .select({ id: schedule.id })
    .from(schedule)
    .where(within)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return q.db
    .select()
    .from(schedule)
    .where(inArray(schedule.id, ids))
    .orderBy(...order)
}
