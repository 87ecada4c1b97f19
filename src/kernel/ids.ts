const LENGTH = 22
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
// one call for random bytes costs the same for many ids as for one
const pool = new Uint8Array(LENGTH * 46)
let used = pool.length

/** Returns a new random id of 22 characters with 6 random bits each; works in the browser and on the server. */
export function newId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let id = ''
  for (const end = used + LENGTH; used < end; used++) id += LETTERS.charAt((pool[used] ?? 0) & 63)
  return id
}
