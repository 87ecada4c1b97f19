// A server with the guard of the commit switched off: it acknowledges what it has not committed yet.
// Only for the negative control of what `kill -9` must not lose.
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startServer } from '#server/server.ts'
import { readSettings } from '#server/settings.ts'

const read = readSettings(process.env)
if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
const { settings } = read
const { dataDir, databaseUrl } = settings
const honest = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined })

const transaction: Database['transaction'] = (work, options) => {
  if (options?.readOnly) return honest.transaction(work, options)
  return new Promise((acknowledge, fail) => {
    const late: typeof work = async (tx) => {
      const result = await work(tx)
      acknowledge(result)
      await sleep(40)
      return result
    }
    honest.transaction(late, options).catch(fail)
  })
}
await startServer({ settings, webDir: null, database: { ...honest, transaction } })
