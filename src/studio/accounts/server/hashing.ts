import { availableParallelism } from 'node:os'
import { DatabaseBusy } from '#server/db/errors.ts'
import { gentleScrypt } from './gentleScrypt.ts'

/**
 * How many passwords are hashed at a time, how many may wait, and for how many milliseconds. Half of the cores at most,
 * and in threads that give way to it, so that a flood of sign-ins leaves the rest of the studio its processor. Whoever
 * would wait longer than a browser does is asked to try again.
 */
export const hashing = {
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  mostWaiting: 100,
  longestWait: 9_000,
  derive: gentleScrypt,
}

let busy = 0
const waiting: (() => void)[] = []

/** Whether the next one would be refused. */
export const isFull = (): boolean => busy >= hashing.atOnce && waiting.length >= hashing.mostWaiting

/** Does the work as soon as there is a seat for it; throws DatabaseBusy when too many wait already. */
export async function seated<T>(work: () => Promise<T>): Promise<T> {
  if (busy < hashing.atOnce) busy++
  else if (waiting.length >= hashing.mostWaiting) throw new DatabaseBusy('Too many passwords are being checked')
  // whoever gets up hands over the seat
  else await aSeat()
  try {
    return await work()
  } finally {
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
