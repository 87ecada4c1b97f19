import os from 'node:os'
import { budgets } from '../budgets.ts'
import { databaseCpu, spent } from '../setup/databaseCpu.ts'
import type { Engines } from '../setup/engines.ts'
import { median, percentile, type Figure } from '../setup/figures.ts'
import { HttpConnection } from '../setup/http.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio, type MeasuredServer } from '../setup/server.ts'
import { Places } from '../setup/studio-data.ts'
import { watchAs } from '../setup/watchers.ts'
import { change, received } from './fanout.ts'
import { register } from './registrations.ts'

/** Row 11: several servers on one PostgreSQL; connections are dealt out to them in turn. */
export async function measureProcesses(engines: Engines, scale: Scale): Promise<Figure[]> {
  const home = await engines.studioOn('PostgreSQL')
  if (!('databaseUrl' in home)) throw new Error('Several processes need PostgreSQL.')
  const servers: MeasuredServer[] = []
  const places = new Places()
  const counts = [1, 2, 4] as const
  const found = new Map<number, Round[]>(counts.map((count) => [count, []]))
  try {
    for (let n = 0; n < 4; n++) servers.push(await startStudio(home))
    await register(
      servers.map(({ port }) => port),
      places,
      IN_FLIGHT,
      scale.warmUp,
    )
    for (let round = 0; round < scale.rounds; round++) {
      for (const count of counts) {
        found.get(count)?.push(await oneRound(home.databaseUrl, servers.slice(0, count), places, scale.seconds))
      }
    }
    const of = (count: number) => middle(found.get(count) ?? [])
    return [...figures(of(1), of(2), of(4)), await across(servers, places, scale)]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const IN_FLIGHT = 32

/** Registrations a second, and the milliseconds of processor time that each party took for one. */
interface Round {
  readonly rate: number
  readonly servers: number
  readonly database: number
  readonly driver: number
}

async function oneRound(url: string, servers: MeasuredServer[], places: Places, seconds: number): Promise<Round> {
  const used = async () => (await Promise.all(servers.map((server) => server.usage()))).map(({ cpu }) => cpu)
  const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0)
  const before = { servers: sum(await used()), database: await databaseCpu(url), driver: process.cpuUsage() }
  const ports = servers.map(({ port }) => port)
  const { rate, count } = await register(ports, places, IN_FLIGHT, seconds)
  const { user, system } = process.cpuUsage(before.driver)
  return {
    rate,
    servers: (sum(await used()) - before.servers) / count,
    database: spent(before.database, await databaseCpu(url)) / count,
    driver: (user + system) / 1000 / count,
  }
}

const middle = (rounds: readonly Round[]): Round => ({
  rate: median(rounds.map(({ rate }) => rate)),
  servers: median(rounds.map(({ servers }) => servers)),
  database: median(rounds.map(({ database }) => database)),
  driver: median(rounds.map(({ driver }) => driver)),
})

const CORES = os.cpus().length
const cpuOf = ({ servers, database, driver }: Round) => servers + database + driver
const coresOf = (round: Round) => (round.rate * cpuOf(round)) / 1000
const TWICE = budgets['11 two processes'].least ?? Number.NaN

/**
 * Cores last when so many more registrations would find them. Where they do not, the rate says what the machine has, and
 * the processor time of a registration says what two processes would make of twice as many cores.
 */
function figures(one: Round, two: Round, four: Round): Figure[] {
  const last = coresOf(one) * TWICE <= CORES
  const more = (count: 2 | 4, round: Round): Figure => ({
    budget: count === 2 && last ? '11 two processes' : null,
    measure: `registrations/s, ${count} processes on one PostgreSQL${last ? '' : ', too few cores'}`,
    ours: round.rate,
    beside: one.rate,
    besideWhat: 'one process',
    unit: '/s',
    where: `${parties(one)} with one, ${parties(round)} with ${count}`,
  })
  return [
    more(2, two),
    more(4, four),
    cores('one process', one),
    cores('2 processes', two),
    {
      budget: '11 CPU of a registration with two',
      measure: 'CPU of a registration, all parties, 2 processes',
      ours: cpuOf(two),
      beside: cpuOf(one),
      besideWhat: 'one process',
      unit: 'ms',
      where: `${parties(one)} with one, ${parties(two)} with two`,
    },
  ]
}

const cores = (who: string, round: Round): Figure => ({
  budget: null,
  measure: `cores busy, ${who}: ${parties(round)}`,
  ours: coresOf(round),
  beside: CORES,
  besideWhat: 'there are',
  unit: 'cores',
})

const parties = ({ servers, database, driver }: Round) =>
  `servers ${servers.toFixed(2)}, PostgreSQL ${database.toFixed(2)}, load ${driver.toFixed(2)} ms each`

/** Somebody presses a button on one server; how long until a browser on another one shows it? */
async function across([first, second]: MeasuredServer[], places: Places, scale: Scale): Promise<Figure> {
  if (!first || !second) throw new Error('Two servers are needed.')
  const caller = await HttpConnection.open(first.port)
  const here = await watchAs(first.port, 1, [['registrations.upcoming', { weeks: 4 }]])
  const there = await watchAs(second.port, 1, [['registrations.upcoming', { weeks: 4 }]])
  const times = { here: [] as number[], there: [] as number[] }
  for (let n = 0; n < scale.changes; n++) {
    times.there.push(await received(there, 1, () => change(caller, places)))
    times.here.push(await received(here, 1, () => change(caller, places)))
  }
  caller.close()
  await Promise.all([here.close(), there.close()])
  return {
    budget: '11 p99 across processes',
    measure: 'change to a watcher on another process, p99',
    ours: percentile(times.there, 99),
    beside: percentile(times.here, 99),
    besideWhat: 'on the same process',
    unit: 'ms',
  }
}
