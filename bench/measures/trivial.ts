import { median, type Figure } from '../setup/figures.ts'
import { httpLoad, stayAwake, type Load } from '../setup/load.ts'
import type { Engines } from '../setup/engines.ts'
import type { Scale } from '../setup/scale.ts'
import { startBare, startStudio } from '../setup/server.ts'

/** Row 4: a call that needs no database, since nobody is signed in: what our side of HTTP costs. */
export async function measureTrivial(engines: Engines, scale: Scale): Promise<Figure[]> {
  const server = await startStudio(await engines.studioOn('PostgreSQL'))
  const bare = await startBare()
  const call = (port: number) =>
    httpLoad(
      [port],
      16,
      scale.seconds,
      (connection) =>
        connection.post('/rpc/registrations.cancel', { key: 'a-key-of-one-intent', input: { scheduleId: 'e1' } }),
      ({ status }) => status === 401,
    )
  const ours: Load[] = []
  const theirs: Load[] = []
  const sleep = stayAwake()
  try {
    await call(server.port)
    await call(bare.port)
    for (let round = 0; round < scale.rounds; round++) {
      ours.push(await call(server.port))
      theirs.push(await call(bare.port))
    }
  } finally {
    sleep()
    await Promise.all([server.stop(), bare.stop()])
  }
  return [
    {
      budget: '4 trivial call',
      measure: 'calls/s answered without the database',
      ours: median(ours.map(({ rate }) => rate)),
      beside: median(theirs.map(({ rate }) => rate)),
      besideWhat: 'bare Fastify',
      unit: '/s',
    },
  ]
}
