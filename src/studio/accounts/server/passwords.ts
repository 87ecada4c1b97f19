import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { Tx } from '#server/db/database.ts'
import { firebaseMatches, FIREBASE } from './firebasePasswords.ts'
import { PASSWORD_COST } from './passwordCost.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const maxmem = 64 * 1024 * 1024

/** Tests replace this to count hashes. server/commands/turns.ts limits how many run at once. */
export const hashing: { derive: (text: string, salt: Buffer, bytes: number, cost: ScryptOptions) => Promise<Buffer> } =
  {
    derive: promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt),
  }

/** "scrypt$N$r$p$salt$hash", salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return stored(salt, await derive(password, salt, PASSWORD_COST))
}

function stored(salt: Buffer, hash: Buffer): string {
  const { N, r, p } = PASSWORD_COST
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether a password matches, and the hash that replaces an imported one. */
export interface Match {
  readonly matches: boolean
  readonly renewed?: string
}

/**
 * The same for imported hashes: the studio's own hash is computed in parallel, so that the time is about the same and
 * the new hash is ready if the password is right.
 */
export async function passwordProves(db: Tx, password: string, kept: string | null): Promise<Match> {
  if (!kept?.startsWith(`${FIREBASE}$`)) return { matches: await passwordMatches(password, kept) }
  const [matches, renewed] = await Promise.all([firebaseMatches(db, password, kept), hashPassword(password)])
  return matches ? { matches, renewed } : { matches }
}

/** Takes equally long for an unknown account (`kept` null) and a known one. */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = (kept ?? nobody).split('$')
  if (scheme !== 'scrypt') throw new Error('A stored password has an unknown scheme.')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(actual, expected) && kept !== null
}

// The same password typed on different keyboards may be composed differently.
const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  hashing.derive(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem })

// a hash that no password matches
const nobody = stored(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))
