import { isCommon } from './commonPasswords.ts'
import { hashPassword } from './passwords.ts'

/** Hashes a password that somebody chose, or says why it can't be one: what is refused costs no hash. */
export async function newPassword<Code extends string>(
  password: string,
  check: (password: string) => Code | null,
): Promise<{ readonly wrong: Code | 'passwordCommon' | undefined; readonly hash: string }> {
  const wrong = check(password) ?? ((await isCommon(password)) ? ('passwordCommon' as const) : undefined)
  return { wrong, hash: wrong ? '' : await hashPassword(password) }
}
