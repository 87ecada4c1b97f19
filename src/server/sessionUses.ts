import { databaseTrouble } from '#server/db/errors.ts'
import type { Services } from '#server/services.ts'

/** Milliseconds. */
const OFTEN = 10_000

/** Writes now and then which sessions were used, and once more at the end. */
export function startWritingUses({ uses, database, report }: Services): { stop(): Promise<void> } {
  const write = async () => {
    try {
      await uses.write(database)
    } catch (error) {
      // the next turn has them as well
      if (!databaseTrouble(error)) report('The last uses of sessions could not be written.', error)
    }
  }
  const timer = setInterval(() => void write(), OFTEN).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return write()
    },
  }
}
