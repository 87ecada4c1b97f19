// Since when a merged person has had which membership category.
import { asc, eq } from 'drizzle-orm'
import { dateIn } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { categoryOf } from '#studio/accounts/rules.ts'
import type { people } from '#studio/accounts/tables.ts'
import { endingWith, joinedSpans } from '#studio/bills/rules.ts'
import { changeSpans, hadBy } from '#studio/bills/server/spans.ts'
import { categorySpans } from '#studio/bills/tables.ts'
import type { Before } from '../rules.ts'
import { takeOut, type Way } from './move.ts'
import { spans } from './ownerColumns.ts'

type Person = typeof people.$inferSelect

const spansOf = (tx: Tx, personId: string) =>
  tx.select().from(categorySpans).where(eq(categorySpans.personId, personId)).orderBy(asc(categorySpans.id))

/**
 * Gives the kept record the spans of both, and returns their ids; on days on which both had a category, that of the
 * first counts. All are made anew, because the ids of spans are in the order of days.
 */
export async function joinSpans(
  c: CommandContext,
  way: Way,
  both: readonly Person[],
  category: string | null,
): Promise<number[]> {
  const [first = [], second = []] = await Promise.all(both.map(async (one) => hadBy(one, await spansOf(c.tx, one.id))))
  const made = endingWith(joinedSpans(first, second), category, dateIn(c.settings.timeZone, c.now))
  for (const { id } of both) await takeOut(c.tx, spans, way, eq(spans.column, id))
  if (made.length === 0) return []
  const rows = made.map(({ categoryId, since, until }) => ({ personId: way.to, categoryId, since, until }))
  const added = await c.tx.insert(categorySpans).values(rows).returning({ id: categorySpans.id })
  return added.map(({ id }) => id)
}

type Since = Awaited<ReturnType<typeof spansOf>>

/** Before the former spans are restored: deletes those of the merge, and returns those of changes since then. */
export async function takeSpansSince(tx: Tx, keptId: string, made: Before['spans']): Promise<Since> {
  if (made === undefined) return []
  const all = await spansOf(tx, keptId)
  await tx.delete(categorySpans).where(eq(categorySpans.personId, keptId))
  return all.filter(({ id }) => !made.includes(id))
}

interface Parted {
  readonly before: Before
  readonly since: Since
  /** The kept record while it was merged, and now. */
  readonly merged: Person
  readonly now: Person
}

/** After the kept record's former spans are restored: adds changes from the time of the merge, and the last one. */
export async function partSpans(c: CommandContext, { before, since, merged, now }: Parted): Promise<void> {
  const today = dateIn(c.settings.timeZone, c.now)
  const change = async (from: string | null, to: string | null, day = today) => {
    if (from !== to) await changeSpans(c.tx, { userId: now.id, before: from, after: to }, day)
  }
  const former = before.spans === undefined ? categoryOf(merged) : categoryOf(before.kept)
  const [first] = since
  if (!first) return await change(former, categoryOf(now))
  await change(former, null, first.since ?? today)
  await c.tx.insert(categorySpans).values(since.map(({ id: _id, ...span }) => span))
  await change(categoryOf(merged), categoryOf(now))
}
