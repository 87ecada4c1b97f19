import { measureBills } from './measures/bills.ts'
import { measureChanges } from './measures/changes.ts'
import { measureImport } from './measures/import.ts'
import { measureProcedures } from './measures/procedures.ts'
import { measureRegistrations } from './measures/registrations.ts'
import { measureRestart } from './measures/restart.ts'
import { measureScreens } from './measures/screens.ts'
import { measureStatement } from './measures/statement.ts'
import { measureStatistics } from './measures/statistics.ts'
import { report } from './report.ts'
import { Engines } from './setup/engines.ts'
import type { Figure } from './setup/figures.ts'
import { full, quick } from './setup/scale.ts'

const scale = process.argv.includes('--quick') ? quick : full
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

const measures: Record<string, (engines: Engines) => Promise<Figure[]>> = {
  'registrations on PostgreSQL': (engines) => measureRegistrations(engines, 'PostgreSQL', scale),
  'registrations on embedded': (engines) => measureRegistrations(engines, 'embedded', scale),
  'changes on PostgreSQL': (engines) => measureChanges(engines, 'PostgreSQL', scale),
  'changes on embedded': (engines) => measureChanges(engines, 'embedded', scale),
  'restart on PostgreSQL': (engines) => measureRestart(engines, 'PostgreSQL', scale),
  'restart on embedded': (engines) => measureRestart(engines, 'embedded', scale),
  'statement on PostgreSQL': (engines) => measureStatement(engines, 'PostgreSQL', scale),
  'statement on embedded': (engines) => measureStatement(engines, 'embedded', scale),
  'bills on PostgreSQL': (engines) => measureBills(engines, 'PostgreSQL', scale),
  'bills on embedded': (engines) => measureBills(engines, 'embedded', scale),
  'import on PostgreSQL': (engines) => measureImport(engines, 'PostgreSQL', scale),
  'import on embedded': (engines) => measureImport(engines, 'embedded', scale),
  'statistics on PostgreSQL': (engines) => measureStatistics(engines, scale),
  screens: (engines) => measureScreens(engines, scale),
  'procedures on PostgreSQL': (engines) => measureProcedures(engines, 'PostgreSQL', scale),
  'procedures on embedded': (engines) => measureProcedures(engines, 'embedded', scale),
}
const names = Object.keys(measures)
for (const word of only ?? []) {
  if (names.some((name) => name.includes(word))) continue
  console.error(`There is no measure "${word}". The measures: ${names.join(', ')}.`)
  process.exit(2)
}

const engines = await Engines.start(scale.rounds * scale.pages)
const figures: Figure[] = []
const failed: string[] = []
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (only && !only.some((word) => name.includes(word))) continue
    console.log(`Measuring: ${name} …`)
    const began = performance.now()
    try {
      figures.push(...(await measure(engines)))
      console.log(`  took ${((performance.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      // the figures of the other measures still count
      console.error(error)
      failed.push(name)
    }
  }
} finally {
  await engines.stop()
}
const kept = report(figures, { quick: scale.quick, partial: only !== undefined, failed })
if (failed.length > 0 || !kept) process.exitCode = 1
