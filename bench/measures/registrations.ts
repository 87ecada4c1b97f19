import { randomUUID } from 'node:crypto'
import { bareEmbedded, bareOnPostgres } from '../setup/bare-client.ts'
import type { EngineName, Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import { httpLoad, type Load } from '../setup/load.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio } from '../setup/server.ts'
import { cookieOf, Places } from '../setup/studio-data.ts'
import { watchAs } from '../setup/watchers.ts'

/** Registrations through HTTP until the time is over. */
export function register(ports: readonly number[], places: Places, inFlight: number, seconds: number): Promise<Load> {
  return httpLoad(
    ports,
    inFlight,
    seconds,
    (connection) => {
      const { person, entry } = places.take()
      const input = { scheduleId: entry, coverMember: false, paymentMethod: 'cash', discountCode: null }
      const body = { key: randomUUID(), input }
      return connection.post('/rpc/registrations.registerWithDropIn', body, cookieOf(person))
    },
    ({ status, body }) => status === 200 && body.startsWith('{"ok":true'),
  )
}

/** Rows 1, 2 and 6: registrations through everything, then with browsers that watch, and the memory this takes. */
export async function measureRegistrations(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const home = await engines.studioOn(engine)
  const server = await startStudio(home)
  const bareHome = await engines.studioOn(engine)
  const bare =
    'databaseUrl' in bareHome ? await bareOnPostgres(bareHome.databaseUrl) : await bareEmbedded(bareHome.dataDir)
  const places = new Places()
  const figures: Figure[] = []
  const idle = (await server.usage()).rss
  let highest = idle
  const noteMemory = async () => {
    highest = Math.max(highest, (await server.usage()).rss)
  }
  try {
    await register([server.port], places, 16, scale.warmUp)
    await bare.measure(16, scale.warmUp)
    for (const inFlight of [16, 64] as const) {
      const ours: Load[] = []
      const theirs: Load[] = []
      const before = await server.usage()
      for (let round = 0; round < scale.rounds; round++) {
        ours.push(await register([server.port], places, inFlight, scale.seconds))
        await noteMemory()
        theirs.push(await bare.measure(inFlight, scale.seconds))
      }
      const after = await server.usage()
      const perCall = (after.cpu - before.cpu) / ours.reduce((sum, { count }) => sum + count, 0)
      figures.push({
        budget: `1 ${engine}, ${inFlight} in flight`,
        measure: `registrations/s, ${engine}, ${inFlight} in flight`,
        ours: median(ours.map(({ rate }) => rate)),
        beside: median(theirs.map(({ rate }) => rate)),
        besideWhat: 'bare client, one statement',
        unit: '/s',
        where: `${perCall.toFixed(2)} ms of the server's CPU a registration`,
      })
      if (inFlight === 16) {
        figures.push({
          budget: `1 ${engine}, p99 at 16`,
          measure: `registration p99, ${engine}, 16 in flight`,
          ours: median(ours.map(({ p99 }) => p99)),
          beside: median(theirs.map(({ p99 }) => p99)),
          besideWhat: 'bare client',
          unit: 'ms',
        })
      }
    }
    const alone: Load[] = []
    const watched: Load[] = []
    for (let round = 0; round < scale.rounds; round++) {
      alone.push(await register([server.port], places, 16, scale.seconds))
      const watchers = await watchAs(server.port, 200 * scale.crowd)
      watched.push(await register([server.port], places, 16, scale.seconds))
      await noteMemory()
      await watchers.close()
    }
    figures.push({
      budget: `2 ${engine} with 200 browsers`,
      measure: `registrations/s, ${engine}, ${200 * scale.crowd} browsers watching`,
      ours: median(watched.map(({ rate }) => rate)),
      beside: median(alone.map(({ rate }) => rate)),
      besideWhat: 'nobody watching',
      unit: '/s',
    })
  } finally {
    await server.stop()
    await bare.close()
  }
  figures.push(memory(engine, 'idle', idle), memory(engine, 'under load', highest))
  return figures
}

const memory = (engine: EngineName, when: 'idle' | 'under load', bytes: number): Figure => ({
  budget: `6 ${when}, ${engine}`,
  measure: `memory ${when}, ${engine}`,
  ours: bytes / 1e6,
  beside: null,
  besideWhat: '',
  unit: 'MB',
})
