import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver } from '#server/db/database.ts'
import { testEngine } from '#server/testing/database.ts'
import { TestStudio } from '#server/testing/studio.ts'

/** How long (ms) to wait after an unlocked read, so that even a machine with few cores interleaves the calls. */
const STALE = 20

/** The engine with its statements rewritten by `change`, and a pause after each rewritten one. */
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

/** The engine without row locks: "for update" is removed. */
const withoutLocks = (engine: Engine) =>
  replacing(engine, (text) => text.replace(/ for (no key )?update( of "\w+")?/g, ''), STALE)

/** Runs `work` with a studio without row locks; skips the test on an engine that never needs them. */
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
