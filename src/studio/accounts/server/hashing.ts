import { availableParallelism } from 'node:os'
import { DatabaseBusy } from '#server/db/errors.ts'
import { gentleScrypt } from './gentleScrypt.ts'

/**
 * How many passwords are hashed at a time, for how many milliseconds' worth of hashes others are let in to wait, and how
 * long one of them waits at the most. A quarter of the cores, and in threads that give way to it, so that a flood of
 * sign-ins leaves the rest of the studio, and its database, their processor.
 */
export const hashing = {
  atOnce: Math.max(1, Math.floor(availableParallelism() / 4)),
  longestQueue: 3_000,
  /** However slow or fast they are. */
  fewestWaiting: 8,
  mostWaiting: 100,
  longestWait: 9_000,
  derive: gentleScrypt,
}

let inside = 0
let busy = 0
const waiting: (() => void)[] = []
/** Milliseconds that a hash takes, of the latest ones most: many of them as soon as the computer has other work. */
let pace = 250

/** How many calls that may hash are let in: those that are hashed now, and those whose turn comes soon. */
function room(): number {
  const { atOnce, longestQueue, fewestWaiting, mostWaiting } = hashing
  return atOnce + Math.max(fewestWaiting, Math.min(mostWaiting, Math.ceil((atOnce * longestQueue) / pace)))
}

/**
 * Lets a call in that may hash, before it asks anything of the database; answers what it calls when it is done, or null
 * when so many are inside that it would wait for too long. So a flood costs the database no more than what is hashed.
 */
export function letIn(): (() => void) | null {
  if (inside >= room()) return null
  inside++
  return () => void inside--
}

/** Does the work as soon as there is a seat for it; throws DatabaseBusy when that takes longer than a browser waits. */
export async function seated<T>(work: () => Promise<T>): Promise<T> {
  if (busy < hashing.atOnce) busy++
  // whoever gets up hands over the seat
  else await aSeat()
  const since = performance.now()
  try {
    return await work()
  } finally {
    pace += (performance.now() - since - pace) / 8
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

function aSeat(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sit = () => {
      clearTimeout(tired)
      resolve()
    }
    const tired = setTimeout(() => {
      waiting.splice(waiting.indexOf(sit), 1)
      reject(new DatabaseBusy('Passwords are being checked too slowly'))
    }, hashing.longestWait)
    waiting.push(sit)
  })
}
