// Since when people have their category: each change of it is kept, also while monthly fees are switched off.
import { and, desc, eq, isNull } from 'drizzle-orm'
import { dateIn, type LocalDate } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { on } from '#server/events.ts'
import { categoryChanged } from '#studio/accounts/events.ts'
import type { people } from '#studio/accounts/tables.ts'
import type { Had } from '../rules.ts'
import { categorySpans } from '../tables.ts'

interface Change {
  readonly userId: string
  readonly before: string | null
  readonly after: string | null
}

export const keepsSpans = on(categoryChanged, (c, change) =>
  changeSpans(c.tx, change, dateIn(c.settings.timeZone, c.now)),
)

/** Ends the span of a category today, and begins that of the next one. */
export async function changeSpans(tx: Tx, { userId: personId, before, after }: Change, today: LocalDate) {
  const [last] = await tx
    .select()
    .from(categorySpans)
    .where(eq(categorySpans.personId, personId))
    .orderBy(desc(categorySpans.id))
    .limit(1)
  const open = and(eq(categorySpans.personId, personId), isNull(categorySpans.until))
  if (before !== null) {
    const isOpen = last !== undefined && last.until === null
    if (!isOpen) {
      const since = last?.until ?? null
      if (since !== today) await tx.insert(categorySpans).values({ personId, categoryId: before, since, until: today })
    } else if (last.since === today) {
      // given and removed on the same day: a mistake, so no span
      await tx.delete(categorySpans).where(open)
    } else {
      await tx.update(categorySpans).set({ until: today }).where(open)
    }
  }
  if (after !== null) await tx.insert(categorySpans).values({ personId, categoryId: after, since: today })
}

type Person = typeof people.$inferSelect

/** The spans of a person's categories. A category given before spans were recorded continues from then. */
export function hadBy(person: Person, spans: readonly (typeof categorySpans.$inferSelect)[]): Had[] {
  const last = spans.at(-1)
  const goesOn = last !== undefined && last.until === null
  if (goesOn || !person.active || person.membershipCategory === null) return [...spans]
  return [...spans, { categoryId: person.membershipCategory, since: last?.until ?? null, until: null }]
}
