import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/postgresServer.ts'
import { HttpConnection } from './http.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const built = here('../../dist/server/main.js')
const probe = new URL('./probe.mjs', import.meta.url).href

/** The database of a studio under measurement. */
export type Home = { readonly dataDir: string } | { readonly databaseUrl: string }

export interface MeasuredServer {
  readonly port: number
  /** Milliseconds from the start of the process to the first response with status 200. */
  readonly startedIn: number
  /** Its memory use in bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** Starts the production build in a separate process. */
export async function startStudio(home: Home): Promise<MeasuredServer> {
  const port = await freePort()
  const database: Record<string, string> =
    'databaseUrl' in home ? { DATABASE_URL: home.databaseUrl } : { DATA_DIR: home.dataDir }
  const { PATH = '', HOME = '', BENCH_CPU_PROF: profiles } = process.env
  const profile = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const began = performance.now()
  const child = spawn(process.execPath, [...profile, '--import', probe, built], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      BACKUP_DIR: 'off',
      BANK_IBAN: 'EE471000001020145685',
      RATE_LIMIT_FACTOR: '1000000',
      ...database,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said}`)
    await sleep(5)
  }
  return {
    port,
    startedIn: performance.now() - began,
    memory: async () => {
      const answer = once(child, 'message')
      child.send('memory')
      const [bytes] = (await answer) as [number]
      return bytes
    },
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      if (said) console.error(`The server said: ${said.slice(0, 2000)}`)
    },
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const connection = await HttpConnection.open(port)
    const { status } = await connection.get('/health')
    connection.close()
    return status === 200
  } catch {
    return false
  }
}
