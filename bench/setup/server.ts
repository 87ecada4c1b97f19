import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/postgresServer.ts'
import { HttpConnection } from './http.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const built = here('../../dist/server/main.js')
const probe = new URL('./probe.mjs', import.meta.url).href

/** Which database a studio under measurement has. */
export type Home = { readonly dataDir: string } | { readonly databaseUrl: string }

/** What a process says of itself: memory in bytes, CPU in milliseconds since its start. */
export interface Usage {
  readonly rss: number
  readonly heapUsed: number
  readonly cpu: number
}

export interface MeasuredServer {
  readonly port: number
  readonly pid: number
  /** Milliseconds from its start to the first 200. */
  readonly startedIn: number
  /** With `collect` the garbage is thrown away first. */
  usage(collect?: 'collect'): Promise<Usage>
  stop(): Promise<void>
}

/** The variables that `npm start` begins with: they must be there before the process is. */
function variablesOfStart(): Record<string, string> {
  const { scripts } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as { scripts: { start: string } }
  return Object.fromEntries(
    [...scripts.start.matchAll(/(\w+)=(\S+) /g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The built product in a process of its own, as `npm start` starts it. */
export async function startStudio(home: Home): Promise<MeasuredServer> {
  const port = await freePort()
  const database: Record<string, string> =
    'databaseUrl' in home ? { DATABASE_URL: home.databaseUrl } : { DATA_DIR: home.dataDir }
  const profile = process.env['BENCH_CPU_PROF'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_CPU_PROF']}`] : []
  return await start([...profile, built], '/health', port, {
    BASE_URL: `http://localhost:${port}`,
    BACKUP_DIR: 'off',
    RATE_LIMIT_FACTOR: '1000000',
    BANK_IBAN: 'EE471000001020145685',
    ...variablesOfStart(),
    ...database,
  })
}

/** Fastify that answers at once, and a bare WebSocket broadcast: what nothing of ours could be faster than. */
export async function startBare(): Promise<MeasuredServer> {
  const port = await freePort()
  return await start([here('./bare-server.mjs')], '/health', port, {})
}

async function start(
  args: readonly string[],
  firstPath: string,
  port: number,
  env: Record<string, string>,
): Promise<MeasuredServer> {
  const { PATH = '', HOME = '' } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, ...args], {
    env: { PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!(await answers(port, firstPath))) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said}`)
    await sleep(5)
  }
  const startedIn = performance.now() - began
  return {
    port,
    pid: child.pid ?? Number.NaN,
    startedIn,
    usage: (collect) => ask(child, collect),
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      if (said) console.error(`The server said: ${said.slice(0, 2000)}`)
    },
  }
}

/** From now on the servers run in turn, one at a time: together they have one core. */
export function shareOneCore(servers: readonly MeasuredServer[]): { end(): Promise<void> } {
  // ms; long enough for many answers of the database, so that who runs works instead of waiting for its next slice
  const slice = 8
  const dealer = fork(here('./slices.mjs'), [slice, ...servers.map(({ pid }) => pid)].map(String), { execArgv: [] })
  return {
    end: async () => {
      const gone = once(dealer, 'exit')
      dealer.disconnect()
      await gone
    },
  }
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const connection = await HttpConnection.open(port)
    const { status } = await connection.get(path)
    connection.close()
    return status === 200
  } catch {
    return false
  }
}

async function ask(child: ChildProcess, collect?: 'collect'): Promise<Usage> {
  const answer = once(child, 'message')
  child.send(collect ?? 'usage')
  const [usage] = (await answer) as [Usage]
  return usage
}
