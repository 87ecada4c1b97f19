import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { Named } from '#kernel/procedures.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { Client } from './client.ts'
import { figure, full, PATIENCE, percentile } from './numbers.ts'
import { environmentOf, seed } from './seeded.ts'
import { serverProcess } from './serverProcess.ts'

// The effect on others is measured only with large numbers; server/security/flood.db.test.ts proves in `npm test` that
// the hashes are limited.
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

/** 99th percentile of other people's waits (ms): quiet and flooded phases alternate, so that both see the same load. */
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

/** Members who save something, open the page and pause, for ten seconds. */
async function others(clients: readonly Client[], times: number[]): Promise<void> {
  const end = performance.now() + 10_000
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    // those who gave up have waited longest
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

/** A flood from a separate process; see flood.ts. */
async function signIns(port: number, aSecond = SIGN_INS_A_SECOND, from = 'anywhere in 198.51.0.0/16') {
  const child = spawn(process.execPath, [...FLOOD, String(port), String(aSecond), from], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  await once(child.stdout, 'data')
  return {
    /** Waits for started calls to finish or time out: without a limit that means minutes of hashing. */
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
  "a flood of sign-ins at most doubles the 99th percentile of other people's waits",
  async () => {
    const bounded = await measured({}, 4)
    figure(19, 'p99 of others beside a flood of sign-ins', told(bounded))
    expect(Object.keys(bounded.statuses).toSorted()).toEqual(['200', '503'])
    expect(bounded.flooded).toBeLessThanOrEqual(2 * bounded.quiet)
  },
  PATIENCE,
)

it.runIf(full)(
  'a flood of sign-ins does more than double it without the limit on hashing (negative control)',
  async () => {
    const unbounded = await measured({ UNBOUNDED: 'yes' }, 1)
    figure(19, 'the same with hashes without bound', told(unbounded))
    expect(unbounded.flooded).toBeGreaterThan(2 * unbounded.quiet)
  },
  PATIENCE,
)

const HONEST = 12
const FORM = { displayName: 'Anna', familyName: 'T', dob: '2000-01-01', language: 'en' }
const GUESSES_A_SECOND = 60

/**
 * Signs honest people in during a flood, one a second, like the sign-in form with five attempts. Each of them signs in
 * once from an address where they signed in before, and once from a new address.
 */
async function honestBeside(from: string) {
  const place = await places.like(beside.url, 'migrated')
  const people = Array.from({ length: HONEST }, (_, n) => ({
    email: `p${n}@example.ee`,
    password: `correct horse ${n}`,
  }))
  const usual = (n: number) => `203.0.${n}.1`
  const env = environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-')))
  const server = serverProcess(SERVER, { ...env, TRUST_PROXY: 'on' })
  const port = Number(env['PORT'])
  const statuses: Record<string, number> = {}
  try {
    await server.serving()
    for (const [n, person] of people.entries()) {
      // by the server itself, because hashes are cheapened in this process
      await post(port, usual(n), accounts.signUp, { ...person, ...FORM })
      await signedIn(port, usual(n), person)
    }
    const flood = await signIns(port, GUESSES_A_SECOND, from)
    // let the server learn the networks of the flood
    await sleep(30_000)
    const inTurn = async (address: (n: number) => string) => {
      const all = people.map(async (person, n) => {
        await sleep(n * 1_000)
        return await signedIn(port, address(n), person)
      })
      return await Promise.all(all)
    }
    const remembered = await inTurn(usual)
    const fresh = await inTurn((n) => `192.0.${n}.77`)
    await flood.end(statuses, true)
    return { remembered, fresh, statuses }
  } finally {
    await server.kill()
  }
}

/** Milliseconds until the person is signed in, with the browser's attempts and pauses; Infinity if never. */
async function signedIn(port: number, address: string, person: { email: string; password: string }): Promise<number> {
  const began = performance.now()
  for (const pause of [1_000, 2_000, 4_000, 8_000, 0]) {
    if ((await post(port, address, accounts.signIn, person)).ok) return performance.now() - began
    await sleep(pause)
  }
  return Infinity
}

async function post(port: number, address: string, { name }: Named, input: object): Promise<{ ok: boolean }> {
  const response = await fetch(`http://127.0.0.1:${port}/rpc/${name}`, {
    method: 'POST',
    headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ key: newId(), input }),
  })
  return (await response.json()) as { ok: boolean }
}

const within = (times: readonly number[], most: number) => times.filter((time) => time <= most).length
const slowest = (times: readonly number[]) => `${(Math.max(...times) / 1000).toFixed(1)} s`

it.runIf(full).each(['many /64s of one /48', 'many /48s of one /32', 'many /64s of 1,000 /48s all over the world'])(
  'people can sign in during guesses from %s',
  async (from) => {
    const { remembered, fresh, statuses } = await honestBeside(from)
    const told = `${within(remembered, 3_000)} of ${HONEST} from a remembered place within 3 s, slowest ${slowest(remembered)}; ${within(fresh, 10_000)} of ${HONEST} from a new one within 10 s, slowest ${slowest(fresh)} (answers to the guesses: ${JSON.stringify(statuses)})`
    figure(19, `${GUESSES_A_SECOND} guesses/s from ${from}`, told)
    expect(within(remembered, 3_000)).toBe(HONEST)
    expect(within(fresh, 10_000)).toBeGreaterThanOrEqual(10)
  },
  PATIENCE,
)

it.runIf(full)(
  'people can sign in at a known place during guesses from ever new networks, which do delay new places',
  async () => {
    const { remembered, fresh } = await honestBeside('a new network each time')
    const told = `${within(remembered, 3_000)} of ${HONEST} from a remembered place within 3 s, slowest ${slowest(remembered)}; ${within(fresh, 10_000)} of ${HONEST} from a new one within 10 s`
    figure(19, `${GUESSES_A_SECOND} guesses/s from a new network each time`, told)
    expect(within(remembered, 3_000)).toBe(HONEST)
  },
  PATIENCE,
)
