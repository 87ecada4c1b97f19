import pLimit from 'p-limit'
import { addressBucket } from '#server/commands/limits.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import { Shares } from '#server/live/shares.ts'

export const bounds = {
  /** Pages made at once: each makes several queries, and commands need database connections too. */
  atOnce: 4,
  /** Pages that may wait in addition. */
  waiting: 200,
  /** Pages of one address, which may be a whole studio's Wi-Fi. */
  byOne: 60,
  /** Timeout in milliseconds. */
  longestWait: 5_000,
}

const busy = () => new DatabaseBusy('Too many pages wait for their turn')

/**
 * Queue for making pages; throws DatabaseBusy when too many wait, in all or from one address. `factor` multiplies both
 * limits.
 */
export function pageTurns(factor: number) {
  const running = pLimit(bounds.atOnce)
  const held = new Shares()
  const inTurn = <T>(make: () => Promise<T>) =>
    new Promise<T>((done, failed) => {
      let late = false
      const patience = setTimeout(() => {
        late = true
        failed(busy())
      }, bounds.longestWait)
      void running(async () => {
        clearTimeout(patience)
        if (!late) await make().then(done, failed)
      })
    })
  return async <T>(address: string, make: () => Promise<T>): Promise<T> => {
    if (running.pendingCount >= bounds.waiting * factor) throw busy()
    const release = held.take(addressBucket(address), bounds.byOne * factor)
    if (!release) throw busy()
    return await inTurn(make).finally(release)
  }
}
