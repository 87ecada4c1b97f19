import { availableParallelism } from 'node:os'
import { DatabaseBusy } from '#server/db/errors.ts'

/**
 * How many passwords are hashed at a time, and how many may wait. Half of the cores at most, so that a flood of
 * sign-ins leaves the rest of the studio its processor; the queue is about ten seconds of work, and whoever comes then
 * is asked to try again.
 */
export const hashing = { atOnce: Math.max(1, Math.floor(availableParallelism() / 2)), mostWaiting: 100 }

let busy = 0
const waiting: (() => void)[] = []

/** Whether the next one would be refused. */
export const isFull = (): boolean => busy >= hashing.atOnce && waiting.length >= hashing.mostWaiting

/** Does the work as soon as there is a seat for it; throws DatabaseBusy when too many wait already. */
export async function seated<T>(work: () => Promise<T>): Promise<T> {
  if (busy < hashing.atOnce) busy++
  else if (waiting.length >= hashing.mostWaiting) throw new DatabaseBusy('Too many passwords are being checked')
  // whoever gets up hands over the seat
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}
