import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver, openEngine } from '#server/db/database.ts'
import { prepareSession } from '#server/db/hosts.ts'
import { answerQuery } from '#server/live/queries.ts'
import { readSettings } from '#server/settings.ts'
import { queries } from '#server/studio.ts'
import type { Engines } from '../setup/engines.ts'
import { fillDecade, sizes, type Size } from '../setup/decade.ts'
import { percentile, type Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'
import { screens } from '../setup/screens.ts'

/** Tables that grow for as long as the studio lives; the others hold what is on offer. */
const GROWING = ['users', 'sessions', 'schedule', 'registrations', 'payments', 'paymentHistory', 'purchases']
GROWING.push('courseRegistrations', 'attendance', 'logs', 'commands')
/** An export reads what it exports. */
const isExport = (name: string) => name.endsWith('ForExport')
const explained = fileURLToPath(new URL('../explained.txt', import.meta.url))

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

interface Measured {
  readonly name: string
  /** Milliseconds: the 99th percentile of its runs. */
  readonly p99: number
  readonly scans: string[]
}

/** Row 10: every screen's queries in a young studio, and in one that is ten years old. */
export async function measureGrowth(engines: Engines, scale: Scale): Promise<Figure[]> {
  const ages: (readonly [string, Size])[] = scale.quick
    ? [['quick', sizes.quick]]
    : [
        ['small', sizes.small],
        ['middle', sizes.middle],
        ['large', sizes.large],
      ]
  const found: Measured[][] = []
  for (const [name, size] of ages) {
    console.log(`  ${size.users} users, ${size.registrations} registrations, ${size.logs} log lines …`)
    const databaseUrl = await engines.emptyDatabase()
    await fillDecade(databaseUrl, size)
    await vacuum(databaseUrl)
    found.push(await measureScreens(databaseUrl, scale, name))
  }
  const largest = (found.at(-1) ?? []).filter(({ name }) => !isExport(name))
  const smallest = found[0] ?? []
  const slow = largest.toSorted((a, b) => b.p99 - a.p99)
  const scanning = largest.filter(({ scans }) => scans.length > 0)
  // tenfold rows may add one step to an index; who takes twice as long after a hundredfold reads more than it shows
  const growing = largest.filter(({ name, p99 }) => {
    const young = smallest.find((one) => one.name === name)?.p99 ?? p99
    return p99 > 2 && p99 > young * 2
  })
  const names = (some: readonly Measured[]) => some.map(({ name, p99 }) => `${name} ${p99.toFixed(1)} ms`).join(', ')
  const count = (some: readonly Measured[]) => ({ ours: some.length, beside: null, besideWhat: '', unit: 'screens' })
  return [
    {
      budget: scale.quick ? null : '10 p99 of a screen',
      measure: `slowest screen at the largest: ${slow[0]?.name ?? ''}`,
      ours: slow[0]?.p99 ?? Number.NaN,
      beside: smallest.find(({ name }) => name === slow[0]?.name)?.p99 ?? null,
      besideWhat: 'the smallest',
      unit: 'ms',
      where: names(slow.filter(({ p99 }) => p99 > 20)),
    },
    {
      budget: scale.quick ? null : '10 sequential scans of growing tables',
      measure: 'screens that scan a table which grows',
      ...count(scanning),
      where: scanning.map(({ name, scans }) => `${name} (${scans.join(', ')})`).join('; '),
    },
    {
      budget: scale.quick ? null : '10 growth beyond logarithmic',
      measure: 'screens that take twice as long with a hundred times the rows',
      ...count(growing),
      where: names(growing),
    },
  ]
}

async function vacuum(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

async function measureScreens(databaseUrl: string, scale: Scale, age: string): Promise<Measured[]> {
  const statements: Statement[] = []
  const engine = noting(await openEngine({ dataDir: '', databaseUrl, poolSize: 2 }), statements)
  const database = databaseOver(engine)
  const read = readSettings({})
  if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
  const services = { database, settings: read.settings, clock: Date.now }
  const explaining = new pg.Client({ connectionString: databaseUrl })
  await explaining.connect()
  await prepareSession(explaining)
  const kept: string[] = []
  const found: Measured[] = []
  const missing = [...queries.keys()].filter((name) => !(name in screens))
  if (missing.length > 0) throw new Error(`No input is known for ${missing.join(', ')}: see bench/setup/screens.ts.`)
  try {
    for (const [name, inputs] of Object.entries(screens)) {
      const query = queries.get(name)
      if (!query) throw new Error(`There is no query ${name}.`)
      const caller = {
        kind: 'admin',
        userId: 'u1',
        sessionId: 's',
        sessionEndsAt: null,
        email: 'u1@example.ee',
        displayName: 'Mari',
      } as const
      const ask = (input: unknown) => answerQuery(services, query, caller, z.parse(query.procedure.input, input))
      for (const [n, input] of inputs.entries()) {
        statements.length = 0
        await ask(input)
        const plans = await plansOf(explaining, statements.slice())
        const times: number[] = []
        const runs = scale.quick || isExport(name) ? 2 : 100
        // the first runs of a screen compile its code
        for (let run = -runs / 10; run < runs; run++) {
          const began = performance.now()
          await ask(input)
          if (run >= 0) times.push(performance.now() - began)
        }
        const label = inputs.length > 1 ? `${name} ${n + 1}` : name
        found.push({
          name: label,
          p99: percentile(times, 99),
          scans: [...new Set(plans.flatMap(({ scans }) => scans))],
        })
        kept.push(`-- ${label}, ${age}\n\n${plans.map(({ text }) => text).join('\n')}`)
      }
    }
  } finally {
    // the plans of the last size are kept beside the results
    if (!scale.quick) writeFileSync(explained, kept.join('\n'))
    await explaining.end()
    await database.close()
  }
  return found
}

/** The engine, which also notes what is read through it. */
function noting(engine: Engine, statements: Statement[]): Engine {
  return {
    ...engine,
    connect: async (wait, purpose) => {
      const connection = await engine.connect(wait, purpose)
      return {
        ...connection,
        query: (text, values, rowMode) => {
          if (/^\s*(select|with)/i.test(text)) statements.push({ text, values: [...(values ?? [])] })
          return connection.query(text, values, rowMode)
        },
      }
    },
  }
}

async function plansOf(client: pg.Client, statements: readonly Statement[]) {
  const plans: { text: string; scans: string[] }[] = []
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
    const lines = rows.map((row) => row['QUERY PLAN'])
    const scans = lines.flatMap((line) => /Seq Scan on "?(\w+)"?/.exec(line)?.[1] ?? [])
    plans.push({
      text: `${text}\n\n${lines.join('\n')}\n`,
      scans: scans.filter((table) => GROWING.includes(table)),
    })
  }
  return plans
}
