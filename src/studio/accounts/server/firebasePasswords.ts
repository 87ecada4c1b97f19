// Passwords of people who came from Firebase: github.com/firebase/scrypt describes its hash.
import { createCipheriv, hash, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq, like, lt, notExists, sql } from 'drizzle-orm'
import { DAY, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { meta } from '#server/db/tables.ts'
import { credentials } from '../tables.ts'

/** The scheme of such a stored password: "fbscrypt$key$salt$hash", salt and hash in base64url. */
export const FIREBASE = 'fbscrypt'
/** How long unused imported passwords are kept (ms); afterwards the person must reset the password. */
const KEPT = 365 * DAY

/** What all passwords of one Firebase project were hashed with; `signerKey` and `saltSeparator` are base64. */
export interface FirebaseKey {
  readonly signerKey: string
  readonly saltSeparator: string
  readonly rounds: number
  readonly memCost: number
}

interface KeptKey extends FirebaseKey {
  readonly addedAt: Instant
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const rowOf = (keyId: string) => `${FIREBASE}:${keyId}`

/** The id by which a stored password refers to its key. */
export const keyIdOf = (key: FirebaseKey): string =>
  hash('sha256', `${key.signerKey} ${key.saltSeparator} ${key.rounds} ${key.memCost}`, 'base64url').slice(0, 12)

export const storedFirebase = (keyId: string, salt: string, passwordHash: string): string =>
  [FIREBASE, keyId, plain(salt), plain(passwordHash)].join('$')
const plain = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')

export async function keepFirebaseKey(tx: Tx, key: FirebaseKey, addedAt: Instant): Promise<void> {
  const value = JSON.stringify({ ...key, addedAt } satisfies KeptKey)
  await tx
    .insert(meta)
    .values({ key: rowOf(keyIdOf(key)), value })
    .onConflictDoNothing()
}

/** Whether the password matches a Firebase hash; false once its key has been deleted. */
export async function firebaseMatches(db: Tx, password: string, stored: string): Promise<boolean> {
  const [, keyId = '', salt = '', passwordHash = ''] = stored.split('$')
  const [row] = await db
    .select()
    .from(meta)
    .where(eq(meta.key, rowOf(keyId)))
  if (!row) return false
  const actual = await firebaseHash(password, salt, JSON.parse(row.value) as KeptKey)
  const expected = Buffer.from(passwordHash, 'base64url')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Encrypts the project's signer key with the scrypt hash of the password. */
export async function firebaseHash(password: string, salt: string, key: FirebaseKey): Promise<Buffer> {
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(key.saltSeparator, 'base64')])
  const [N, r] = [2 ** key.memCost, key.rounds]
  const derived = await derive(password, salted, 32, { N, r, p: 1, maxmem: 256 * N * r })
  const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16))
  return Buffer.concat([cipher.update(Buffer.from(key.signerKey, 'base64')), cipher.final()])
}

/** Deletes keys that no stored password uses, as after an import was undone. */
export async function dropUnusedKeys(tx: Tx): Promise<void> {
  const proven = sql`(select from ${credentials}
    where starts_with(${credentials.passwordHash}, replace(${meta.key}, ':', '$') || '$'))`
  await tx.delete(meta).where(and(like(meta.key, `${FIREBASE}:%`), notExists(proven)))
}

/** Deletes keys older than a year, and the passwords that only they can verify. */
export async function forgetFirebaseKeys(tx: Tx, now: Instant): Promise<void> {
  const isOld = and(like(meta.key, `${FIREBASE}:%`), lt(sql`(${meta.value}::jsonb ->> 'addedAt')::bigint`, now - KEPT))
  const gone = await tx.delete(meta).where(isOld).returning({ key: meta.key })
  for (const { key } of gone)
    await tx.delete(credentials).where(like(credentials.passwordHash, `${key.replace(':', '$')}$%`))
}
