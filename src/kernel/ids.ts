const LENGTH = 22
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
// asking for random bytes costs as much for many ids as for one
const pool = new Uint8Array(LENGTH * 46)
let used = pool.length

/** A new random text id, 22 characters of 6 random bits each; the same on both sides. */
export function newId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let id = ''
  for (const end = used + LENGTH; used < end; used++) id += LETTERS.charAt((pool[used] ?? 0) & 63)
  return id
}
