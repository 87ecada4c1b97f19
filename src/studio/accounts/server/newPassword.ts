import { isCommon } from './commonPasswords.ts'

/** Why a password that somebody chose can't be one; undefined where it can. */
export async function whyNotPassword<Code extends string>(
  password: string,
  check: (password: string) => Code | null,
): Promise<Code | 'passwordCommon' | undefined> {
  return check(password) ?? ((await isCommon(password)) ? 'passwordCommon' : undefined)
}
