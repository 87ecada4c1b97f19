import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

// cached, because one call needs the same hash several times
let last = { token: '', hash: '' }

/** Hash stored in the database, so that a reader of the database can't use the token. */
export function tokenHash(token: string): string {
  if (token !== last.token) last = { token, hash: hash('sha256', token, 'base64url') }
  return last.hash
}
