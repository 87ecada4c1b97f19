import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, rows, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { writeLargeFirebase } from '#server/testing/firebase.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { ADMIN_PASSWORD } from '#server/testing/studio.ts'
import { moving } from '#studio/moving/contract.ts'
import { inParts } from '#studio/moving/rules/csv.ts'
import type { ExportFile } from '#studio/moving/rules/firebase.ts'
import { Client } from './client.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'
import { environmentOf, inStudio } from './seeded.ts'
import { builtServer, serverProcess } from './serverProcess.ts'

const [PEOPLE, RECORDS] = [numbers(20, 400), numbers(1_000, 40_000)]
const ROWS = numbers(75, 2_000)
const KILLS = numbers(3, 30)
/** Few, because continuing after a kill takes seconds of waiting. */
const KILLS_BY_SCREEN = numbers(1, 12)
/** Time (ms) within which each kill happens. */
const LONGEST_BY_SCREEN = numbers(3_000, 12_000)
const places = new EmptyPlaces()
const firebase = join(places.home, 'firebase')
let beside: TestDatabase
let built: string[]
let builtImport: string[]
beforeAll(async () => {
  beside = await testDatabase()
  built = await builtServer()
  builtImport = await builtServer('import')
  writeLargeFirebase(firebase, PEOPLE, RECORDS)
})
afterAll(async () => {
  await beside.close()
  places.remove()
})

/** Runs `npm run import` in a separate process. */
function importing(place: DatabaseOptions) {
  const program = [...builtImport, firebase, '--apply']
  const env = { PATH: process.env['PATH'], ...environmentOf(place, 0, mkdtempSync(join(places.home, 'data-'))) }
  const child = spawn(process.execPath, program, { env: { ...env, PORT: '3000' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))
  return { ended, kill: () => child.kill('SIGKILL') }
}

const began = async (place: DatabaseOptions) => {
  const from = performance.now()
  const { code, said } = await importing(place).ended
  expect(code, said).toBe(0)
  return { took: performance.now() - from, said }
}

/** A studio's data without times and ids of the import, and without numbers that a killed transaction skips. */
const records = {
  people: '{search}',
  accounts: '{search}',
  credentials: '{changed_at}',
  sessions: '{}',
  classes: '{}',
  memberships: '{}',
  courses: '{}',
  schedule: '{}',
  purchases: '{}',
  passEntries: '{id}',
  registrations: '{}',
  attendance: '{}',
  payments: '{}',
  receipts: '{id}',
  paymentHistory: '{id}',
  payers: '{created_at}',
  importedRows: '{at,move_id,made_id}',
} as const

async function look(place: DatabaseOptions): Promise<Record<string, unknown>> {
  const database = await openDatabase(place)
  try {
    const seen: Record<string, unknown> = { found: await findings(database) }
    for (const [table, without] of Object.entries(records)) {
      const row = sql`(to_jsonb(t) - ${sql.raw(`'${without}'::text[]`)})::text`
      const found = await database.read.execute(sql`
        select count(*) || ' ' || md5(coalesce(string_agg(md5(${row}), '' order by md5(${row}) collate "C"), '')) as hash
        from ${sql.identifier(table)} t`)
      seen[table] = rows<{ hash: string }>(found)[0]?.hash
    }
    const lines = await database.read.execute(
      sql`select count(*)::int as n from logs where message = 'Something happened at Firebase.'`,
    )
    return { ...seen, logs: rows<{ n: number }>(lines)[0]?.n }
  } finally {
    await database.close()
  }
}

interface Killing {
  readonly place: DatabaseOptions
  readonly port: number
  readonly kills: number
  /** Time (ms) within which a kill happens. */
  readonly longest: number
  /** The first kill happens when this resolves, so that even short work is interrupted on any machine. */
  readonly first?: Promise<void>
}

/** A server that is killed and restarted this many times during `work`. */
async function whileKilled({ place, port, kills, longest, first }: Killing, work: () => Promise<void>) {
  const env = environmentOf(place, port, mkdtempSync(join(places.home, 'data-')))
  let server = serverProcess(built, env)
  try {
    await server.serving()
    const worked = work()
    for (let kill = 0; kill < kills; kill++) {
      await (kill === 0 && first ? Promise.race([first, worked]) : sleep(Math.random() * longest))
      await server.kill()
      server = serverProcess(built, env)
      await server.serving()
    }
    await worked
  } finally {
    await server.kill()
  }
}

it(
  'a Firebase import killed at any moment and started again gives the same studio as an uninterrupted one',
  async () => {
    const whole = await places.like(beside.url, 'migrated')
    const { took } = await began(whole)
    const inOneGo = await look(whole)
    expect(inOneGo).toMatchObject({ found: [] })

    const place = await places.like(beside.url, 'migrated')
    let reached = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const run = importing(place)
      // the first as soon as the import creates its files, so that one is interrupted however long the measured run took
      const files = watch(firebase)
      const comes = kill === 0 ? once(files, 'change') : sleep(Math.random() * took)
      await Promise.race([comes, run.ended])
      files.close()
      run.kill()
      const { code } = await run.ended
      if (code !== 0) reached++
    }
    const { said: last } = await began(place)
    expect(last).toContain('All is well')
    expect(await look(place)).toEqual(inOneGo)
    expect((await began(place)).said).toContain('0 new in all')
    expect(await look(place)).toEqual(inOneGo)
    expect(reached).toBeGreaterThan(0)
    figure(22, 'kill -9 of npm run import', `${reached} times, ${RECORDS} records, each once, 0 new after it`)

    const other = await places.like(beside.url, 'migrated')
    const port = await freePort()
    const admin = await inStudio(other, (studio) => studio.person('admin'))
    const desk = new Client(admin, port)
    await whileKilled({ place: other, port, kills: KILLS_BY_SCREEN, longest: LONGEST_BY_SCREEN }, () =>
      byTheScreen(desk),
    )
    const byScreen = await look(other)
    expect(byScreen).toMatchObject({ found: [], schedule: inOneGo['schedule'] })
    // the admin who started it exists beside the imported people
    for (const table of [
      'registrations',
      'payments',
      'receipts',
      'purchases',
      'passEntries',
      'importedRows',
      'logs',
      'attendance',
    ])
      expect([table, byScreen[table]]).toEqual([table, inOneGo[table]])
    expect(desk.faults).toEqual([])
    figure(
      22,
      'kill -9 of the server that takes a studio over',
      `${KILLS_BY_SCREEN} times, the same records as in one go`,
    )
  },
  PATIENCE,
)

