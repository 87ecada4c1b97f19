// A server without the limit on concurrent password hashing. Only for the negative control of the sign-in flood.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bounds } from '#server/commands/turns.ts'
import { startServer } from '#server/server.ts'
import { readSettings } from '#server/settings.ts'

const read = readSettings(process.env)
if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
if (process.env['UNBOUNDED']) Object.assign(bounds, { atOnce: Infinity, waiting: Infinity })
// a page to compress, because compression and hashing wait in the same thread pool when nothing limits the hashing
const webDir = join(read.settings.dataDir, 'web')
mkdirSync(webDir, { recursive: true })
writeFileSync(
  join(webDir, 'index.html'),
  '<html lang="en"><head></head><body><!--initial--><div id="root"></div></body>',
)
await startServer({ settings: read.settings, webDir })
