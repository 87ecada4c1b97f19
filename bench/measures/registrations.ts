import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineName, Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import type { HttpAnswer, HttpConnection } from '../setup/http.ts'
import { httpLoad, type Load } from '../setup/load.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio } from '../setup/server.ts'
import { cookieOf, FIRST_HOLDER, onlookers, others, peopleFrom, Places } from '../setup/studio.ts'
import { watchAs } from '../setup/watchers.ts'

const IN_FLIGHT = 16

/** One drop-in registration. */
export function register(connection: HttpConnection, places: Places): Promise<HttpAnswer> {
  const { person, entry } = places.take()
  const input = { scheduleId: entry, coverMember: false, paymentMethod: 'cash', discountCode: null }
  const path = '/rpc/registrations.registerWithDropIn'
  return connection.post(path, { key: randomUUID(), input }, cookieOf(person))
}

/** Registrations first without, then with open screens of those who register and of others; memory is read before. */
export async function measureRegistrations(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const server = await startStudio(await engines.studioOn(engine))
  const load = (places: Places) =>
    httpLoad(server.port, IN_FLIGHT, scale.seconds, (connection) => register(connection, places))
  const withPagesOf = async (people: readonly number[]) => {
    const pages = await watchAs(server.port, [...people, ...onlookers.slice(0, scale.watchers)])
    try {
      return await load(new Places(people))
    } finally {
      await pages.close()
    }
  }
  try {
    await sleep(scale.settles)
    const idle = (await server.memory()) / 1e6
    const unwatched = new Places(others)
    await load(unwatched)
    const alone: Load[] = []
    const open: Record<10 | 100, Load[]> = { 10: [], 100: [] }
    for (let round = 0; round < scale.rounds; round++) {
      alone.push(await load(unwatched))
      for (const held of [10, 100] as const) {
        open[held].push(await withPagesOf(peopleFrom(FIRST_HOLDER[held] + round * scale.pages, scale.pages)))
      }
    }
    const rate = (loads: readonly Load[]) => median(loads.map((one) => one.rate))
    const p99 = (loads: readonly Load[]) => median(loads.map((one) => one.p99))
    return [
      { measure: `${engine}: memory idle`, value: idle },
      { measure: `${engine}: registrations, nobody watching`, value: rate(alone) },
      ...([10, 100] as const).flatMap((held): Figure[] => [
        { measure: `${engine}: registrations, lists of ${held} open`, value: rate(open[held]) },
        { measure: `${engine}: registration p99, lists of ${held} open`, value: p99(open[held]) },
      ]),
    ]
  } finally {
    await server.stop()
  }
}
