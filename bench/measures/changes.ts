import type { EngineName, Engines } from '../setup/engines.ts'
import { percentile, type Figure } from '../setup/figures.ts'
import { HttpConnection } from '../setup/http.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio } from '../setup/server.ts'
import { onlookers, others, Places } from '../setup/studio.ts'
import { watchAs, type Watchers } from '../setup/watchers.ts'
import { register } from './registrations.ts'

/** Time from a registration until all other browsers have the change. */
export async function measureChanges(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const server = await startStudio(await engines.studioOn(engine))
  try {
    const watchers = await watchAs(server.port, onlookers.slice(0, scale.watchers))
    const caller = await HttpConnection.open(server.port)
    const places = new Places(others)
    const change = async () => {
      const { status, body } = await register(caller, places)
      if (status !== 200) throw new Error(`The change was refused: ${body}`)
    }
    for (let warmUp = 0; warmUp < 5; warmUp++) await untilReceived(watchers, scale.watchers, change)
    const times: number[] = []
    while (times.length < scale.changes) times.push(await untilReceived(watchers, scale.watchers, change))
    caller.close()
    await watchers.close()
    return [{ measure: `${engine}: change on 200 other screens, p99`, value: percentile(times, 99) }]
  } finally {
    await server.stop()
  }
}

/** Milliseconds from the request until the last watcher has the change. */
async function untilReceived(watchers: Watchers, crowd: number, change: () => Promise<void>): Promise<number> {
  const seen = new Set<number>()
  const began = performance.now()
  let last = began
  let giveUp: NodeJS.Timeout | undefined
  const everyone = new Promise<void>((done, failed) => {
    giveUp = setTimeout(() => failed(new Error(`Only ${seen.size} of ${crowd} watchers saw the change.`)), 20_000)
    watchers.onMessage((watcher) => {
      seen.add(watcher)
      last = performance.now()
      if (seen.size === crowd) done()
    })
  })
  try {
    await Promise.all([change(), everyone])
  } finally {
    clearTimeout(giveUp)
  }
  return last - began
}
