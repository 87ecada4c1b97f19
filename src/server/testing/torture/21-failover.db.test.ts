import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase, rows, type Database } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { aPurchase } from '#server/testing/fixtures.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import type { Person } from '#server/testing/studio.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { Client } from './client.ts'
import { Formation, hasAutoFailover } from './formation.ts'
import { BusyMember, lost } from './member.ts'
import { figure, limit, numbers, PATIENCE, percentile } from './numbers.ts'
import { environmentOf, inStudio, plant } from './seeded.ts'
import { builtServer, serverProcess } from './serverProcess.ts'

const ROW = 21
const KILLS = 10
/** Time (ms) after the primary is killed within which everybody's calls must get a response. */
const ANSWERED_WITHIN = limit(20_000)
/** Payments that staff confirm one by one, some in each round. */
const PAYMENTS = 300
const PRICE = 4000
const SCREENS = 20

/** A browser that shows the classes of the next weeks, and reconnects when its connection closes. */
class Screen {
  /** Time of the last received frame. */
  heardAt = 0
  shown = ''
  #socket!: WebSocket
  #closed = false

  constructor(port: number, person: Person) {
    this.#connect(port, person)
  }

  #connect(port: number, person: Person): void {
    const headers = { origin: `http://localhost:${port}`, cookie: `session=${person.sessionToken}` }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers })
    this.#socket = socket
    socket.on('open', () => {
      socket.send(JSON.stringify({ watch: 'classes', name: registrations.upcoming.name, input: { weeks: 2 } }))
    })
    socket.on('message', (data) => {
      const { answer } = JSON.parse((data as Buffer).toString()) as { answer?: unknown }
      if (answer === undefined) return
      this.shown = JSON.stringify(answer)
      this.heardAt = performance.now()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!this.#closed) setTimeout(() => this.#connect(port, person), 200)
    })
  }

  close(): void {
    this.#closed = true
    this.#socket.close()
  }
}

/** Confirms payments one after the other, at the pace of a person. */
async function confirmAll(desk: Client, paymentIds: readonly string[], stopped: () => boolean): Promise<number> {
  let confirmed = 0
  for (const paymentId of paymentIds) {
    if (stopped()) break
    const outcome = await desk.send(payments.confirm, { paymentId, actualAmount: PRICE, seenStatus: 'due' }, 100)
    if (outcome.ok) confirmed++
    await sleep(100)
  }
  return confirmed
}

/** Resolves when the condition holds; rejects after a minute. */
async function until(what: string, holds: () => boolean): Promise<void> {
  const last = performance.now() + 60_000
  while (!holds()) {
    if (performance.now() > last) throw new Error(`After a minute it was not so yet: ${what}`)
    await sleep(10)
  }
}

