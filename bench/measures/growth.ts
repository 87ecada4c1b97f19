import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SEARCHES_ALL } from '../setup/calls.ts'
import { sizes } from '../setup/decade.ts'
import type { Engines } from '../setup/engines.ts'
import type { Figure } from '../setup/figures.ts'
import { isExport, measureGrown, type Grown, type Measured, type Runs } from '../setup/grown.ts'
import type { Scale } from '../setup/scale.ts'

type Age = keyof typeof sizes

const explained = fileURLToPath(new URL('../explained.txt', import.meta.url))

/** Row 10: every screen's queries and every command in a small studio, in one of the size that counts, and in ten such. */
export async function measureGrowth(engines: Engines, scale: Scale): Promise<Figure[]> {
  const ages: readonly Age[] = scale.quick ? ['quick'] : ['small', 'middle', 'large']
  // of a hundred the 99th in a hundred is the second worst: two pauses to collect garbage would be the figure
  const runs: Runs = scale.quick ? { ofScreen: 2, ofCommand: 2 } : { ofScreen: 200, ofCommand: 20 }
  const grown: Grown[] = []
  for (const age of ages) {
    said(age, 'PostgreSQL')
    grown.push(await measureGrown({ dataDir: '', databaseUrl: await engines.emptyDatabase() }, sizes[age], runs))
  }
  const small: Age = scale.quick ? 'quick' : 'middle'
  said(small, 'embedded')
  const embedded = await measureGrown({ dataDir: engines.emptyFolder() }, sizes[small], runs)
  if (!scale.quick) writeFileSync(explained, textOf(ages, grown, embedded))
  return figuresOf(grown, embedded, scale)
}

function said(age: Age, engine: string) {
  const { users, registrations, logs } = sizes[age]
  console.log(`  ${engine}: ${users} users, ${registrations} registrations, ${logs} log lines …`)
}

function figuresOf(grown: readonly Grown[], embedded: Grown, scale: Scale): Figure[] {
  const screens = watchedOf(grown.at(-1))
  const commands = grown.at(-1)?.commands ?? []
  const at = (age: number, one: Measured | undefined) =>
    [...(grown[age]?.screens ?? []), ...(grown[age]?.commands ?? [])].find(({ name }) => name === one?.name)
  const young = (one: Measured | undefined) => at(0, one)
  const scanning = [...screens, ...commands].filter(
    ({ name, scans }) => scans.length > 0 && !SEARCHES_ALL.includes(name),
  )
  const counting = watchedOf(grown[1] ?? grown[0])
  const [slowCounting] = bySlowness(counting)
  const [slow] = bySlowness(screens)
  const [slowCommand] = bySlowness(commands.filter(({ name }) => !SEARCHES_ALL.includes(name)))
  const [slowEmbedded] = bySlowness(watchedOf(embedded))
  const count = (some: readonly Measured[]) => ({ ours: some.length, beside: null, besideWhat: '', unit: 'of them' })
  const named = (some: readonly Measured[]) => some.map(({ name, p99 }) => `${name} ${p99.toFixed(1)} ms`).join(', ')
  return [
    {
      budget: scale.quick ? null : '10 p99 of a screen',
      measure: `slowest screen at the size that counts: ${slowCounting?.name ?? ''}`,
      ours: slowCounting?.p99 ?? Number.NaN,
      beside: young(slowCounting)?.p99 ?? null,
      besideWhat: 'the smallest',
      unit: 'ms',
      where: named(bySlowness(counting).filter(({ p99 }) => p99 > 50)),
    },
    {
      budget: scale.quick ? null : '10 p99 of a screen, ten times as large',
      measure: `slowest screen at the largest: ${slow?.name ?? ''}`,
      ours: slow?.p99 ?? Number.NaN,
      beside: young(slow)?.p99 ?? null,
      besideWhat: 'the smallest',
      unit: 'ms',
      where: named(bySlowness(screens).filter(({ p99 }) => p99 > 1000)),
    },
    {
      budget: null,
      measure: `screens (${screens.length}) and commands (${commands.length}) that scan a table which grows`,
      ...count(scanning),
      where: scanning.map(({ name, scans }) => `${name} (${scans.join(', ')})`).join('; '),
    },
    {
      budget: null,
      measure: `slowest command at the largest, without its sync: ${slowCommand?.name ?? ''}`,
      ours: slowCommand?.p99 ?? Number.NaN,
      beside: young(slowCommand)?.p99 ?? null,
      besideWhat: 'the smallest',
      unit: 'ms',
    },
    {
      budget: null,
      measure: `slowest screen at the size that counts, embedded: ${slowEmbedded?.name ?? ''}`,
      ours: slowEmbedded?.p99 ?? Number.NaN,
      beside: null,
      besideWhat: '',
      unit: 'ms',
    },
  ]
}

const watchedOf = (grown: Grown | undefined) => grown?.screens.filter(({ name }) => !isExport(name)) ?? []
const bySlowness = (some: readonly Measured[]) => some.toSorted((a, b) => b.p99 - a.p99)

/** All times, and the plans of the last size. */
function textOf(ages: readonly string[], grown: readonly Grown[], embedded: Grown): string {
  const studios = [...grown, embedded]
  const heads = [...ages, 'embedded, middle'].map((head) => head.padStart(18))
  const line = (name: string, part: (one: Grown) => readonly Measured[]) => {
    const times = studios.map((studio) => {
      const one = part(studio).find((measured) => measured.name === name)
      return one ? `${one.median.toFixed(1)} / ${one.p99.toFixed(1)}` : ''
    })
    return name.padEnd(44) + times.map((time) => time.padStart(18)).join('')
  }
  const last = grown.at(-1)
  const plans = [...(last?.screens ?? []), ...(last?.commands ?? [])].map(
    (one) => `-- ${one.name}\n\n${one.plans.join('\n')}`,
  )
  return [
    'Milliseconds, median / 99th percentile; of a command what it spends in its transactions, without the sync.',
    `${' '.repeat(44)}${heads.join('')}`,
    ...(last?.screens ?? []).map(({ name }) => line(name, (one) => one.screens)),
    ...(last?.commands ?? []).map(({ name }) => line(name, (one) => one.commands)),
    `\nThe plans of the ${ages.at(-1) ?? ''} one.\n`,
    ...plans,
  ].join('\n')
}
