// Since when people have their category: each change of it is kept, also while monthly fees are switched off.
import { and, desc, eq, isNull } from 'drizzle-orm'
import { dateIn } from '#kernel/time.ts'
import { on } from '#server/events.ts'
import { categoryChanged } from '#studio/accounts/events.ts'
import { categorySpans } from '../tables.ts'

export const keepsSpans = on(categoryChanged, async (c, { userId: personId, before, after }) => {
  const today = dateIn(c.settings.timeZone, c.now)
  const [last] = await c.tx
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
      if (since !== today)
        await c.tx.insert(categorySpans).values({ personId, categoryId: before, since, until: today })
    } else if (last.since === today) {
      // given and removed on the same day: a mistake, so no span
      await c.tx.delete(categorySpans).where(open)
    } else {
      await c.tx.update(categorySpans).set({ until: today }).where(open)
    }
  }
  if (after !== null) await c.tx.insert(categorySpans).values({ personId, categoryId: after, since: today })
})
