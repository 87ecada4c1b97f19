import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { DAY } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { accounts, sessions } from '../tables.ts'
import { SESSION_LIFE } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'
import { rememberIp } from './usualIps.ts'

/** The longest that browsers keep a cookie (ms); the server decides when the session ends. */
const COOKIE_LIFE = 400 * DAY

/** Signs a locked account in: a new session with a new token each time; the browser's previous session ends. */
export async function openSession(
  c: CommandContext,
  account: { readonly id: string; readonly email: string },
  by: 'password' | 'passkey' = 'password',
): Promise<void> {
  await endOwnSession(c)
  const token = newToken()
  await c.tx.insert(sessions).values({
    id: newId(),
    accountId: account.id,
    tokenHash: tokenHash(token),
    status: 'active',
    deviceInfo: c.request.deviceInfo,
    createdAt: c.now,
    lastUsedAt: c.now,
    expiresAt: c.now + SESSION_LIFE,
    byPasskey: by === 'passkey',
  })
  await c.tx.update(accounts).set({ lastLogin: c.now }).where(eq(accounts.id, account.id))
  await rememberIp(c, account.email)
  c.setSession({ token, expiresAt: c.now + COOKIE_LIFE })
  c.log({ channel: 'auth', level: 'info', message: logLines.signedIn, userId: account.id })
}

export async function endOwnSession(c: CommandContext): Promise<void> {
  if (c.actorId !== null) await c.tx.delete(sessions).where(eq(sessions.id, c.me.sessionId))
}
