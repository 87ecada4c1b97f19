import { openDatabase } from '#server/db/database.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { statistics } from '#studio/statistics/contract.ts'
import { spanOf, spans, yearBefore } from '#studio/statistics/rules.ts'
import type { Engines } from '../setup/engines.ts'
import { fillDecade } from '../setup/decade.ts'
import { median, type Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'

const TIMES = 5

/**
 * Each query of /admin/statistics over each selectable time span, and the same span a year before; the slowest counts.
 */
export async function measureStatistics(engines: Engines, scale: Scale): Promise<Figure[]> {
  const databaseUrl = await engines.emptyDatabase()
  const rows = await fillDecade(databaseUrl, scale.quick ? 0.001 : 1)
  const studio = await TestStudio.open({}, await openDatabase({ dataDir: '', databaseUrl }))
  try {
    studio.now = Date.now()
    const admin = await studio.person('admin')
    const today = new Date().toISOString().slice(0, 10)
    const asked = spans.flatMap((name) => {
      const span = spanOf(name, today)
      return [
        { name, span },
        { name: `${name}, a year before`, span: yearBefore(span) },
      ]
    })
    const figures: Figure[] = []
    for (const figure of ['money', 'fill', 'people', 'missed'] as const) {
      const took: { name: string; time: number }[] = []
      for (const { name, span } of asked) {
        const times: number[] = []
        for (let n = 0; n < TIMES; n++) {
          const began = performance.now()
          await studio.ask(admin, statistics[figure], span)
          times.push(performance.now() - began)
        }
        took.push({ name, time: median(times) })
      }
      figures.push({
        measure: `PostgreSQL: statistics over ten years, ${figure}`,
        value: Math.max(...took.map(({ time }) => time)),
        detail: `${rows} rows; ${took.map(({ name, time }) => `${name} ${time.toFixed(0)} ms`).join(', ')}`,
      })
    }
    return figures
  } finally {
    await studio.close()
  }
}
