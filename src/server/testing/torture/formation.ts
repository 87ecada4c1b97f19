import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { binaries, freePort, unprivileged } from '#server/testing/postgresServer.ts'

// the shell stops the node when our end of its input closes, which happens however this process dies
const KEEPER = '"$0" "$@" >>"$LOG" 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid'

/** Timeouts as in docs/operating.md: a primary that is silent for three seconds is replaced. */
const QUICK = {
  'pgautofailover.health_check_period': 1000,
  'pgautofailover.health_check_timeout': 1000,
  'pgautofailover.health_check_max_retries': 1,
  'pgautofailover.node_considered_unhealthy_timeout': 3000,
  'pgautofailover.primary_demote_timeout': 3000,
}

/** Whether pg_auto_failover is installed, with its extension for the PostgreSQL version in use. */
export function hasAutoFailover(): boolean {
  const { stdout, status } = spawnSync(path.join(binaries(), 'pg_config'), ['--sharedir'], { encoding: 'utf8' })
  const isThere = status === 0 && fs.existsSync(path.join(stdout.trim(), 'extension/pgautofailover.control'))
  return isThere && spawnSync('pg_autoctl', ['--version']).status === 0
}

/** One machine of the formation: PostgreSQL, and the program that manages it. */
class Member {
  readonly port: number
  readonly #home: string
  readonly #data: string
  #keeper: ChildProcess | null = null

  constructor(home: string, name: string, port: number) {
    this.#home = home
    this.#data = path.join(home, name)
    this.port = port
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  create(kind: 'monitor' | 'postgres', ...options: string[]): void {
    const common = ['--pgdata', this.#data, '--pgport', String(this.port), '--hostname', '127.0.0.1']
    const env = this.#env
    const all = ['create', kind, ...common, '--auth', 'trust', '--no-ssl', ...options]
    execFileSync('pg_autoctl', all, { ...unprivileged(), cwd: this.#home, env, stdio: 'pipe' })
  }

  start(): void {
    this.#keeper = spawn('sh', ['-c', KEEPER, 'pg_autoctl', 'run', '--pgdata', this.#data], {
      ...unprivileged(),
      cwd: this.#home,
      env: { ...this.#env, LOG: `${this.#data}.log` },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
  }

  async stop(): Promise<void> {
    const keeper = this.#keeper
    if (!keeper || keeper.exitCode !== null || keeper.signalCode !== null) return
    const gone = once(keeper, 'exit')
    keeper.stdin?.end()
    await gone
  }

  /** Kills everything on the machine at once, as its loss would. */
  async kill(): Promise<void> {
    const keeper = this.#keeper
    if (!keeper?.pid) throw new Error('It does not run')
    const gone = once(keeper, 'exit')
    const [postmaster = ''] = fs.readFileSync(path.join(this.#data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(-keeper.pid, 'SIGKILL')
    try {
      process.kill(Number(postmaster), 'SIGKILL')
    } catch {
      // it ended together with the others
    }
    await gone
  }

  async query<Row extends object>(user: string, database: string, text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: `postgres://${user}@${this.host}/${database}` })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  // PostgreSQL's own programs first: Debian's wrappers of the same names only know Debian's clusters
  get #env(): Record<string, string> {
    return {
      PATH: `${binaries()}${path.delimiter}${process.env['PATH']}`,
      HOME: this.#home,
      XDG_CONFIG_HOME: path.join(this.#home, 'config'),
      XDG_DATA_HOME: path.join(this.#home, 'state'),
      XDG_RUNTIME_DIR: path.join(this.#home, 'run'),
    }
  }
}

/**
 * A monitor and two nodes of pg_auto_failover on loopback: a primary, and a standby that has each commit before it is
 * acknowledged.
 */
export class Formation {
  readonly #monitor: Member
  readonly #nodes: readonly Member[]

  private constructor(monitor: Member, nodes: readonly Member[]) {
    this.#monitor = monitor
    this.#nodes = nodes
  }

  static async create(home: string): Promise<Formation> {
    const owner = unprivileged()
    if (owner) fs.chownSync(home, owner.uid, owner.gid)
    fs.mkdirSync(path.join(home, 'run'))
    if (owner) fs.chownSync(path.join(home, 'run'), owner.uid, owner.gid)
    const monitor = new Member(home, 'monitor', await freePort())
    const nodes = [new Member(home, 'a', await freePort()), new Member(home, 'b', await freePort())]
    const formation = new Formation(monitor, nodes)
    monitor.create('monitor')
    monitor.start()
    await formation.#until(() => monitor.query('postgres', 'postgres', 'select 1'))
    for (const [name, value] of Object.entries(QUICK)) {
      await monitor.query('postgres', 'postgres', `alter system set ${name} = ${value}`)
    }
    await monitor.query('postgres', 'postgres', 'select pg_reload_conf()')
    for (const node of nodes) {
      const of = `postgres://autoctl_node@${monitor.host}/pg_auto_failover`
      node.create('postgres', '--username', 'studio', '--dbname', 'studio', '--monitor', of)
      node.start()
    }
    await formation.settled()
    return formation
  }

  /** URL of both nodes, as in the studio's DATABASE_URL. */
  get url(): string {
    return `postgres://studio@${this.#nodes.map(({ host }) => host).join(',')}/studio`
  }

  /** Resolves when one node is the primary and the other its synchronous standby. */
  async settled(): Promise<void> {
    await this.#until(async () => {
      const states = await this.#monitor.query<{ now: string; then: string }>(
        'postgres',
        'pg_auto_failover',
        `select reportedstate::text as now, goalstate::text as then from pgautofailover.node where health = 1`,
      )
      const reached = states.filter(({ now, then }) => now === then).map(({ now }) => now)
      return reached.toSorted().join() === 'primary,secondary' ? states : []
    })
  }

  /** Kills the primary's machine; returns a function that starts it again. */
  async killPrimary(): Promise<() => void> {
    const [found] = await this.#monitor.query<{ port: number }>(
      'postgres',
      'pg_auto_failover',
      `select nodeport as port from pgautofailover.node where reportedstate = 'primary'`,
    )
    const primary = this.#nodes.find(({ port }) => port === found?.port)
    if (!primary) throw new Error('There is no primary')
    await primary.kill()
    return () => primary.start()
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) await node.stop()
    await this.#monitor.stop()
  }

  async #until(found: () => Promise<readonly object[]>): Promise<void> {
    const until = performance.now() + 120_000
    for (;;) {
      const rows = await found().catch(() => [])
      if (rows.length > 0) return
      if (performance.now() > until) throw new Error('The formation of PostgreSQL servers did not come up')
      await sleep(100)
    }
  }
}
