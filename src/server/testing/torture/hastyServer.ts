// A server without the protection of commits: it acknowledges calls before they are committed.
// Only for the negative control of the `kill -9` test.
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startServer } from '#server/server.ts'
import { readSettings } from '#server/settings.ts'

const read = readSettings(process.env)
if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
const { settings } = read
const { dataDir, databaseUrl } = settings
const honest = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined })

// like real commands, but without waiting for the result of the closing statement
const transactionClosedBy: Database['transactionClosedBy'] = (work, closing, options) =>
  new Promise((acknowledge, fail) => {
    const late: typeof work = async (tx) => {
      const value = await work(tx)
      acknowledge({ value, rows: [] })
      await sleep(40)
      return value
    }
    honest.transactionClosedBy(late, closing, options).catch(fail)
  })
await startServer({ settings, webDir: null, database: { ...honest, transactionClosedBy } })
