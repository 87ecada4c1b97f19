import { hashing } from '#studio/accounts/server/passwords.ts'

/** Counts hashed passwords until `stop` is called. */
export function countHashes(): { count: number; stop(): void } {
  const { derive } = hashing
  const counted = { count: 0, stop: () => void (hashing.derive = derive) }
  hashing.derive = (...asked) => {
    counted.count++
    return derive(...asked)
  }
  return counted
}

/**
 * Records passwords in the order in which hashing began. Each hash is held until `next` (which may come first) or
 * `release`.
 */
export function heldHashes() {
  const { derive } = hashing
  const began: string[] = []
  const lasting: (() => void)[] = []
  let held = true
  let free = 0
  hashing.derive = async (...asked) => {
    began.push(asked[0])
    if (free > 0) free--
    else if (held) await new Promise<void>((resolve) => lasting.push(resolve))
    return derive(...asked)
  }
  return {
    began,
    next: () => {
      const end = lasting.shift()
      if (end) end()
      else free++
    },
    release: () => {
      held = false
      for (const end of lasting) end()
    },
    stop: () => void (hashing.derive = derive),
  }
}
