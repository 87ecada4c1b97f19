import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { newId } from '#kernel/ids.ts'
import { writeLargeFirebase } from '#server/testing/firebase.ts'
import type { CheckedRow } from '#studio/moving/contract.ts'
import { inParts } from '#studio/moving/rules/csv.ts'
import { PART_BYTES, type ExportFile } from '#studio/moving/rules/firebase.ts'
import type { EngineName, Engines } from '../setup/engines.ts'
import type { Figure } from '../setup/figures.ts'
import { HttpConnection } from '../setup/http.ts'
import type { Scale } from '../setup/scale.ts'
import { startStudio, type Home } from '../setup/server.ts'
import { admin, ADMIN_PASSWORD, cookieOf } from '../setup/studio.ts'

const FULL = { people: 2_000, records: 200_000, rows: 10_000 }
const QUICK = { people: 20, records: 1_000, rows: 100 }

/**
 * A studio is imported from Firebase, on the screen and with the command line, and people from a table, while others
 * use it.
 */
export async function measureImport(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const size = scale.quick ? QUICK : FULL
  const folder = mkdtempSync(join(tmpdir(), 'bench-firebase-'))
  try {
    writeLargeFirebase(folder, size.people, size.records)
    const sent = packed(folder)
    const byScreen = await measured(await engines.studioOn(engine), (desk) => bySending(desk, sent))
    const byCommand = await measured(await engines.studioOn(engine), (_desk, home) => byCommandLine(home, folder))
    const byTable = await measured(await engines.studioOn(engine), (desk) => byRows(desk, size.rows))
    const detail = `slowest answer to others ${byCommand.slowest.toFixed(0)} ms`
    const ofFirebase = `${engine}: Firebase, 200,000 records` as const
    const ofTable = `${engine}: table of 10,000 people` as const
    return [
      { measure: `${ofFirebase}, on the screen`, value: byScreen.took / 1_000 },
      { measure: `${ofFirebase}, slowest answer to others meanwhile`, value: byScreen.slowest },
      { measure: `${ofFirebase}, by the command line`, value: byCommand.took / 1_000, detail },
      { measure: `${ofTable}, checked and taken`, value: byTable.took / 1_000 },
      { measure: `${ofTable}, slowest answer to others meanwhile`, value: byTable.slowest },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Call = <Value>(name: string, input: object) => Promise<{ ok: boolean; code?: string; value?: Value }>

/** Returns how long `work` takes (ms), and the slowest response to others meanwhile (ms). */
async function measured(home: Home, work: (call: Call, home: Home) => Promise<void>) {
  const server = await startStudio(home)
  try {
    const [desk, other] = [await HttpConnection.open(server.port), await HttpConnection.open(server.port)]
    const call: Call = async (name, input) =>
      JSON.parse((await desk.post(`/rpc/moving.${name}`, { key: newId(), input }, cookieOf(admin))).body) as Awaited<
        ReturnType<Call>
      > as never
    const working = new AbortController()
    let slowest = 0
    const others = (async () => {
      while (!working.signal.aborted) {
        const asked = performance.now()
        await other.get('/initial')
        slowest = Math.max(slowest, performance.now() - asked)
        await sleep(20)
      }
    })()
    const began = performance.now()
    await work(call, home)
    const took = performance.now() - began
    working.abort()
    await others
    desk.close()
    other.close()
    return { took, slowest }
  } finally {
    await server.stop()
  }
}

async function must<Value>(answer: ReturnType<Call>): Promise<Value> {
  const { ok, code, value } = await answer
  if (!ok) throw new Error(`The import was refused: ${code}`)
  return value as Value
}

interface Packed {
  readonly file: ExportFile
  readonly bytes: number
  /** Parts of the compressed file, in base64. */
  readonly parts: readonly string[]
}

/**
 * Compresses the files as a browser would, before the clock runs: compressing later would block the requests of the
 * others.
 */
const packed = (folder: string): Packed[] =>
  (['firestore.json', 'auth.json', 'hash.json'] as const).map((file) => {
    const bytes = readFileSync(join(folder, file))
    const whole = gzipSync(bytes)
    const count = Math.ceil(whole.length / PART_BYTES)
    const part = (n: number) => whole.subarray(n * PART_BYTES, (n + 1) * PART_BYTES).toString('base64')
    return { file, bytes: bytes.length, parts: Array.from({ length: count }, (_, n) => part(n)) }
  })

async function bySending(call: Call, sent: readonly Packed[]): Promise<void> {
  const { moveId } = await must<{ moveId: string }>(call('firebaseBegin', {}))
  const files: Partial<Record<ExportFile, { bytes: number; parts: number }>> = {}
  for (const { file, bytes, parts } of sent) {
    for (const [place, part] of parts.entries()) await must(call('firebasePart', { moveId, file, place, part }))
    files[file] = { bytes, parts: parts.length }
  }
  await must(call('firebaseLook', { moveId, files }))
  while (!(await call('firebaseTake', { moveId, password: ADMIN_PASSWORD })).ok) await sleep(100)
  while (!(await call('firebaseForget', { moveId })).ok) await sleep(100)
}

/** `npm run import -- FOLDER --apply`, including the doctor's check at its end. */
async function byCommandLine(home: Home, folder: string): Promise<void> {
  const database: Record<string, string> =
    'databaseUrl' in home ? { DATABASE_URL: home.databaseUrl } : { DATA_DIR: home.dataDir }
  const env = { PATH: process.env['PATH'] ?? '', ...database }
  const child = spawn(process.execPath, ['dist/server/import.js', folder, '--apply'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The import ended with ${code}: ${said}`)
}

async function byRows(call: Call, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, n) => `Dancer${n} Tantsija;dancer${n}@table.example;5${String(1_000_000 + n)};17.05.1990;12,50`,
  )
  const file = Buffer.from(['Nimi;E-post;Telefon;Sünniaeg;Võlg', ...lines].join('\r\n')).toString('base64')
  const columns = { name: 0, email: 1, phone: 2, dob: 3, debt: 4 }
  const { rows } = await must<{ rows: CheckedRow[] }>(call('check', { file, columns }))
  for (const part of inParts(rows)) {
    const sent = part.map(({ number, cells }) => ({ number, cells }))
    await must(call('take', { rows: sent, language: 'et' }))
  }
}
