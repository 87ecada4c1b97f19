// The door's database in this browser.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Waiting } from './outbox.ts'

interface Kept extends DBSchema {
  waiting: { key: string; value: Waiting }
  /** Data shown while offline. */
  kept: { key: string; value: unknown }
}

type Database = IDBPDatabase<Kept>

let opened: Promise<Database> | undefined

/** Undefined if the window stores nothing: the queue then lives in this page only. */
export const inDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T | undefined> =>
  // a second time, because WebKit drops open connections
  await attempt(work)
    .catch(() => attempt(work))
    .catch(() => undefined)

async function attempt<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const used = (opened ??= openKept())
  try {
    return await work(await used)
  } catch (error) {
    if (opened === used) opened = undefined
    throw error
  }
}

// some browsers throw synchronously
const openKept = async () =>
  await openDB<Kept>('door', 1, {
    terminated() {
      opened = undefined
    },
    upgrade(db) {
      db.createObjectStore('waiting', { keyPath: 'key' })
      db.createObjectStore('kept')
    },
  })
