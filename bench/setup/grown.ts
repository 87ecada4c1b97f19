import pg from 'pg'
import * as z from 'zod/mini'
import { newId } from '#kernel/ids.ts'
import { Budget } from '#server/commands/budget.ts'
import { Limits } from '#server/commands/limits.ts'
import { Turns } from '#server/commands/turns.ts'
import { runCommand, type CommandServices } from '#server/commands/runCommand.ts'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver, openDatabase, openEngine, type DatabaseOptions } from '#server/db/database.ts'
import { answerQuery } from '#server/live/queries.ts'
import { readSettings } from '#server/settings.ts'
import { commands, identifyCall, identifyCaller, queries } from '#server/studio.ts'
import { callsOn, prepareCalls, sessionOf } from './calls.ts'
import { fillDecade, type Size } from './decade.ts'
import { median, percentile } from './figures.ts'
import { screensOf } from './screens.ts'
import { watch, type Watched } from './watched.ts'

/** What was found of one screen with one input, or of one command. Times in milliseconds. */
export interface Measured {
  readonly name: string
  readonly median: number
  readonly p99: number
  readonly scans: readonly string[]
  readonly plans: readonly string[]
}

/** A studio of some age. */
export interface Grown {
  readonly screens: readonly Measured[]
  readonly commands: readonly Measured[]
}

export interface Runs {
  readonly ofScreen: number
  readonly ofCommand: number
}

/** Whoever takes seconds is not asked a hundred times; in milliseconds. */
const LONGEST = 10_000

/** An export reads what it exports, part by part. */
export const isExport = (name: string) => name.includes('ForExport')

/** Fills an empty database and measures every screen and every command in it. */
export async function measureGrown(options: DatabaseOptions, size: Size, runs: Runs): Promise<Grown> {
  await (await openDatabase(options)).close()
  if (options.databaseUrl) {
    // a plain client: the product's own has time limits
    const client = new pg.Client({ connectionString: options.databaseUrl })
    await client.connect()
    await fill((statement) => client.query(statement), size)
    await client.end()
    return await measureFilled(await openEngine({ ...options, poolSize: 2 }), size, runs)
  }
  const engine = await openEngine(options)
  const connection = await engine.connect(600_000, 'writing')
  await connection.query('set default_transaction_read_only = off')
  await fill((statement) => connection.query(statement), size)
  await connection.query('set default_transaction_read_only = on')
  await connection.release()
  return await measureFilled(engine, size, runs)
}

async function fill(run: (statement: string) => Promise<unknown>, size: Size) {
  await fillDecade(run, size)
  await prepareCalls(run)
}

export async function measureFilled(engine: Engine, size: Size, runs: Runs): Promise<Grown> {
  try {
    return { screens: await measureScreens(engine, size, runs), commands: await measureCommands(engine, size, runs) }
  } finally {
    await engine.close()
  }
}

async function measureScreens(engine: Engine, size: Size, runs: Runs): Promise<Measured[]> {
  const watched = watch(engine)
  const services = servicesOver(watched)
  const found: Measured[] = []
  for (const [name, inputs] of Object.entries(screensOf(size))) {
    const query = queries.get(name)
    if (!query) throw new Error(`There is no query ${name}.`)
    for (const [n, raw] of inputs.entries()) {
      const input = z.parse(query.procedure.input, raw)
      const ask = () => answerQuery(services, query, ADMIN, input)
      const times = async () => {
        const began = performance.now()
        await ask()
        return performance.now() - began
      }
      const label = inputs.length > 1 ? `${name} ${n + 1}` : name
      found.push({ name: label, ...(await repeat(watched, isExport(name) ? 2 : runs.ofScreen, times)) })
    }
  }
  return found
}

/** Each is undone where it would commit; measured is what it spends in its transactions, without the sync of the commit. */
async function measureCommands(engine: Engine, size: Size, runs: Runs): Promise<Measured[]> {
  const watched = watch(engine, { undoing: true })
  const services = servicesOver(watched)
  const found: Measured[] = []
  for (const [name, { as, input }] of Object.entries(callsOn(size))) {
    const command = commands.get(name)
    if (!command) throw new Error(`There is no command ${name}.`)
    const request = {
      address: '127.0.0.1',
      deviceInfo: 'bench',
      language: 'en' as const,
      sessionToken: as === null ? null : sessionOf(as),
    }
    const call = async () => {
      const before = watched.spent
      const { body } = await runCommand(services, command, { key: newId(), input }, request)
      // one that takes too long is refused: its time counts all the same
      if (!body.ok && body.code !== 'busy') throw new Error(`${name} was refused: ${JSON.stringify(body)}`)
      return watched.spent - before
    }
    found.push({ name, ...(await repeat(watched, runs.ofCommand, call)) })
  }
  return found
}

const ADMIN = {
  kind: 'admin',
  userId: 'u1',
  sessionId: 's',
  sessionEndsAt: null,
  email: 'u1@example.ee',
  displayName: 'Mari',
} as const

function servicesOver({ engine }: Watched): CommandServices {
  const read = readSettings({ RATE_LIMIT_FACTOR: '1000', BANK_IBAN: 'EE471000001020145685' })
  if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
  const nobody = () => {}
  const database = databaseOver(engine)
  return {
    database,
    limits: new Limits(database, read.settings.rateLimitFactor),
    budget: new Budget(read.settings.rateLimitFactor),
    turns: new Turns(),
    settings: read.settings,
    clock: Date.now,
    identify: identifyCaller,
    identifyCall,
    changed: nobody,
    mailQueued: nobody,
    uses: { note: nobody },
    report: (line, error) => {
      throw new Error(line, { cause: error })
    },
  }
}

/** Looked at once before and once after: the plan that a connection keeps may be another one than the first. */
async function repeat(watched: Watched, runs: number, once: () => Promise<number>): Promise<Omit<Measured, 'name'>> {
  const look = async () => {
    watched.looking = true
    await once()
    watched.looking = false
    return await watched.take()
  }
  const first = await look()
  const times: number[] = []
  const until = performance.now() + LONGEST
  // the first runs of a screen compile its code
  for (let run = -Math.ceil(runs / 10); run < runs; run++) {
    const time = await once()
    if (run >= 0) times.push(time)
    if (times.length >= 3 && performance.now() > until) break
  }
  const last = await look()
  const scans = [...new Set([...first.scans, ...last.scans])]
  return { median: median(times), p99: percentile(times, 99), scans, plans: [...first.plans.values()] }
}
