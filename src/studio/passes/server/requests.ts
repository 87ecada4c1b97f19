import { and, asc, count, desc, eq, gt, or } from 'drizzle-orm'
import { pageOf } from '#kernel/paging.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { people } from '#studio/accounts/tables.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import { freezes } from '../tables.ts'
import { comingPlaces } from './lock.ts'
import { shownFreeze } from './shown.ts'

/** Requested freezes, the oldest first, then current and coming ones; only of valid passes. */
export const requests = shared(
  [freezes, purchases, people, registrations, contentOf(schedule)],
  async (q, { page }: { page: number }) => {
    const which = and(
      eq(purchases.status, 'active'),
      gt(purchases.validUntil, q.now),
      or(eq(freezes.state, 'asked'), and(eq(freezes.state, 'frozen'), gt(purchases.frozenUntil, q.now))),
    )
    const all = q.db
      .select({ freeze: freezes, pass: purchases, person: people })
      .from(freezes)
      .innerJoin(purchases, eq(purchases.id, freezes.purchaseId))
      .innerJoin(people, eq(people.id, freezes.userId))
      .where(which)
      // 'asked' sorts before 'frozen'
      .orderBy(asc(freezes.state), asc(freezes.askedAt), desc(freezes.id))
    const [total] = await q.db
      .select({ total: count() })
      .from(freezes)
      .innerJoin(purchases, eq(purchases.id, freezes.purchaseId))
      .where(which)
    return await pageOf(page, total?.total, async (limit, offset) => {
      const found = await all.limit(limit).offset(offset)
      const ids = found.map(({ pass }) => pass.id)
      const coming = await comingPlaces(q.db, ids, q.now)
      for (const { startsAt } of coming) q.changesAt(startsAt)
      return found.flatMap(({ freeze, pass, person }) => {
        q.changesAt(pass.validUntil)
        const shown = shownFreeze(q, pass, freeze)
        if (!shown) return []
        const { displayName, familyName } = person
        const { id: purchaseId, userId, membershipName, validUntil } = pass
        const theirs = coming.filter((place) => place.purchaseId === purchaseId)
        const facts = { purchaseId, userId, membershipName, validUntil, displayName, familyName }
        return [{ ...shown, ...facts, askedAt: freeze.askedAt, coming: theirs }]
      })
    })
  },
)
