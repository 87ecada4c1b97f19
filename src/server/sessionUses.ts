import { databaseTrouble } from '#server/db/errors.ts'
import type { Services } from '#server/services.ts'

/** Interval in milliseconds. */
const OFTEN = 10_000

/** Regularly saves which sessions were used, and once more when stopped. */
export function startWritingUses({ uses, database, report }: Services): { stop(): Promise<void> } {
  const write = async () => {
    try {
      await uses.write(database)
    } catch (error) {
      // the next run includes them
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
