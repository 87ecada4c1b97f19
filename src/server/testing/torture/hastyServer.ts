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

// as commands run: nothing of their closing statement is known yet
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
