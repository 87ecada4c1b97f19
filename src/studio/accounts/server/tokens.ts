import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

// one call asks for the same hash several times
let last = { token: '', hash: '' }

/** What the database keeps: whoever reads it can't use it. */
export function tokenHash(token: string): string {
  if (token !== last.token) last = { token, hash: hash('sha256', token, 'base64url') }
  return last.hash
}
