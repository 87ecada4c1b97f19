// A server whose bound on hashing passwords is switched off. Only for the negative control of a flood of sign-ins.
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { startServer } from '#server/server.ts'
import { readSettings } from '#server/settings.ts'
import { hashing } from '#studio/accounts/server/hashing.ts'

const read = readSettings(process.env)
if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
if (process.env['UNBOUNDED']) {
  hashing.atOnce = Infinity
  hashing.derive = promisify(scrypt) as typeof hashing.derive
}
await startServer({ settings: read.settings, webDir: null })
