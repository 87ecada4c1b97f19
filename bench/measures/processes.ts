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
  const servers: MeasuredServer[] = []
  const places = new Places()
  const counts = [1, 2, 4] as const
  const rates = new Map<number, number[]>(counts.map((count) => [count, []]))
  try {
    for (let n = 0; n < 4; n++) servers.push(await startStudio(home))
    const ports = servers.map(({ port }) => port)
    await register(ports, places, 32, scale.warmUp)
    for (let round = 0; round < scale.rounds; round++) {
      for (const count of counts) {
        const { rate } = await register(ports.slice(0, count), places, 32, scale.seconds)
        rates.get(count)?.push(rate)
      }
    }
    const one = median(rates.get(1) ?? [])
    const more = (count: 2 | 4): Figure => ({
      budget: count === 2 ? '11 two processes' : null,
      measure: `registrations/s, ${count} processes on one PostgreSQL`,
      ours: median(rates.get(count) ?? []),
      beside: one,
      besideWhat: 'one process',
      unit: '/s',
    })
    return [more(2), more(4), await across(servers, places, scale)]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

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
