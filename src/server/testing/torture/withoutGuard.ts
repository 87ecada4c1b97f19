import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver } from '#server/db/database.ts'
import { testEngine } from '#server/testing/database.ts'
import { TestStudio } from '#server/testing/studio.ts'

/** For how long what was read without its lock grows old, in ms: a machine with few cores would do one call after the other. */
const STALE = 20

/** The engine with the texts of its statements changed, and with a wait after those that were. */
export function replacing(engine: Engine, change: (text: string) => string, wait = 0): Engine {
  return {
    ...engine,
    async connect(milliseconds, purpose) {
      const connection = await engine.connect(milliseconds, purpose)
      return {
        ...connection,
        query: async (text, values, mode) => {
          const changed = change(text)
          const answer = await connection.query(changed, values, mode)
          if (changed !== text && wait > 0) await pause(wait)
          return answer
        },
      }
    },
  }
}

/** The engine with the guard of the row locks switched off: what is read "for update" is only read. */
const withoutLocks = (engine: Engine) =>
  replacing(engine, (text) => text.replace(/ for (no key )?update( of "\w+")?/g, ''), STALE)

/** Hands a studio without row locks to `work`, or skips the test where they are never needed. */
export async function withoutRowLocks(
  skip: (why: string) => void,
  work: (careless: TestStudio) => Promise<void>,
): Promise<void> {
  const { engine, url } = await testEngine()
  if (!url) {
    await engine.close()
    return skip('The embedded database is one connection: there its turns are the guard, and the lock is never needed.')
  }
  const careless = await TestStudio.open({}, databaseOver(withoutLocks(engine)))
  try {
    await work(careless)
  } finally {
    await careless.close()
  }
}
