import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { binaries, freePort, unprivileged } from '#server/testing/postgresServer.ts'

// the shell stops the server when our end of its input closes, which happens however this process dies
const KEEPER = '"$0" "$@" >>"$LOG" 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid'

/** Our own PostgreSQL server with syncing on, which a test may stop, kill, restart and promote. */
export class Cluster {
  readonly port: number
  readonly #folder: string
  #keeper: ChildProcess | null = null

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
  }

  /** Creates and starts an empty server; `more` are options of initdb. */
  static async create(home: string, more: readonly string[] = []): Promise<Cluster> {
    const cluster = new Cluster(folderFor(home), await freePort())
    const options = ['-U', 'studio', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C', ...more]
    run('initdb', cluster.#folder, '-D', cluster.#data, ...options)
    await cluster.start()
    return cluster
  }

  /** A standby of this server. With `waitedFor`, each commit is written there before it is acknowledged. */
  async standby(home: string, waitedFor = true): Promise<Cluster> {
    const standby = new Cluster(folderFor(home), await freePort())
    const source = `host=127.0.0.1 port=${this.port} user=studio application_name=standby`
    run('pg_basebackup', standby.#folder, '-d', source, '-D', standby.#data, '-R', '-c', 'fast', '--no-sync')
    await standby.start()
    if (waitedFor) await this.#set('synchronous_standby_names', '*')
    await this.#until(`select from pg_stat_replication where sync_state = '${waitedFor ? 'sync' : 'async'}'`)
    return standby
  }

  /** Cuts the standby off from its primary, as when the network between them fails. */
  async leave(): Promise<void> {
    await this.#set('primary_conninfo', '')
    await this.#until('select where not exists (select from pg_stat_wal_receiver)')
  }

  async #set(name: string, value: string): Promise<void> {
    await this.query(`alter system set ${name} = '${value}'`)
    await this.query('select pg_reload_conf()')
  }

  /** Resolves when the query returns a row. */
  async #until(found: string): Promise<void> {
    while ((await this.query(found)).rowCount === 0) await sleep(20)
  }

  /** Content of its log. */
  said(): string {
    return fs.readFileSync(this.#log, 'utf8')
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  get url(): string {
    return `postgres://studio@${this.host}/postgres`
  }

  /** Starts the server, and waits until it responds. */
  async start(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '32MB',
      // commits wait for the standby, which by default would look for its primary only every five seconds
      wal_retrieve_retry_interval: '200ms',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.#keeper = spawn('sh', ['-c', KEEPER, path.join(binaries(), 'postgres'), '-D', this.#data, ...options], {
      ...unprivileged(),
      cwd: this.#folder,
      env: { ...process.env, LOG: this.#log },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    for (let tries = 0; tries < 600; tries++) {
      const answered = await this.query('select 1').catch(() => null)
      if (answered) return
      await sleep(50)
    }
    throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(this.#log, 'utf8')}`)
  }

  /** Starts the server if it has ended by itself. */
  async startIfEnded(): Promise<void> {
    if (!(await this.query('select 1').catch(() => null))) {
      await this.stop()
      await this.start()
    }
  }

  /** Stops the server as its administrator would. */
  async stop(): Promise<void> {
    const keeper = this.#keeper
    if (!keeper || keeper.exitCode !== null) return
    const gone = once(keeper, 'exit')
    keeper.stdin?.end()
    await gone
  }

  /** Kills the server, as the loss of its machine would. */
  async kill(): Promise<void> {
    const [first = ''] = fs.readFileSync(path.join(this.#data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(first), 'SIGKILL')
    await this.stop()
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 60)')
  }

  async query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'administrator' })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  get #data(): string {
    return path.join(this.#folder, 'data')
  }

  get #log(): string {
    return path.join(this.#folder, 'log')
  }
}

function folderFor(home: string): string {
  const folder = fs.mkdtempSync(path.join(home, 'cluster-'))
  const owner = unprivileged()
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  return folder
}

function run(program: string, folder: string, ...args: string[]): void {
  execFileSync(path.join(binaries(), program), args, { ...unprivileged(), cwd: folder, stdio: 'pipe' })
}
