import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { Tx } from '#server/db/database.ts'
import { firebaseMatches, FIREBASE } from './firebasePasswords.ts'
import { PASSWORD_COST } from './passwordCost.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const maxmem = 64 * 1024 * 1024

/** Replaced by tests that count hashes. How many are made at a time, server/commands/turns.ts bounds. */
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

/** Whether a password is the kept one, and the hash that takes its place where it came from another system. */
export interface Match {
  readonly matches: boolean
  readonly renewed?: string
}

/**
 * The same for a hash of any system that people came from: the studio's own is made meanwhile, so that it takes about as
 * long, and is there when the password is right.
 */
export async function passwordProves(db: Tx, password: string, kept: string | null): Promise<Match> {
  if (!kept?.startsWith(`${FIREBASE}$`)) return { matches: await passwordMatches(password, kept) }
  const [matches, renewed] = await Promise.all([firebaseMatches(db, password, kept), hashPassword(password)])
  return matches ? { matches, renewed } : { matches }
}

/** Takes as long for an unknown account (`kept` null) as for a known one. */
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

// no password has this one
const nobody = stored(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))
