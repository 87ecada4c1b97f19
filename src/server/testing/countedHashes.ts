import { hashing } from '#studio/accounts/server/hashing.ts'

/** Counts the passwords that are hashed until `stop` is called. */
export function countHashes(): { count: number; stop(): void } {
  const { derive } = hashing
  const counted = { count: 0, stop: () => void (hashing.derive = derive) }
  hashing.derive = (...asked) => {
    counted.count++
    return derive(...asked)
  }
  return counted
}
