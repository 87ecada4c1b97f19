import { readFileSync } from 'node:fs'
import type { Instant } from '#kernel/time.ts'

/** Interval (ms) of reading the file. */
const LOOK = 1_000

/**
 * A clock moved by the number of seconds in a file, to try out what happens later. Without a file, or without a number
 * in it, the clock is not moved.
 */
export function movedClock(file: string): () => Instant {
  let lookedAt = -Infinity
  let offset = 0
  return () => {
    if (performance.now() - lookedAt >= LOOK) {
      lookedAt = performance.now()
      offset = offsetIn(file)
    }
    return Date.now() + offset
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
