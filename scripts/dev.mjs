// `npm run dev`: both sides reload on changes. Vite serves the browser's side and forwards calls to the server.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { ensurePackages } from './prepare.mjs'
import { bin, root } from './tools.mjs'

process.chdir(root)
await ensurePackages()
const { createServer } = await import('vite')

const settings = { ...(existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}), ...process.env }
const port = Number(settings.PORT || 3000)
if (!Number.isInteger(port)) throw new Error(`PORT must be a port number, but it is "${settings.PORT}".`)
const host = settings.HOST || '127.0.0.1'
const url = settings.BASE_URL || `http://localhost:${port}`
const behind = `http://127.0.0.1:${port + 1}`

const server = spawn(bin('tsx'), ['watch', '--clear-screen=false', 'src/server/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: String(port + 1), HOST: '127.0.0.1', BASE_URL: url },
  stdio: ['ignore', 'inherit', 'inherit'],
})

// keeps the Host header: the server compares it with the page's host, and Vite would replace it by the target's
const target = { target: behind, changeOrigin: false }
const proxy = {
  '/rpc': target,
  '/initial': target,
  '/calendar': target,
  '/feeds': target,
  '/papers': target,
  '/look/': target,
  '/embed/': target,
  '/preview/': target,
  // a mail program posts; a person opens a screen
  '/unsubscribe/': { ...target, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
  '/manifest.webmanifest': target,
  '/health': target,
  '^/ready$': target,
  '/live': { ...target, ws: true },
}
const web = await createServer({ clearScreen: false, server: { host, port, strictPort: true, proxy } })
await web.listen()

const over = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill(signal))
server.once('exit', () => {
  over.abort()
  void web.close()
})

const answers = () =>
  fetch(`${behind}/health`).then(
    () => true,
    () => false,
  )
while (!over.signal.aborted && !(await answers())) await sleep(200)
if (!over.signal.aborted) console.log(`\nOpen ${url} (both sides reload by themselves; Ctrl-C ends)\n`)
