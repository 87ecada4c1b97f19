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
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)

const engines = await Engines.start()
const figures: Figure[] = []
const measures: Record<string, () => Promise<Figure[]>> = {
  'registrations on PostgreSQL': () => measureRegistrations(engines, 'PostgreSQL', scale),
  'registrations on the embedded database': () => measureRegistrations(engines, 'embedded', scale),
  'changes and their watchers': () => measureFanout(engines, scale),
  'trivial calls': () => measureTrivial(engines, scale),
  starts: () => measureStart(engines, scale),
  'code before use': async () => measureBytes(),
  'screens on a phone': () => measureScreens(engines, scale),
  growth: () => measureGrowth(engines, scale),
  'several processes': () => measureProcesses(engines, scale),
}
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (only && !name.includes(only)) continue
    console.log(`Measuring: ${name} …`)
    figures.push(...(await measure()))
  }
} finally {
  await engines.stop()
}
const fell = report(figures, { quick: scale.quick, partial: only !== undefined })
if (fell && !scale.quick) process.exitCode = 1
