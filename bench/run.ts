import { measureBytes } from './measures/bytes.ts'
import { measureFanout } from './measures/fanout.ts'
import { measureGrowth } from './measures/growth.ts'
import { measureProcesses } from './measures/processes.ts'
import { measureRegistrations } from './measures/registrations.ts'
import { measureScreens } from './measures/screens.ts'
import { measureStart } from './measures/start.ts'
import { measureTrivial } from './measures/trivial.ts'
import { report } from './report.ts'
import { Engines } from './setup/engines.ts'
import type { Figure } from './setup/figures.ts'
import { full, quick } from './setup/scale.ts'

const scale = process.argv.includes('--quick') ? quick : full
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

const figures: Figure[] = []
const measures: Record<string, (engines: Engines) => Promise<Figure[]>> = {
  'registrations on PostgreSQL': (engines) => measureRegistrations(engines, 'PostgreSQL', scale),
  'registrations on the embedded database': (engines) => measureRegistrations(engines, 'embedded', scale),
  'changes and their watchers': (engines) => measureFanout(engines, scale),
  'trivial calls': (engines) => measureTrivial(engines, scale),
  starts: (engines) => measureStart(engines, scale),
  'code before use': async () => measureBytes(scale),
  'screens on a phone': (engines) => measureScreens(engines, scale),
  growth: (engines) => measureGrowth(engines, scale),
  'several processes': (engines) => measureProcesses(engines, scale),
}
const wanted = (name: string) => only === undefined || only.some((word) => name.includes(word))
for (const word of only ?? []) {
  if (Object.keys(measures).some((name) => name.includes(word))) continue
  console.error(`There is no measure "${word}". The measures: ${Object.keys(measures).join(', ')}.`)
  process.exit(2)
}

const engines = await Engines.start()
const failed: string[] = []
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (!wanted(name)) continue
    console.log(`Measuring: ${name} …`)
    const began = performance.now()
    try {
      const found = await measure(engines)
      figures.push(...found)
      for (const one of found) if (!Number.isFinite(one.ours)) throw new Error(`There is no figure for ${one.measure}.`)
      console.log(`  took ${((performance.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      // the others' figures still count
      console.error(error)
      failed.push(name)
    }
  }
} finally {
  await engines.stop()
}
const fell = report(figures, { quick: scale.quick, partial: only !== undefined, failed })
if (failed.length > 0 || (fell && !scale.quick)) process.exitCode = 1
