import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { DatabaseBusy } from '#server/db/errors.ts'
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

// Half of the cores at most: a flood of sign-ins leaves the rest of the studio its processor.
const SEATS = Math.max(1, Math.floor(availableParallelism() / 2))
let busy = 0
const waiting: (() => void)[] = []
/** About ten seconds of work; more would wait for nothing, and be asked for again. */
const MOST_WAITING = 100

async function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  if (waiting.length >= MOST_WAITING) throw new DatabaseBusy('Too many passwords are being checked')
  if (busy >= SEATS) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy++
  try {
    return await new Promise((resolve, reject) => {
      // The same password typed on different keyboards may be composed differently.
      scrypt(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

const nobody: Promise<string> = hashPassword(randomBytes(16).toString('base64url'))
