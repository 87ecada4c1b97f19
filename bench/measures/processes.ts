import os from 'node:os'
import { budgets } from '../budgets.ts'
import { databaseCpu, spent } from '../setup/databaseCpu.ts'
import type { Engines } from '../setup/engines.ts'
import { median, percentile, type Figure } from '../setup/figures.ts'
import { HttpConnection } from '../setup/http.ts'
import type { Scale } from '../setup/scale.ts'
import { shareOneCore, startStudio, type MeasuredServer } from '../setup/server.ts'
import { Places } from '../setup/studio-data.ts'
import { watchAs } from '../setup/watchers.ts'
import { change, received } from './fanout.ts'
import { register } from './registrations.ts'

/**
 * Row 11: several servers on one PostgreSQL; connections are dealt out to them in turn. Once as fast as they are, and
 * once with half a core each: so slow that cores last on a small machine, a second one must bring what it has.
 */
export async function measureProcesses(engines: Engines, scale: Scale): Promise<Figure[]> {
  return [
    ...(await together(4, engines, scale, async (studio) => {
      const [one, two, four] = await takeTurns(studio, [1, 2, 4], scale)
      return [...atFullSpeed(one, two, four), await across(studio.servers, studio.places, scale)]
    })),
    ...(await together(2, engines, scale, async (studio) => {
      const core = shareOneCore(studio.servers)
      try {
        const [one, two] = await takeTurns(studio, [1, 2], scale)
        return [withHalfACore(one, two)]
      } finally {
        await core.end()
      }
    })),
  ]
}

/** Warm servers on one database. */
interface Studio {
  readonly databaseUrl: string
  readonly servers: readonly MeasuredServer[]
  readonly places: Places
}

async function together<T>(
  count: number,
  engines: Engines,
  scale: Scale,
  measure: (studio: Studio) => Promise<T>,
): Promise<T> {
  const home = await engines.studioOn('PostgreSQL')
  if (!('databaseUrl' in home)) throw new Error('Several processes need PostgreSQL.')
  const servers: MeasuredServer[] = []
  const places = new Places()
  try {
    while (servers.length < count) servers.push(await startStudio(home))
    const ports = servers.map(({ port }) => port)
    await register(ports, places, IN_FLIGHT, scale.warmUp)
    return await measure({ databaseUrl: home.databaseUrl, servers, places })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The middle round of each so many servers, measured in turn. */
async function takeTurns<const Counts extends readonly number[]>(
  { databaseUrl, servers, places }: Studio,
  counts: Counts,
  scale: Scale,
): Promise<{ [Key in keyof Counts]: Round }> {
  const rounds = counts.map((): Round[] => [])
  for (let round = 0; round < scale.rounds; round++) {
    for (const [n, count] of counts.entries()) {
      rounds[n]?.push(await oneRound(databaseUrl, servers.slice(0, count), places, scale.seconds))
    }
  }
  return rounds.map(middle) as { [Key in keyof Counts]: Round }
}

const IN_FLIGHT = 32

/** Registrations a second, and the milliseconds of processor time that each party took for one. */
interface Round {
  readonly rate: number
  readonly servers: number
  readonly database: number
  readonly driver: number
}

async function oneRound(
  url: string,
  servers: readonly MeasuredServer[],
  places: Places,
  seconds: number,
): Promise<Round> {
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
function atFullSpeed(one: Round, two: Round, four: Round): Figure[] {
  const last = coresOf(one) * TWICE <= CORES
  const how = last ? '' : ', too few cores'
  return [
    { ...more(2, how, one, two), budget: last ? '11 two processes' : null },
    more(4, how, one, four),
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

/** What they used of it is said, for it shows that they had nothing else to wait for. */
function withHalfACore(one: Round, two: Round): Figure {
  const used = (two.rate * two.servers) / 1000 / 2
  const how = `, half a core each, ${used.toFixed(2)} used`
  return { ...more(2, how, one, two), budget: '11 two processes' }
}

const more = (count: 2 | 4, how: string, one: Round, round: Round): Figure => ({
  budget: null,
  measure: `registrations/s, ${count} processes on one PostgreSQL${how}`,
  ours: round.rate,
  beside: one.rate,
  besideWhat: 'one process',
  unit: '/s',
  where: `${parties(one)} with one, ${parties(round)} with ${count}`,
})

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
async function across([first, second]: readonly MeasuredServer[], places: Places, scale: Scale): Promise<Figure> {
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
