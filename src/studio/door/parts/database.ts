// The door's database in this browser.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Waiting } from './outbox.ts'

interface Kept extends DBSchema {
  waiting: { key: string; value: Waiting }
  /** Data shown while offline. */
  kept: { key: string; value: unknown }
}

let opened: Promise<IDBPDatabase<Kept> | null> | undefined
/** Null if the window stores nothing: the queue then lives in this page only. */
export const database = () => (opened ??= openKept().catch(() => null))

// some browsers throw synchronously
const openKept = async () =>
  await openDB<Kept>('door', 1, {
    upgrade(db) {
      db.createObjectStore('waiting', { keyPath: 'key' })
      db.createObjectStore('kept')
    },
  })
