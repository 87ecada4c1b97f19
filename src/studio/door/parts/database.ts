// What the door keeps in this browser.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Waiting } from './outbox.ts'

interface Kept extends DBSchema {
  waiting: { key: string; value: Waiting }
  /** What the door shows without a network. */
  kept: { key: string; value: unknown }
}

let opened: Promise<IDBPDatabase<Kept> | null> | undefined
/** Null in a window that keeps nothing: then it waits in this page alone. */
export const database = () => (opened ??= openKept().catch(() => null))

// some windows throw before there is a promise
const openKept = async () =>
  await openDB<Kept>('door', 1, {
    upgrade(db) {
      db.createObjectStore('waiting', { keyPath: 'key' })
      db.createObjectStore('kept')
    },
  })
