import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { inject } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Builds the server (or the import) like `npm start`, once per run; returns the arguments to start it. */
export async function builtServer(program: 'main' | 'import' = 'main'): Promise<string[]> {
  if (inject('isBuilt')) return [`${PROJECT}dist/server/${program}.js`]
  const folder = inject('builtServer')
  if (!existsSync(folder)) await buildServer(folder)
  return [`${folder}/${program}.js`]
}

async function buildServer(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const unfinished = mkdtempSync(`${folder}.`)
  await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'], target: 'node' },
    build: {
      ssr: true,
      outDir: unfinished,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { main: 'src/server/main.ts', import: 'src/server/operator/programs/import.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  cpSync(`${PROJECT}src/server/db/migrations`, `${unfinished}/migrations`, { recursive: true })
  try {
    renameSync(unfinished, folder)
  } catch {
    // another test file was faster
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** A server without the protection of commits: see hastyServer.ts. */
export const hastyServer = ['--import', 'tsx', `${PROJECT}src/server/testing/torture/hastyServer.ts`]

export interface ServerProcess {
  readonly process: ChildProcess
  /** Output so far. */
  readonly said: () => string
  /**
   * Milliseconds from the start to the first response to a visitor; throws when the server ends before, or takes too
   * long.
   */
  serving(): Promise<number>
  /** Kills the server, as a power cut would. */
  kill(): Promise<void>
  /** Asks the server to close, and waits. */
  stop(): Promise<void>
}

/** Processor time (ms) of a process so far, which other load does not change; NaN where the system has no /proc. */
export function processorTimeOf({ pid }: Pick<ChildProcess, 'pid'>): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // user time and system time in hundredths of a second
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Runs a server in a separate process. */
export function serverProcess(program: readonly string[], env: Record<string, string>): ServerProcess {
  const started = performance.now()
  const child = spawn(process.execPath, program, {
    cwd: PROJECT,
    env: {
      PATH: process.env['PATH'],
      RATE_LIMIT_FACTOR: '1000000',
      BACKUP_DIR: 'off',
      BANK_IBAN: 'EE471000001020145685',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return {
    process: child,
    said: () => said,
    async serving() {
      while (performance.now() - started < 2 * 60_000) {
        if (child.exitCode !== null) throw new Error(`The server ended: ${said}`)
        const answer = await fetch(`http://127.0.0.1:${env['PORT']}/initial`).catch(() => null)
        if (answer?.status === 200) return performance.now() - started
        await sleep(10)
      }
      throw new Error(`The server did not start: ${said}`)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