const PART = 20_000

/** Sends the files and imports them, like the screen; resolves when all is imported. */
async function byTheScreen(desk: Client): Promise<void> {
  const begun = await desk.send(moving.firebaseBegin, {})
  if (!begun.ok) throw new Error(begun.code)
  const { moveId } = begun.value
  const files: Partial<Record<ExportFile, { bytes: number; parts: number }>> = {}
  for (const file of ['firestore.json', 'auth.json', 'hash.json'] as const) {
    const bytes = readFileSync(join(firebase, file))
    const packed = gzipSync(bytes)
    let parts = 0
    for (let from = 0; from < packed.length; from += PART) {
      const part = packed.subarray(from, from + PART).toString('base64')
      expect(await desk.send(moving.firebasePart, { moveId, file, place: parts++, part })).toMatchObject({ ok: true })
    }
    files[file] = { bytes: bytes.length, parts }
  }
  expect(await desk.send(moving.firebaseLook, { moveId, files })).toMatchObject({ ok: true })
  await until(() => desk.send(moving.firebaseTake, { moveId, password: ADMIN_PASSWORD }))
  await until(() => desk.send(moving.firebaseForget, { moveId }))
}

/** Retries until the call is not refused any more: the import runs in the background. */
async function until(call: () => Promise<{ readonly ok: boolean }>): Promise<void> {
  while (!(await call()).ok) await sleep(200)
}

const tableOf = () => {
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `Dancer ${n};dancer${n}@example.ee;${n % 3 === 0 ? '12,50' : ''}`,
  )
  return Buffer.from(['Nimi;E-post;Võlg', ...lines].join('\r\n')).toString('base64')
}

it(
  'a table of people half imported by a killed server ends complete, without duplicates',
  async () => {
    const place = await places.like(beside.url, 'migrated')
    const port = await freePort()
    const admin = await inStudio(place, (studio) => studio.person('admin'))
    const desk = new Client(admin, port)
    const file = tableOf()
    const columns = { name: 0, email: 1, debt: 2 }
    const counts = { new: 0, changed: 0, known: 0, repeated: 0, left: 0 }
    let takes = () => {}
    const first = new Promise<void>((resolve) => (takes = resolve))
    await whileKilled({ place, port, kills: KILLS, longest: 300, first }, async () => {
      const checked = await desk.send(moving.check, { file, columns })
      if (!checked.ok) throw new Error(checked.code)
      for (const part of inParts(checked.value.rows)) {
        const sent = part.map(({ number, cells }) => ({ number, cells }))
        const taking = desk.send(moving.take, { rows: sent, language: 'et' })
        takes()
        const taken = await taking
        if (!taken.ok) throw new Error(taken.code)
        for (const { outcome } of taken.value.rows) counts[outcome]++
      }
    })
    expect(counts).toEqual({ new: ROWS, changed: 0, known: 0, repeated: 0, left: 0 })
    const again = await inStudio(place, (studio) => studio.must(admin, moving.check, { file, columns }))
    expect(again.rows.filter(({ outcome }) => outcome !== 'known')).toEqual([])
    const database = await openDatabase(place)
    try {
      const [books] = rows(
        await database.read.execute(sql`select (select count(*)::int from people) as people,
          (select count(*)::int from payments) as payments, (select sum(price)::int from payments) as cents`),
      )
      const owing = Math.ceil(ROWS / 3)
      expect(books).toEqual({ people: ROWS + 1, payments: owing, cents: owing * 1250 })
      expect(await findings(database)).toEqual([])
    } finally {
      await database.close()
    }
    expect(desk.faults).toEqual([])
    expect(desk.unanswered).toBeGreaterThan(0)
    figure(22, 'kill -9 while a table of people is taken', `${ROWS} rows, ${KILLS} times, each person and debt once`)
  },
  PATIENCE,
)
