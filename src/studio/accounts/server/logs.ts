import { and, desc, eq, lt } from 'drizzle-orm'
import { contentOf, linesOf } from '#server/db/topics.ts'
import { shared } from '#server/procedures.ts'
import { LOG_LINES_ON_A_PAGE, type Channel } from '#studio/logs/rules.ts'
import { logs as table } from '#studio/logs/tables.ts'
import { accounts, people } from '../tables.ts'

interface Page {
  readonly channel: Channel
  readonly before: number | null
}

/** Pages by key: what comes in at the head moves no line of a page that was asked for. */
export const logs = shared(
  ({ channel }: Page) => [linesOf(channel), people, contentOf(accounts)],
  async ({ db }, { channel, before }) => {
    const found = await db
      .select({ line: table, personId: accounts.personId, userName: people.displayName })
      .from(table)
      .leftJoin(accounts, eq(accounts.id, table.userId))
      .leftJoin(people, eq(people.id, accounts.personId))
      .where(and(eq(table.channel, channel), before === null ? undefined : lt(table.id, before)))
      .orderBy(desc(table.id))
      .limit(LOG_LINES_ON_A_PAGE + 1)
    const lines = found.slice(0, LOG_LINES_ON_A_PAGE)
    return {
      lines: lines.map(({ line, personId, userName }) => ({ ...line, ...named(line.userId, personId, userName) })),
      older: found.length > LOG_LINES_ON_A_PAGE,
    }
  },
)

/** Whose line it is: a person, a deleted account, which has no name left, or a visitor. */
const named = (accountId: string | null, personId: string | null, name: string | null) => ({
  userId: personId ?? accountId,
  userName: accountId === null ? null : (name ?? ''),
})
