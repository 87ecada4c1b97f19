import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { personal, run } from '#server/procedures.ts'
import { endSessions, sessionEndsAt } from '#studio/accounts/server/sessions.ts'
import { accounts, sessions as table } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'

const lastSeen = sql<number>`coalesce(${table.lastUsedAt}, ${table.createdAt})`.mapWith(table.createdAt)

export const sessions = personal(
  { accountOn: [accounts.id, table.accountId] },
  async ({ db, accountId, now, changesAt }) => {
    const own = and(eq(table.accountId, accountId ?? ''), eq(table.status, 'active'))
    const found = await db
      .select({ id: table.id, device: table.deviceInfo, since: table.createdAt, lastSeen, endsAt: sessionEndsAt })
      .from(table)
      .innerJoin(accounts, eq(accounts.id, table.accountId))
      .where(and(own, gt(sessionEndsAt, sql.param(now, table.expiresAt))))
      .orderBy(desc(lastSeen), desc(table.id))
    for (const { endsAt } of found) changesAt(endsAt)
    return found
  },
)

export const thisSession = run(async (c) => done({ sessionId: c.me.sessionId }))

export const endSession = run(async (c, { sessionId }: { sessionId: string }) => {
  const own = and(eq(table.accountId, c.me.accountId), eq(table.status, 'active'))
  const ended = await c.tx
    .delete(table)
    .where(and(own, eq(table.id, sessionId)))
    .returning({ id: table.id })
  // also if it is another user's, without telling so
  if (ended.length === 0) return done({})
  if (sessionId === c.me.sessionId) c.setSession(null)
  c.log({ channel: 'auth', level: 'info', message: logLines.deviceSignedOut })
  return done({})
})

export const endOtherSessions = run(async (c) => {
  const others = await endSessions(c.tx, c.me.accountId, { except: c.me.sessionId })
  if (others > 0) c.log({ channel: 'auth', level: 'info', message: logLines.signedOutElsewhere })
  return done({ any: others > 0 })
})
