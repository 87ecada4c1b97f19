// Counts that differed from what was handed over, for an accountant.
import { and, desc, gte, lt, ne } from 'drizzle-orm'
import { daysOfMonth } from '#kernel/months.ts'
import { dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { namesOfAccounts } from '#studio/accounts/server/names.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { handOvers } from '../tables.ts'

export const differences = shared(
  [handOvers, people, contentOf(accounts)],
  async ({ db, settings }, { month }: { month: string }) => {
    const { from, until } = daysOfMonth(month)
    const begins = startOfDay(settings.timeZone, from)
    const ends = startOfDay(settings.timeZone, until)
    const found = await db
      .select()
      .from(handOvers)
      .where(
        and(
          gte(handOvers.confirmedAt, begins),
          lt(handOvers.confirmedAt, ends),
          ne(handOvers.counted, handOvers.cents),
        ),
      )
      .orderBy(desc(handOvers.confirmedAt), desc(handOvers.id))
    const names = await namesOfAccounts(
      db,
      found.map(({ boxOf }) => boxOf),
    )
    return found.map(({ id, boxOf, cents, counted, confirmedAt, reason }) => ({
      id,
      day: dateIn(settings.timeZone, confirmedAt ?? begins),
      boxName: names.get(boxOf) ?? '',
      cents: (counted ?? cents) - cents,
      reason,
    }))
  },
)
