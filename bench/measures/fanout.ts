import { randomUUID } from 'node:crypto'
import type { BudgetName } from '../budgets.ts'
import type { Engines } from '../setup/engines.ts'
import { percentile, type Figure } from '../setup/figures.ts'
import { HttpConnection } from '../setup/http.ts'
import type { Scale } from '../setup/scale.ts'
import { startBare, startStudio, type MeasuredServer } from '../setup/server.ts'
import { cookieOf, Places } from '../setup/studio-data.ts'
import { watchAs, watchBare, type Watchers } from '../setup/watchers.ts'

const UPCOMING = [['registrations.upcoming', { weeks: 4 }]] as const
const CROWDS: readonly (readonly [number, BudgetName])[] = [
  [1, '3 p99 to 1 watcher'],
  [200, '3 p99 to 200 watchers'],
  [1_000, '3 p99 to 1,000 watchers'],
]

/** Row 3: how long after somebody pressed the button everyone sees it, and what each who sees it costs. */
export async function measureFanout(engines: Engines, scale: Scale): Promise<Figure[]> {
  const server = await startStudio(await engines.studioOn('PostgreSQL'))
  const bare = await startBare()
  const caller = await HttpConnection.open(server.port)
  const bareCaller = await HttpConnection.open(bare.port)
  const places = new Places()
  const figures: Figure[] = []
  const cpu: { ours: number; bare: number }[] = []
  try {
    await change(caller, places)
    const emptyHeap = (await server.usage('collect')).heapUsed
    for (const [most, budget] of CROWDS) {
      const crowd = Math.ceil(most * scale.crowd)
      const watchers = await watchAs(server.port, crowd, UPCOMING)
      const bareWatchers = await watchBare(bare.port, crowd)
      for (let n = 0; n < 5; n++) await received(watchers, crowd, () => change(caller, places))
      if (most === 1_000) {
        const heap = (await server.usage('collect')).heapUsed - emptyHeap
        const measure = `heap a watcher, of ${crowd}`
        figures.push({
          ...nothingBeside,
          budget: '3 heap a watcher, kB',
          measure,
          ours: heap / crowd / 1000,
          unit: 'kB',
        })
      }
      const ours = await timed(server, scale.changes, () => received(watchers, crowd, () => change(caller, places)))
      const bytes = watchers.lastBytes()
      const theirs = await timed(bare, scale.changes, () =>
        received(bareWatchers, crowd, async () => void (await bareCaller.post('/broadcast', { bytes }))),
      )
      cpu.push({ ours: ours.cpu, bare: theirs.cpu })
      figures.push({
        budget,
        measure: `change to ${crowd} watchers, p99 (${(bytes / 1000).toFixed(1)} kB each)`,
        ours: percentile(ours.times, 99),
        beside: percentile(theirs.times, 99),
        besideWhat: 'bare broadcast of as much',
        unit: 'ms',
        where: `${ours.cpu.toFixed(1)} ms of CPU a change, ${theirs.cpu.toFixed(1)} ms bare`,
      })
      await Promise.all([watchers.close(), bareWatchers.close()])
    }
  } finally {
    caller.close()
    bareCaller.close()
    await Promise.all([server.stop(), bare.stop()])
  }
  const [first, , last] = cpu
  if (first && last) {
    figures.push({
      budget: '3 CPU a change beside sending alone',
      measure: 'CPU a change: what 999 more watchers add',
      ours: last.ours - first.ours,
      beside: last.bare - first.bare,
      besideWhat: 'bare broadcast',
      unit: 'ms',
    })
  }
  return figures
}

const nothingBeside = { beside: null, besideWhat: '' }

/** One registration, which everybody who looks at the upcoming classes sees. */
export async function change(caller: HttpConnection, places: Places): Promise<void> {
  const { person, entry } = places.take()
  const input = { scheduleId: entry, coverMember: false, paymentMethod: 'cash', discountCode: null }
  const path = '/rpc/registrations.registerWithDropIn'
  const answer = await caller.post(path, { key: randomUUID(), input }, cookieOf(person))
  if (answer.status !== 200) throw new Error(`The change was refused: ${answer.body}`)
}

/** Milliseconds from the press of the button until the last of them has it. */
export async function received(watchers: Watchers, crowd: number, press: () => Promise<void>): Promise<number> {
  const seen = new Set<number>()
  const began = performance.now()
  let last = began
  let giveUp: NodeJS.Timeout | undefined
  const everyone = new Promise<void>((done, failed) => {
    giveUp = setTimeout(() => failed(new Error(`Only ${seen.size} of ${crowd} watchers saw the change`)), 20_000)
    watchers.onFrame((watcher) => {
      seen.add(watcher)
      last = performance.now()
      if (seen.size === crowd) done()
    })
  })
  try {
    await Promise.all([press(), everyone])
  } finally {
    clearTimeout(giveUp)
  }
  return last - began
}

async function timed(server: MeasuredServer, times: number, once: () => Promise<number>) {
  const before = await server.usage()
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push(await once())
  return { times: found, cpu: ((await server.usage()).cpu - before.cpu) / times }
}
