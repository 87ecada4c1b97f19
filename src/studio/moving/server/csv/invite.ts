// Invitations for imported people who can't sign in yet; sent only when an admin asks for it.
import { and, asc, count, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { handler, shared, type CommandContext } from '#server/procedures.ts'
import { invitation } from '#studio/accounts/server/letters.ts'
import { accounts, credentials, people } from '#studio/accounts/tables.ts'
import { logLines } from '../../messages/log.ts'
import { importedRows } from '../../tables.ts'

/** Most letters sent by one call. */
const AT_ONCE = 50

const came = (tx: Tx) =>
  tx
    .select({ id: importedRows.id })
    .from(importedRows)
    .where(inArray(importedRows.kind, ['people', 'csvPeople']))

const withoutPassword = (tx: Tx) =>
  and(
    eq(accounts.active, true),
    isNull(accounts.lastLogin),
    isNull(accounts.emailVerifiedAt),
    isNotNull(accounts.personId),
    inArray(accounts.personId, came(tx)),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(credentials)
        .where(eq(credentials.accountId, accounts.id)),
    ),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(importedRows)
        .where(and(eq(importedRows.kind, 'invited'), eq(importedRows.id, accounts.id))),
    ),
  )

async function howMany(tx: Tx): Promise<number> {
  const [found] = await tx.select({ total: count() }).from(accounts).where(withoutPassword(tx))
  return found?.total ?? 0
}

export const uninvited = shared([importedRows, contentOf(accounts), credentials], async ({ db }) => ({
  total: await howMany(db),
}))

export const invite = handler({
  limits: () => [{ key: 'importInvite', max: 400, per: HOUR, perCaller: true }],
  run: async (c: CommandContext) => {
    // lock: of two simultaneous calls, the second finds the people of the first already invited
    await c.tx.execute(sql`lock table ${importedRows} in share row exclusive mode`)
    const some = await c.tx
      .select({ id: accounts.id, email: accounts.email, language: accounts.language, displayName: people.displayName })
      .from(accounts)
      .innerJoin(people, eq(people.id, accounts.personId))
      .where(withoutPassword(c.tx))
      .orderBy(asc(accounts.createdAt), asc(accounts.id))
      .limit(AT_ONCE)
      .for('key share', { of: accounts })
    for (const account of some) c.mail(await invitation(c, account))
    if (some.length > 0)
      await c.tx.insert(importedRows).values(some.map(({ id }) => ({ kind: 'invited', id, at: c.now })))
    c.log({
      channel: 'auth',
      level: 'info',
      message: logLines.invited,
      metadata: { letters: some.length },
    })
    return done({ invited: some.length, left: await howMany(c.tx) })
  },
})
