import type { CommandContext } from '#server/procedures.ts'
import { credentials } from '../tables.ts'
import { isCommon } from './commonPasswords.ts'

/** Why a password that somebody chose can't be one; undefined where it can. */
export async function whyNotPassword<Code extends string>(
  password: string,
  check: (password: string) => Code | null,
): Promise<Code | 'passwordCommon' | undefined> {
  return check(password) ?? ((await isCommon(password)) ? 'passwordCommon' : undefined)
}

/** An account that has none gets its first one. */
export async function setPassword(c: CommandContext, accountId: string, passwordHash: string): Promise<void> {
  const set = { passwordHash, changedAt: c.now }
  await c.tx
    .insert(credentials)
    .values({ accountId, ...set })
    .onConflictDoUpdate({ target: credentials.accountId, set })
}
