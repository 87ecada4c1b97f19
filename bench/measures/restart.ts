import type { EngineName, Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio } from '../setup/server.ts'

/** Time from the start of the process on an existing studio to the first response with status 200. */
export async function measureRestart(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const home = await engines.studioOn(engine)
  const times: number[] = []
  while (times.length < scale.rounds) {
    const server = await startStudio(home)
    await server.stop()
    times.push(server.startedIn)
  }
  return [{ measure: `${engine}: restart`, value: median(times) }]
}