async function paidOf(database: Database): Promise<object | undefined> {
  const [paid] = rows<object>(
    await database.read.execute(sql`select
      (select count(*)::int from payments where status = 'confirmed' and price > 0) as confirmed,
      (select count(*)::int from receipts where undone_at is null and cents > 0) as receipts,
      (select count(distinct payment_id)::int from receipts where cents > 0) as once`),
  )
  return paid
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('on PostgreSQL kept by pg_auto_failover', () => {
  it(
    'a primary killed under load is replaced automatically, nothing acknowledged is lost, and all clients recover',
    async ({ skip }) => {
      if (numbers(true, false)) return skip('Ten times half a minute: looked at by `npm run torture`.')
      if (!hasAutoFailover()) {
        figure(ROW, 'primary killed under pg_auto_failover', 'skipped: pg_auto_failover is not installed')
        return skip('skipped: pg_auto_failover is not installed')
      }
      const home = mkdtempSync(join(tmpdir(), 'failover-'))
      chmodSync(home, 0o755)
      const formation = await Formation.create(home)
      const place = { dataDir: '', databaseUrl: formation.url }
      const program = await builtServer()
      const { seeded, bought } = await inStudio(place, async (studio) => {
        const planted = await plant(studio, 8)
        for (let n = 0; n < PAYMENTS; n++) {
          await aPurchase(studio, planted.admin, await studio.person(), { standardPrice: PRICE, memberPrice: 0 })
        }
        const due = await studio.sql<{ id: string }>`select id from payments where price = ${PRICE} order by id`
        return { seeded: planted, bought: due.map(({ id }) => id) }
      })
      const ports = [await freePort(), await freePort()] as const
      const servers = ports.map((port, n) => serverProcess(program, environmentOf(place, port, join(home, `s${n}`))))
      const members = seeded.members.map((person, n) => new BusyMember(person, ports[n % 2 === 0 ? 0 : 1]))
      const desk = new Client(seeded.admin, ports[0])
      const screens: Screen[] = []
      let stopped = false
      const times: { saved: number; everybody: number; screens: number; back: number }[] = []
      try {
        for (const server of servers) await server.serving()
        for (let n = 0; n < SCREENS; n++) {
          screens.push(new Screen(ports[n % 2 === 0 ? 0 : 1], seeded.members[n % seeded.members.length]!))
        }
        const busy = Promise.all(members.map((member) => member.keepBusy(seeded, () => stopped, 100)))
        const share = PAYMENTS / KILLS
        let confirmed = 0
        for (let round = 0; round < KILLS; round++) {
          const confirming = confirmAll(desk, bought.slice(round * share, (round + 1) * share), () => stopped)
          await until('all screens show something', () => screens.every(({ heardAt }) => heardAt > 0))
          await sleep(500 + Math.random() * 1_000)
          const switchOn = await formation.killPrimary()
          const killed = performance.now()
          const after = () => performance.now() - killed
          const before = members.map(({ journal }) => journal.length)
          // one response may have been on its way, so wait for one more
          const answered = (member: BusyMember, n: number) => member.journal.length > before[n]! + 1
          await until('somebody could save', () => members.some(answered))
          const saved = after()
          const savedAt = performance.now()
          await until('everybody could save', () => members.every(answered))
          const everybody = after()
          await until('all screens show what was saved', () => screens.every(({ heardAt }) => heardAt > savedAt))
          const shown = after()
          switchOn()
          const on = performance.now()
          await formation.settled()
          times.push({ saved, everybody, screens: shown, back: performance.now() - on })
          confirmed += await confirming
        }
        stopped = true
        await busy
        const database = await openDatabase(place)
        try {
          expect(await lost(database, members)).toEqual([])
          expect(await findings(database)).toEqual([])
          expect(await paidOf(database)).toEqual({ confirmed, receipts: confirmed, once: confirmed })
          expect(confirmed).toBe(PAYMENTS)
          // finally every screen shows the same, on both processes
          await until('all screens show the same', () => new Set(screens.map(({ shown }) => shown)).size === 1)
        } finally {
          await database.close()
        }
      } finally {
        stopped = true
        for (const screen of screens) screen.close()
        for (const server of servers) await server.kill()
        await formation.stop()
        rmSync(home, { recursive: true, force: true })
      }
      expect([...members, desk].flatMap(({ faults }) => faults)).toEqual([])
      const acknowledged = members.reduce((sum, { journal }) => sum + journal.length, 0) + desk.journal.length
      const of = (what: keyof (typeof times)[number]) => {
        const seconds = times.map((time) => time[what] / 1000)
        return `${percentile(seconds, 50).toFixed(1)} s, at most ${Math.max(...seconds).toFixed(1)} s`
      }
      figure(ROW, 'primary killed under pg_auto_failover', `${KILLS} times, ${acknowledged} acknowledged calls, 0 lost`)
      figure(ROW, 'nobody could save', `${of('saved')}; all members were answered after ${of('everybody')}`)
      figure(ROW, `${SCREENS} live screens on two processes were right again`, `after ${of('screens')}`)
      figure(ROW, 'the killed one was the standby again', `${of('back')} after it was switched on`)
      expect(Math.max(...times.map(({ everybody }) => everybody))).toBeLessThan(ANSWERED_WITHIN)
    },
    PATIENCE,
  )
})
