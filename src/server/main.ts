import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { engineCode } from '#server/db/embedded/embedded.ts'
import { startProblem } from '#server/operator/startProblem.ts'
import { readSettingsIn } from '#server/settings.ts'

const read = readSettingsIn(process.cwd())
if ('mistakes' in read) {
  for (const mistake of read.mistakes) console.error(mistake)
  process.exit(1)
}
if (!read.settings.databaseUrl) void engineCode()
// load the rest of the program meanwhile
const { startServer } = await import('#server/server.ts')
const { welcome } = await import('#server/operator/welcome.ts')
// `npm run demo` serves a sample studio from its own folder
const demo = process.argv.includes('--demo') ? await import('#server/demo/openDemo.ts') : null
const opened = demo
  ? demo.demoSettings(read.settings, process.argv.slice(2))
  : { settings: read.settings, warnings: [] }
const { settings } = opened

// beside the bundle; during development, Vite serves the page instead
const built = fileURLToPath(new URL('../web', import.meta.url))
const webDir = existsSync(`${built}/index.html`) ? built : null

const drawn = fileURLToPath(new URL('../render/render.js', import.meta.url))
const renderer = existsSync(drawn) ? drawn : null

const started = performance.now()
const server = await start().catch((error: unknown) => {
  console.error(startProblem(error, settings) ?? error)
  process.exit(1)
})
// before the server prints that it is open: whoever reads that may stop it at once
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    console.log('Closing.')
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}

console.log(welcome(settings, { hasAdmin: server.hasAdmin, milliseconds: performance.now() - started }))
if (demo) console.log(`\n${demo.accountsTable()}\n`)
if (settings.clockOffsetFile) {
  console.warn(
    `CLOCK_OFFSET_FILE is set: the seconds in ${settings.clockOffsetFile} move this studio's clock. Unset it where people book.\n`,
  )
}
for (const warning of [...read.warnings, ...opened.warnings]) console.warn(`${warning}\n`)

async function start() {
  const lines = settings.logFormat === 'json' ? (await import('#server/logLines.ts')).jsonLines() : {}
  if (!demo) return startServer({ settings, webDir, renderer, ...lines })
  return startServer({ settings, webDir, renderer, ...lines, database: await demo.openDemo(settings) })
}
