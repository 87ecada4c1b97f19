import { and, desc, eq, lt } from 'drizzle-orm'
import { shared } from '#server/procedures.ts'
import { LOG_LINES_ON_A_PAGE, type Channel } from '#studio/logs/rules.ts'
import { logs as table } from '#studio/logs/tables.ts'
import { users } from '../tables.ts'

interface Page {
  readonly channel: Channel
  readonly before: number | null
}

/** Pages by key: what comes in at the head moves no line of a page that was asked for. */
export const logs = shared(
  // a line has no topic of its own table: see logTopics in server/commands/effects.ts
  ({ channel }: Page) => [`logs:${channel}`, 'users:content'],
  async ({ db }, { channel, before }) => {
    const found = await db
      .select({ line: table, userName: users.displayName })
      .from(table)
      .leftJoin(users, eq(users.id, table.userId))
      .where(and(eq(table.channel, channel), before === null ? undefined : lt(table.id, before)))
      .orderBy(desc(table.id))
      .limit(LOG_LINES_ON_A_PAGE + 1)
    const lines = found.slice(0, LOG_LINES_ON_A_PAGE)
    return {
      lines: lines.map(({ line, userName }) => ({ ...line, userName })),
      older: found.length > LOG_LINES_ON_A_PAGE,
    }
  },
)
