import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { startServer, type RunningServer } from '#server/server.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { testSettings } from '#server/testing/studio.ts'
import { Cluster } from './cluster.ts'
import { BusyMember, lost } from './member.ts'
import { figure, limit, numbers, PATIENCE } from './numbers.ts'
import { environmentOf, seed, type Seeded } from './seeded.ts'

/** Time (ms) within which calls must succeed again after the database is back. */
const RECOVERED_WITHIN = limit(5_000)

/** A server on a primary with a standby, and members who stay busy until stopped. */
class Away {
  readonly members: readonly BusyMember[]
  readonly port: number
  readonly primary: Cluster
  readonly standby: Cluster
  readonly #server: RunningServer
  readonly #busy: Promise<unknown>
  #stopped = false

  private constructor(
    clusters: { primary: Cluster; standby: Cluster },
    server: RunningServer,
    studio: Seeded,
    port: number,
  ) {
    this.primary = clusters.primary
    this.standby = clusters.standby
    this.#server = server
    this.port = port
    this.members = studio.members.map((person) => new BusyMember(person, port))
    this.#busy = Promise.all(this.members.map((member) => member.keepBusy(studio, () => this.#stopped, 100)))
  }

  static async begin(home: string, waitedFor = true): Promise<Away> {
    const primary = await Cluster.create(home)
    const studio = await seed({ dataDir: '', databaseUrl: primary.url }, 8)
    const standby = await primary.standby(home, waitedFor)
    const port = await freePort()
    const databaseUrl = `postgres://studio@${primary.host},${standby.host}/postgres`
    const env = { ...environmentOf({ dataDir: '', databaseUrl }, port, home), BACKUP_DIR: 'off' }
    const quiet = { say: () => {}, report: () => {} }
    const server = await startServer({ settings: testSettings(env), webDir: null, ...quiet })
    return new Away({ primary, standby }, server, studio, port)
  }

  get acknowledged(): number {
    return this.members.reduce((sum, member) => sum + member.journal.length, 0)
  }

  get unanswered(): number {
    return this.members.reduce((sum, member) => sum + member.unanswered, 0)
  }

  get faults(): number[] {
    return this.members.flatMap((member) => member.faults)
  }

  /** Waits until every member got a response again; returns the time that took (ms). */
  async allAnswered(): Promise<number> {
    const since = performance.now()
    const before = this.members.map((member) => member.journal.length)
    while (this.members.some((member, index) => member.journal.length === before[index])) await sleep(10)
    return performance.now() - since
  }

  /** Waits for refusals with 503 and checks them; returns the longest response time of one (ms). */
  async refusals(milliseconds: number): Promise<number> {
    const until = performance.now() + milliseconds
    let longest = 0
    let refused = 0
    while (performance.now() < until || refused === 0) {
      const since = performance.now()
      const answer = await fetch(`http://127.0.0.1:${this.port}/initial`)
      await answer.arrayBuffer()
      if (answer.status === 200) continue
      refused++
      longest = Math.max(longest, performance.now() - since)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      await sleep(50)
    }
    return longest
  }

  /**
   * Kills the primary and promotes the standby; returns how long members waited (ms), lost changes and broken
   * invariants.
   */
  async changeOver(): Promise<{ recovered: number; missing: unknown[]; found: unknown[] }> {
    await this.primary.kill()
    await this.standby.promote()
    const recovered = await this.allAnswered()
    this.#stopped = true
    await this.#busy
    const database = await openDatabase({ dataDir: '', databaseUrl: this.standby.url })
    try {
      return { recovered, missing: await lost(database, this.members), found: await findings(database) }
    } finally {
      await database.close()
    }
  }

  async end(): Promise<void> {
    this.#stopped = true
    await this.#server.stop()
    await this.standby.stop()
    await this.primary.stop()
  }
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('on PostgreSQL', () => {
  const home = mkdtempSync(join(tmpdir(), 'away-'))
  let away: Away

  beforeAll(async () => {
    chmodSync(home, 0o755)
    away = await Away.begin(home)
  }, PATIENCE)
  afterAll(async () => {
    await away?.end()
    rmSync(home, { recursive: true, force: true })
  })

  it(
    'refuses calls with Retry-After while the database is stopped, and recovers by itself when it is back',
    async () => {
      const milliseconds = numbers(500, 30_000)
      await away.allAnswered()
      await away.primary.stop()
      const longest = await away.refusals(milliseconds)
      await away.primary.start()
      const recovered = await away.allAnswered()
      expect(away.faults).toEqual([])
      expect(recovered).toBeLessThan(RECOVERED_WITHIN)
      figure(
        6,
        `stopped for ${milliseconds / 1000} s`,
        `503 within ${longest.toFixed(0)} ms; all members answered ${recovered.toFixed(0)} ms after it was back`,
      )
    },
    PATIENCE,
  )

  it(
    'connections cut during transactions only cost a retry',
    async () => {
      const rounds = numbers(3, 30)
      const before = away.unanswered
      for (let round = 0; round < rounds; round++) {
        await sleep(Math.random() * 100)
        await away.primary.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dance-studio'`,
        )
        expect(await away.allAnswered()).toBeLessThan(RECOVERED_WITHIN)
      }
      expect(away.faults).toEqual([])
      const again = away.unanswered - before
      figure(6, 'all connections cut', `${rounds} times under load; ${again} calls tried again, all answered`)
    },
    PATIENCE,
  )

  it(
    'after the primary is killed, calls continue on the promoted standby, and nothing acknowledged is lost',
    async () => {
      const { recovered, missing, found } = await away.changeOver()
      expect(missing).toEqual([])
      expect(found).toEqual([])
      expect(away.faults).toEqual([])
      expect(recovered).toBeLessThan(RECOVERED_WITHIN)
      figure(
        6,
        'primary killed, standby promoted',
        `all members answered after ${recovered.toFixed(0)} ms; ${away.acknowledged} acknowledged calls in all, 0 lost`,
      )
    },
    PATIENCE,
  )

  it(
    'with an asynchronous, disconnected standby, the same test finds losses (negative control)',
    async ({ skip }) => {
      if (numbers(true, false)) return skip('Two more servers of PostgreSQL: looked at by `npm run torture`.')
      const careless = await Away.begin(home, false)
      try {
        await careless.allAnswered()
        await careless.standby.leave()
        await careless.allAnswered()
        const { missing } = await careless.changeOver()
        figure(
          6,
          'a standby that nobody waits for',
          `${missing.length} of ${careless.acknowledged} acknowledged are lost`,
        )
        expect(missing.length).toBeGreaterThan(0)
      } finally {
        await careless.end()
      }
    },
    PATIENCE,
  )
})
