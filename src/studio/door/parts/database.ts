// The door's database in this browser.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Waiting } from './outbox.ts'

interface Kept extends DBSchema {
  waiting: { key: string; value: Waiting }
  /** Data shown while offline. */
  kept: { key: string; value: unknown }
}

export type Database = IDBPDatabase<Kept>

let opened: Promise<Database> | undefined
let made = 0
/** How often this page has made the database: again if the browser deleted it meanwhile. */
export const timesMade = (): number => made

/** Undefined if it can't be done now, even on a new connection: what was to be stored is in this page only. */
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
    leave(used)
    throw error
  }
}

/** The next call opens a new connection. What runs on this one is still finished. */
function leave(left: Promise<Database>): void {
  if (opened === left) opened = undefined
  void left.then((db) => db.close()).catch(() => {})
}

function openKept(): Promise<Database> {
  const end = () => leave(opening)
  // async, as some browsers throw at once
  const open = async () =>
    await openDB<Kept>('door', 1, {
      terminated: end,
      blocking: end,
      upgrade(db) {
        made++
        db.createObjectStore('waiting', { keyPath: 'key' })
        db.createObjectStore('kept')
      },
    })
  const opening = open()
  return opening
}
