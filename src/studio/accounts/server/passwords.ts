import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { seated } from './hashing.ts'
import { PASSWORD_COST } from './passwordCost.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const maxmem = 64 * 1024 * 1024

/** "scrypt$N$r$p$salt$hash", salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { N, r, p } = PASSWORD_COST
  const hash = await derive(password, salt, PASSWORD_COST)
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long for an unknown account (`stored` null) as for a known one. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = (stored ?? (await nobody)).split('$')
  if (scheme !== 'scrypt') throw new Error('A stored password has an unknown scheme.')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(actual, expected) && stored !== null
}

const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  seated(
    () =>
      new Promise((resolve, reject) => {
        // The same password typed on different keyboards may be composed differently.
        scrypt(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

const nobody: Promise<string> = hashPassword(randomBytes(16).toString('base64url'))
