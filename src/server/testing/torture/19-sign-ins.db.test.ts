import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { Client } from './client.ts'
import { figure, full, PATIENCE, percentile } from './numbers.ts'
import { environmentOf, seed } from './seeded.ts'
import { serverProcess } from './serverProcess.ts'

// What others feel is a matter of time, and measured only with the large numbers: studio/accounts/flood.db.test.ts proves in
// `npm test` that the hashes are bounded.
const run = (file: URL) => ['--import', 'tsx', fileURLToPath(file)]
const FLOOD = run(new URL('flood.ts', import.meta.url))
const SERVER = run(new URL('floodedServer.ts', import.meta.url))
const SIGN_INS_A_SECOND = 50
const OTHERS = 20

const places = new EmptyPlaces()
let beside: TestDatabase
beforeAll(async () => {
  beside = await testDatabase()
})
afterAll(async () => {
  await beside.close()
  places.remove()
})

/** The slowest hundredth of what others ask, in milliseconds: quiet and flooded by turns, so that both meet the same computer. */
async function measured(more: Record<string, string>, rounds: number) {
  const place = await places.like(beside.url, 'migrated')
  const { members } = await seed(place, OTHERS)
  const env = environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-')))
  const server = serverProcess(SERVER, { ...env, TRUST_PROXY: 'on', ...more })
  const port = Number(env['PORT'])
  const quiet: number[] = []
  const flooded: number[] = []
  const statuses: Record<string, number> = {}
  try {
    await server.serving()
    const ordinary = (times: number[]) =>
      others(
        members.map((person) => new Client(person, port)),
        times,
      )
    await ordinary([])
    for (let round = 1; round <= rounds; round++) {
      await ordinary(quiet)
      const flood = await signIns(port)
      await sleep(1_000)
      await ordinary(flooded)
      await flood.end(statuses, more['UNBOUNDED'] === undefined)
    }
  } finally {
    await server.kill()
  }
  return { quiet: percentile(quiet, 99), flooded: percentile(flooded, 99), statuses, count: flooded.length }
}

/** Members who save something, look at the page and think, for ten seconds. */
async function others(clients: readonly Client[], times: number[]): Promise<void> {
  const end = performance.now() + 10_000
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    // who gave up waiting has waited longest
    await work().catch(() => {})
    times.push(performance.now() - started)
    await sleep(100 + Math.random() * 300)
  }
  await Promise.all(
    clients.map(async (client, n) => {
      while (performance.now() < end) {
        await timed(() => client.attempt(accounts.setLanguage, { language: n % 2 === 0 ? 'et' : 'en' }))
        await timed(() => client.look('/classes'))
      }
    }),
  )
}

/** A flood from a process of its own; see flood.ts. */
async function signIns(port: number) {
  const child = spawn(process.execPath, [...FLOOD, String(port), String(SIGN_INS_A_SECOND)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  await once(child.stdout, 'data')
  return {
    /** What was begun is answered first, or given up: without bound that is minutes of hashing. */
    async end(statuses: Record<string, number>, answered: boolean) {
      if (answered) child.stdin.end()
      else child.kill()
      await gone
      const found = JSON.parse(said.split('\n')[1] || '{}') as Record<string, number>
      for (const [status, count] of Object.entries(found)) statuses[status] = (statuses[status] ?? 0) + count
    },
  }
}

const told = ({ quiet, flooded, statuses, count }: Awaited<ReturnType<typeof measured>>) =>
  `${quiet.toFixed(0)} ms alone, ${flooded.toFixed(0)} ms beside ${SIGN_INS_A_SECOND} sign-ins/s (p99 of ${count}; answers to sign-ins: ${JSON.stringify(statuses)})`

it.runIf(full)(
  'a flood of sign-ins does not more than double the slowest hundredth of what others wait for',
  async () => {
    const bounded = await measured({}, 4)
    figure(19, 'p99 of others beside a flood of sign-ins', told(bounded))
    expect(Object.keys(bounded.statuses).toSorted()).toEqual(['200', '503'])
    expect(bounded.flooded).toBeLessThanOrEqual(2 * bounded.quiet)
  },
  PATIENCE,
)

it.runIf(full)(
  'and would, were the hashes not bounded',
  async () => {
    const unbounded = await measured({ UNBOUNDED: 'yes' }, 1)
    figure(19, 'the same with hashes without bound', told(unbounded))
    expect(unbounded.flooded).toBeGreaterThan(2 * unbounded.quiet)
  },
  PATIENCE,
)
