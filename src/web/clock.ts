import type { Instant } from '#kernel/time.ts'

const KEPT_AS = 'clockOffset'
/** Latest delay of a message, in ms; a larger difference means that the clock really changed. */
const JITTER = 2_000

// without a network, use the offset of the last contact
let offset = typeof window === 'undefined' ? 0 : kept()
const listeners = new Set<() => void>()

/** The studio's time as far as this device knows it; the device's own clock may be wrong by a day. */
export const studioTime = (): Instant => Date.now() + offset

/** Called with each new connection and each heartbeat, which carry the studio's time. */
export function learnTime(studioNow: Instant): void {
  const moved = studioNow - Date.now() - offset
  const isNear = Math.abs(moved) < JITTER
  // the less time a message spent on its way, the more exact its time: among close values the fastest message counts
  if (isNear && moved <= 0) return
  offset += moved
  if (isNear) return
  keep()
  for (const listener of listeners) listener()
}

/** Subscribes to changes of the clock offset; returns the unsubscribe function. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// storage may be blocked or full
function kept(): number {
  try {
    return Number(localStorage.getItem(KEPT_AS)) || 0
  } catch {
    return 0
  }
}

function keep(): void {
  try {
    localStorage.setItem(KEPT_AS, String(offset))
  } catch {
    // then the offset is learned from the next message
  }
}
