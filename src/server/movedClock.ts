import { readFileSync } from 'node:fs'
import type { Instant } from '#kernel/time.ts'

/** Milliseconds between looks at the file. */
const LOOK = 1_000

/**
 * A clock that a file moves by a number of seconds, for whoever tries out what happens later. Where there is no file, or
 * no number in it, nothing is moved.
 */
export function movedClock(file: string, now: () => Instant = Date.now): () => Instant {
  let lookedAt = -Infinity
  let offset = 0
  return () => {
    if (performance.now() - lookedAt >= LOOK) {
      lookedAt = performance.now()
      offset = offsetIn(file)
    }
    return now() + offset
  }
}

function offsetIn(file: string): number {
  try {
    const seconds = Number(readFileSync(file, 'utf8').trim())
    return Number.isFinite(seconds) ? Math.round(seconds * 1000) : 0
  } catch {
    return 0
  }
}
