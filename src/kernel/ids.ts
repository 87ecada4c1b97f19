const LENGTH = 16
// asking for random bytes costs as much for many ids as for one
const pool = new Uint8Array(LENGTH * 64)
let used = pool.length

/** A new random text id, 22 characters of 128 random bits; the same on both sides. */
export function newId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const bytes = pool.subarray(used, (used += LENGTH))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
