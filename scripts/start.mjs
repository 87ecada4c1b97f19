// `npm start` and, with --demo, `npm run demo`: the production server, in this same process, so that signals reach it.
import { prepare } from './prepare.mjs'

// the sample studio must never be mixed with real data
if (process.argv.includes('--demo')) process.env.DATA_DIR ??= 'demo-data'
process.env.NODE_ENV ??= 'production'

await prepare()
await import('../dist/server/main.js')
