import { hashing } from '#studio/accounts/server/passwords.ts'

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

/** Passwords in the order in which their hashes began; each lasts until `next` or `release` is called. */
export function heldHashes() {
  const { derive } = hashing
  const began: string[] = []
  const lasting: (() => void)[] = []
  let held = true
  hashing.derive = async (...asked) => {
    began.push(asked[0])
    if (held) await new Promise<void>((resolve) => lasting.push(resolve))
    return derive(...asked)
  }
  return {
    began,
    next: () => lasting.shift()?.(),
    release: () => {
      held = false
      for (const end of lasting) end()
    },
    stop: () => void (hashing.derive = derive),
  }
}
