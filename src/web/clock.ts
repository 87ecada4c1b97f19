import type { Instant } from '#kernel/time.ts'

const KEPT_AS = 'clockOffset'
/** A message takes no longer to come: what differs by more is another time. */
const JITTER = 2_000

// without a network the time is known from the last contact
let offset = typeof window === 'undefined' ? 0 : kept()
const listeners = new Set<() => void>()

/** The studio's time, as far as this device knows it: its own clock may be wrong by a day. */
export const studioTime = (): Instant => Date.now() + offset

/** The studio says its time with each connection and each beat. */
export function learnTime(studioNow: Instant): void {
  const moved = studioNow - Date.now() - offset
  const isNear = Math.abs(moved) < JITTER
  // a message that was on its way for longer says less: of those that are near each other the quickest counts
  if (isNear && moved <= 0) return
  offset += moved
  if (isNear) return
  keep()
  for (const listener of listeners) listener()
}

/** Called whenever this device learns another time; answers what ends it. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// a browser may refuse to keep anything
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
    // then it is learned anew
  }
}
