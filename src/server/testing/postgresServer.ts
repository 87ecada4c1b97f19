import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface PostgresServer {
  /** URL of a database from which others can be created. */
  url: string
  stop(): Promise<void>
}

/** The server of TEST_DATABASE_URL, or else our own on loopback, which is removed after the tests. */
export async function postgresServer(): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  return await ownPostgresServer({ fsync: 'off', shared_buffers: '64MB' })
}

/** Starts our own server with these settings: on loopback, unprivileged, ended together with this process. */
export async function ownPostgresServer(given: Readonly<Record<string, string>>): Promise<PostgresServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-test-postgres-'))
  const owner = unprivileged()
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  const bin = binaries()
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'studio', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    {
      ...owner,
      cwd: folder,
      stdio: 'pipe',
    },
  )
  const port = await freePort()
  const stop = start(path.join(bin, 'postgres'), data, { ...given, port: String(port) }, folder, owner)
  const url = `postgres://studio@127.0.0.1:${port}/postgres`
  await untilItAnswers(url, folder, stop)
  return { url, stop }
}

interface Owner {
  uid: number
  gid: number
}

/** Another user to run PostgreSQL as, because it refuses to run as root. */
export function unprivileged(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim() || Number.NaN)
    const owner = { uid: id('-u'), gid: id('-g') }
    if (!Number.isNaN(owner.uid)) return owner
  }
  throw new Error('PostgreSQL does not run as root, and neither the user postgres nor nobody exists')
}

/** Folder of initdb and postgres. */
export function binaries(): string {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = '/usr/lib/postgresql'
  const majors = fs.existsSync(debian) ? fs.readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = [asked ?? '', ...majors.map((major) => path.join(debian, major, 'bin')), ...onPath]
  const found = candidates.find((folder) => folder && fs.existsSync(path.join(folder, 'initdb')))
  if (!found) throw new Error('No PostgreSQL was found: install it, or set TEST_DATABASE_URL')
  return found
}

// the shell stops the server when our end of its input closes, which happens however this process dies
const KEEPER = '"$0" "$@" >"$LOG" 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid; rm -rf "$FOLDER"'

function start(
  postgres: string,
  data: string,
  given: Readonly<Record<string, string>>,
  folder: string,
  owner: Owner | undefined,
): () => Promise<void> {
  const settings = {
    max_connections: 200,
    ...given,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const keeper = spawn('sh', ['-c', KEEPER, postgres, '-D', data, ...options], {
    ...owner,
    cwd: folder,
    env: { ...process.env, LOG: path.join(folder, 'log'), FOLDER: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in the terminal must reach it only through us
    detached: true,
  })
  return async () => {
    if (keeper.exitCode !== null) return
    const gone = once(keeper, 'exit')
    keeper.stdin.end()
    await gone
  }
}

async function untilItAnswers(url: string, folder: string, stop: () => Promise<void>) {
  for (let tries = 0; tries < 150; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch {
      await sleep(100)
    }
  }
  const log = fs.readFileSync(path.join(folder, 'log'), 'utf8')
  await stop()
  throw new Error(`PostgreSQL for the tests did not start:\n${log}`)
}

/**
 * Linux gives ports from 32,768 on to outgoing connections, so a free one there could be taken before we listen on it.
 */
const LOWEST = 20_000
const HIGHEST = 32_000

/** Each process takes ports from a share of its own: two that ask at the same moment would be given the same one. */
const SHARES = 48
const SHARE = (HIGHEST - LOWEST) / SHARES
const first = LOWEST + (process.pid % SHARES) * SHARE
let taken = Math.floor(Math.random() * SHARE)

/** Returns a free port, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (taken++ % SHARE)
    const server = net.createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
