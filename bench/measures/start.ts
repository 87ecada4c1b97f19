import type { BudgetName } from '../budgets.ts'
import type { Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'
import { startBare, startStudio, type MeasuredServer } from '../setup/server.ts'

/** Row 5: from the start of the process to the first 200. */
export async function measureStart(engines: Engines, scale: Scale): Promise<Figure[]> {
  const embedded = await engines.studioOn('embedded')
  const postgres = await engines.studioOn('PostgreSQL')
  const starts: Record<string, number[]> = { bare: [], embedded: [], postgres: [], empty: [] }
  for (let round = 0; round < scale.rounds; round++) {
    starts['bare']?.push(await startedIn(startBare()))
    starts['embedded']?.push(await startedIn(startStudio(embedded)))
    starts['postgres']?.push(await startedIn(startStudio(postgres)))
    starts['empty']?.push(await startedIn(startStudio({ dataDir: engines.emptyFolder() })))
  }
  const middle = (what: string) => median(starts[what] ?? [])
  const figure = (budget: BudgetName, measure: string, what: string): Figure => ({
    budget,
    measure: `start: ${measure}`,
    ours: middle(what),
    beside: middle('bare'),
    besideWhat: 'bare Fastify',
    unit: 'ms',
  })
  return [
    figure('5 existing studio, embedded', 'existing studio, embedded', 'embedded'),
    figure('5 existing studio, PostgreSQL', 'existing studio, PostgreSQL', 'postgres'),
    figure('5 empty folder', 'empty folder', 'empty'),
  ]
}

async function startedIn(starting: Promise<MeasuredServer>): Promise<number> {
  const server = await starting
  await server.stop()
  return server.startedIn
}
