import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { order } from '#server/operator/control.ts'
import { openDatabase, type DatabaseOptions } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { BusyMember, lost } from './member.ts'
import { figure, limit, numbers, PATIENCE, percentile } from './numbers.ts'
import { environmentOf, seed } from './seeded.ts'
import { builtServer, hastyServer, processorTimeOf, serverProcess } from './serverProcess.ts'

const MEMBERS = 8
const places = new EmptyPlaces()
let beside: TestDatabase
let built: string[]
beforeAll(async () => {
  beside = await testDatabase()
  built = await builtServer()
})
afterAll(async () => {
  await beside.close()
  places.remove()
})

async function doctor(place: DatabaseOptions) {
  if (!place.databaseUrl) return (await order(place.dataDir, 'doctor', []))?.line
  const database = await openDatabase(place)
  const found = await findings(database)
  await database.close()
  return found.length === 0 ? 'All is well' : JSON.stringify(found)
}

/** Kills and restarts a server under load this many times, and checks the final state. */
async function killed(program: readonly string[], rounds: number) {
  const place = await places.like(beside.url, 'migrated')
  const studio = await seed(place, MEMBERS)
  const env = environmentOf(place, await freePort(), mkdtempSync(join(places.home, 'data-')))
  const members = studio.members.map((person) => new BusyMember(person, Number(env['PORT'])))
  let stopped = false
  let busy: Promise<unknown> = Promise.resolve()
  const starts: number[] = []
  const worked: number[] = []
  const examined: (string | undefined)[] = []
  let server = serverProcess(program, env)
  try {
    await server.serving()
    busy = Promise.all(members.map((member) => member.keepBusy(studio, () => stopped)))
    for (let round = 0; round < rounds; round++) {
      await sleep(50 + Math.random() * 500)
      await server.kill()
      server = serverProcess(program, env)
      starts.push(await server.serving())
      worked.push(processorTimeOf(server.process))
      examined.push(await doctor(place))
    }
    // running calls get their response, and nobody starts a new one
    stopped = true
    await busy
    await server.kill()
  } finally {
    stopped = true
    await server.kill()
  }
  const database = await openDatabase(place)
  try {
    return {
      starts,
      worked,
      examined: examined.filter((line) => !line?.startsWith('All is well')),
      lost: await lost(database, members),
      found: await findings(database),
      acknowledged: members.reduce((sum, member) => sum + member.journal.length, 0),
      unanswered: members.reduce((sum, member) => sum + member.unanswered, 0),
      faults: members.flatMap((member) => member.faults),
    }
  } finally {
    await database.close()
  }
}

it(
  'a server killed at random moments under load loses nothing, and serves again at once',
  async () => {
    const rounds = numbers(1, 100)
    const seen = await killed(built, rounds)
    expect(seen.lost).toEqual([])
    expect(seen.found).toEqual([])
    expect(seen.examined).toEqual([])
    expect(seen.faults).toEqual([])
    expect(seen.acknowledged).toBeGreaterThan(rounds)
    expect(seen.unanswered).toBeGreaterThan(0)
    const slowest = Math.max(...seen.starts)
    figure(
      4,
      'kill -9 under load',
      `${rounds} times, ${seen.acknowledged} acknowledged calls, 0 lost, 0 counters wrong`,
    )
    figure(
      4,
      'serving again',
      `median ${percentile(seen.starts, 50).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms after the start of the process, which had the processor for ${percentile(seen.worked, 50).toFixed(0)} ms`,
    )
    expect(slowest).toBeLessThan(limit(2_000))
  },
  PATIENCE,
)

it(
  'a server that acknowledges before it commits fails the same test (negative control)',
  async ({ skip }) => {
    // slow on the embedded database, which opens three times
    if (numbers(!beside.url, false)) return skip('Looked at on PostgreSQL, and on both by `npm run torture`.')
    const seen = await killed(hastyServer, 1)
    expect(seen.lost.length).toBeGreaterThan(0)
  },
  PATIENCE,
)
