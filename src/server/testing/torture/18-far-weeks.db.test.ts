import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { dropIn } from '#server/testing/fixtures.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { DASHBOARD_WEEKS, FIRST_WEEKS } from '#studio/registrations/rules.ts'
import { Client } from './client.ts'
import { figure, full, inLanes, PATIENCE, percentile } from './numbers.ts'
import { environmentOf, inStudio, plant } from './seeded.ts'
import { builtServer, processorTimeOf, serverProcess } from './serverProcess.ts'

const EVERY_NUMBER_OF_WEEKS = Array.from({ length: 60 }, (_, week) => week + 1)
/** Entries in the next sixty weeks. */
const PLANNED = 1_572
const ROUNDS = 3
/** Places booked and cancelled in one round. */
const COUNT = 150
const AT_ONCE = 8

const places = new EmptyPlaces()
let program: string[]
let base: TestDatabase
beforeAll(async () => {
  program = await builtServer()
  base = await testDatabase()
}, PATIENCE)
afterAll(async () => {
  await base.close()
  places.remove()
})

/** The live socket of a signed-out browser. */
class Watcher {
  readonly socket: WebSocket
  #heardAt = 0
  constructor(port: number) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { origin: `http://localhost:${port}` } })
    this.socket.on('message', () => (this.#heardAt = performance.now()))
  }
  static async watching(port: number, weeks: readonly number[]): Promise<Watcher> {
    const watcher = new Watcher(port)
    await once(watcher.socket, 'open')
    for (const count of weeks) {
      const question = { watch: `weeks ${count}`, name: registrations.upcoming.name, input: { weeks: count } }
      watcher.socket.send(JSON.stringify(question))
    }
    await watcher.quiet()
    return watcher
  }
  /** Waits until the last change has arrived. */
  async quiet(): Promise<void> {
    this.#heardAt = performance.now()
    while (performance.now() - this.#heardAt < 2_500) await sleep(50)
  }
  async leave(): Promise<void> {
    this.socket.close()
    await once(this.socket, 'close')
    await this.quiet()
  }
}

/** Processor time (ms) that the server and its database have used so far. */
async function processorTime(server: ChildProcess, databaseUrl: string | undefined): Promise<number> {
  if (!databaseUrl) return processorTimeOf(server)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [backend] = rows.map(({ pid }) => statOf(pid))
  await client.end()
  return processorTimeOf(server) + clusterTimeOf(backend?.parent ?? 0)
}

/** Processor time (ms) of all processes of a PostgreSQL server, including ended ones. */
function clusterTimeOf(postmaster: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = processes.map(Number).map(statOf)
  const running = children.filter(({ parent }) => parent === postmaster).reduce((sum, { own }) => sum + own, 0)
  return running + statOf(postmaster).own + statOf(postmaster).ofEnded
}

function statOf(pid: number): { parent: number; own: number; ofEnded: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
    return { parent, own: 10 * (user + system), ofEnded: 10 * (endedUser + endedSystem) }
  } catch {
    return { parent: 0, own: 0, ofEnded: 0 }
  }
}

it.runIf(full)(
  'a socket subscribed to as many weeks as possible makes a registration at most 50 % more expensive',
  async () => {
    const place = await places.like(base.url, 'migrated')
    const { members, scheduleIds } = await inStudio(place, async (studio) => {
      const planted = await plant(studio, AT_ONCE)
      await studio.database.transaction((tx) =>
        tx.execute(sql`
          insert into schedule (id, class_id, class_name, class_description, categories, starts_at, ends_at,
            max_participants, created_at, updated_at)
          select 'planned' || n, class_id, class_name, class_description, categories,
            now() + n * interval '60 weeks' / ${PLANNED}::int,
            now() + n * interval '60 weeks' / ${PLANNED}::int + interval '1 hour', 10, now(), now()
          from schedule, generate_series(1, ${PLANNED}::int) n where id = ${planted.scheduleIds[0]}`),
      )
      // entries on many different evenings
      return { ...planted, scheduleIds: Array.from({ length: AT_ONCE }, (_, n) => `planned${10 * n + 10}`) }
    })
    const port = await freePort()
    const server = serverProcess(program, environmentOf(place, port, mkdtempSync(join(places.home, 'data-'))))
    try {
      await server.serving()
      const others = await Watcher.watching(port, [FIRST_WEEKS, DASHBOARD_WEEKS])
      const clients = members.map((person) => new Client(person, port))
      /** Processor time (ms) per booking or cancellation, with this many people at once. */
      const round = async (atOnce: number) => {
        const before = await processorTime(server.process, place.databaseUrl)
        await inLanes(COUNT, atOnce, async (n) => {
          const client = clients[n % atOnce]
          await client?.send(registrations.registerWithDropIn, dropIn(scheduleIds[n % atOnce] ?? ''))
          await client?.send(registrations.cancel, { scheduleId: scheduleIds[n % atOnce] ?? '' })
        })
        await others.quiet()
        return ((await processorTime(server.process, place.databaseUrl)) - before) / (2 * COUNT)
      }
      for (const atOnce of [1, AT_ONCE]) {
        await round(atOnce)
        const alone: number[] = []
        const watched: number[] = []
        for (let n = 0; n < ROUNDS; n++) {
          alone.push(await round(atOnce))
          const hostile = await Watcher.watching(port, EVERY_NUMBER_OF_WEEKS)
          watched.push(await round(atOnce))
          await hostile.leave()
        }
        const [quiet, beside] = [percentile(alone, 50), percentile(watched, 50)]
        const what = `CPU of a place taken or given back, ${atOnce} at once, ${PLANNED} entries planned`
        figure(18, what, `${quiet.toFixed(1)} ms, ${beside.toFixed(1)} ms beside a socket that watches all weeks`)
        expect(beside).toBeLessThanOrEqual(1.5 * quiet)
      }
    } finally {
      await server.kill()
    }
  },
  PATIENCE,
)
