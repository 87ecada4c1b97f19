import type { CommandContext } from '#server/procedures.ts'
import { credentials } from '../tables.ts'
import { isCommon } from './commonPasswords.ts'

/** Why a chosen password is refused; undefined if it is allowed. */
export async function whyNotPassword<Code extends string>(
  password: string,
  check: (password: string) => Code | null,
): Promise<Code | 'passwordCommon' | undefined> {
  return check(password) ?? ((await isCommon(password)) ? 'passwordCommon' : undefined)
}

/** Sets the account's password; creates the row if it has none. */
export async function setPassword(c: CommandContext, accountId: string, passwordHash: string): Promise<void> {
  const set = { passwordHash, changedAt: c.now }
  await c.tx
    .insert(credentials)
    .values({ accountId, ...set })
    .onConflictDoUpdate({ target: credentials.accountId, set })
}
