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

/** Milliseconds within which calls must succeed again once the database is there. */
const RECOVERED_WITHIN = limit(5_000)

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('on PostgreSQL', () => {
  const home = mkdtempSync(join(tmpdir(), 'away-'))
  let primary: Cluster
  let standby: Cluster
  let studio: Seeded
  let server: RunningServer
  let members: BusyMember[] = []
  let port = 0
  let stopped = false
  let busy: Promise<unknown> = Promise.resolve()

  beforeAll(async () => {
    chmodSync(home, 0o755)
    primary = await Cluster.create(home)
    studio = await seed({ dataDir: '', databaseUrl: primary.url }, 8)
    standby = await primary.standby(home)
    port = await freePort()
    const databaseUrl = `postgres://studio@${primary.host},${standby.host}/postgres`
    const env = { ...environmentOf({ dataDir: '', databaseUrl }, port, home), BACKUP_DIR: 'off' }
    const quiet = { say: () => {}, report: () => {} }
    server = await startServer({ settings: testSettings(env), webDir: null, ...quiet })
    members = studio.members.map((person) => new BusyMember(person, port))
    busy = Promise.all(members.map((member) => member.keepBusy(studio, () => stopped, 100)))
  }, PATIENCE)
  afterAll(async () => {
    stopped = true
    await server?.stop()
    await standby?.stop()
    await primary?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  /** Resolves with how long it took until every member was answered again. */
  async function allAnswered(): Promise<number> {
    const since = performance.now()
    const before = members.map((member) => member.journal.length)
    while (members.some((member, index) => member.journal.length === before[index])) await sleep(10)
    return performance.now() - since
  }

  const faults = () => members.flatMap((member) => member.faults)

  /** Waits until calls are answered with 503; returns the longest that such a refusal took, and checks what it says. */
  async function refusals(milliseconds: number): Promise<number> {
    const until = performance.now() + milliseconds
    let longest = 0
    let refused = 0
    while (performance.now() < until || refused === 0) {
      const since = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/initial`)
      await answer.arrayBuffer()
      if (answer.status === 200) continue
      refused++
      longest = Math.max(longest, performance.now() - since)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      await sleep(50)
    }
    return longest
  }

  it(
    'while it is stopped calls are refused with Retry-After, and go on by themselves when it is back',
    async () => {
      const away = numbers(500, 30_000)
      await allAnswered()
      await primary.stop()
      const longest = await refusals(away)
      await primary.start()
      const recovered = await allAnswered()
      expect(faults()).toEqual([])
      expect(recovered).toBeLessThan(RECOVERED_WITHIN)
      figure(
        6,
        `stopped for ${away / 1000} s`,
        `503 within ${longest.toFixed(0)} ms; all members answered ${recovered.toFixed(0)} ms after it was back`,
      )
    },
    PATIENCE,
  )

  it(
    'connections cut in the middle of transactions cost nobody more than another attempt',
    async () => {
      const rounds = numbers(3, 30)
      const before = members.reduce((sum, member) => sum + member.unanswered, 0)
      for (let round = 0; round < rounds; round++) {
        await sleep(Math.random() * 100)
        await primary.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dance-studio'`,
        )
        expect(await allAnswered()).toBeLessThan(RECOVERED_WITHIN)
      }
      expect(faults()).toEqual([])
      const again = members.reduce((sum, member) => sum + member.unanswered, 0) - before
      figure(6, 'all connections cut', `${rounds} times under load; ${again} calls tried again, all answered`)
    },
    PATIENCE,
  )

  it(
    'when the primary is killed, calls go on at the promoted standby, and nothing acknowledged is lost',
    async () => {
      await primary.kill()
      await standby.promote()
      const recovered = await allAnswered()
      stopped = true
      await busy
      const database = await openDatabase({ dataDir: '', databaseUrl: standby.url })
      expect(await lost(database, members)).toEqual([])
      expect(await findings(database)).toEqual([])
      await database.close()
      expect(faults()).toEqual([])
      expect(recovered).toBeLessThan(RECOVERED_WITHIN)
      const acknowledged = members.reduce((sum, member) => sum + member.journal.length, 0)
      figure(
        6,
        'primary killed, standby promoted',
        `all members answered after ${recovered.toFixed(0)} ms; ${acknowledged} acknowledged calls in all, 0 lost`,
      )
    },
    PATIENCE,
  )
})
