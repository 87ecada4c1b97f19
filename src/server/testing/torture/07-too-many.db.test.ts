import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import { runChild } from '#server/testing/child.ts'
import { dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { Client } from './client.ts'
import { figure, limit, numbers, PATIENCE, percentile } from './numbers.ts'
import { plant, type Seeded } from './seeded.ts'
import { serve } from './serve.ts'

/** Four times the size of a server's connection pool. */
const CALLERS = 40
/** Time (ms) after which a call counts as hanging: its deadline of 8 s, with some extra time. */
const HANGS = limit(11_000)

let studio: TestStudio
let server: Awaited<ReturnType<typeof serve>>
let seeded: Seeded
let port = 0
beforeAll(async () => {
  studio = await TestStudio.open()
  studio.now = Date.now()
  seeded = await plant(studio, CALLERS)
  port = await freePort()
  server = await serve(studio, port)
})
afterAll(async () => {
  await server.stop()
  await studio.close()
})

/** All callers register for and cancel the same entry until told to stop; records all statuses and response times. */
function crowd(stopped: () => boolean) {
  const statuses = new Map<number, number>()
  const times: number[] = []
  const scheduleId = seeded.scheduleIds[0] ?? ''
  const caller = async (client: Client) => {
    for (let turn = 0; !stopped(); turn++) {
      const since = performance.now()
      const call =
        turn % 2 === 0
          ? client.attempt(registrations.registerWithDropIn, dropIn(scheduleId))
          : client.attempt(registrations.cancel, { scheduleId })
      const { status, retryAfter } = await call
      times.push(performance.now() - since)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 503) expect(retryAfter).toBe('1')
    }
  }
  const done = Promise.all(seeded.members.map((person) => caller(new Client(person, port))))
  return { statuses, times, done }
}

it(
  'four times as many callers as connections all get a response, without end',
  async () => {
    const milliseconds = numbers(800, 60_000)
    const until = performance.now() + milliseconds
    const { statuses, times, done } = crowd(() => performance.now() > until)
    await done
    expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(Math.max(...times)).toBeLessThan(HANGS)
    await expectInvariants(studio)
    const [answered, refused] = [statuses.get(200) ?? 0, statuses.get(503) ?? 0]
    figure(
      7,
      `${CALLERS} callers on one entry for ${milliseconds / 1000} s`,
      `${answered} answered, ${refused} refused with 503; p99 ${percentile(times, 99).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
    )
  },
  PATIENCE,
)

it(
  'a process frozen while holding a lock does not block others forever',
  async ({ skip }) => {
    const { url } = studio.database
    if (!url) return skip('The embedded database belongs to one process, which is frozen as a whole.')
    if (numbers('few', 'many') === 'few')
      return skip('It takes the 15 s after which PostgreSQL ends an idle transaction.')
    const frozen = runChild(
      `import { openDatabase } from '#server/db/database.ts'
     import { sql } from 'drizzle-orm'
     const database = await openDatabase({ dataDir: '', databaseUrl: process.argv[1] })
     await database.transaction(async (tx) => {
       await tx.execute(sql\`select 1 from schedule where id = \${process.argv[2]} for update\`)
       console.log('held')
       await new Promise(() => {})
     })`,
      url,
      seeded.scheduleIds[0] ?? '',
    )
    expect(await frozen.line()).toBe('held')
    process.kill(frozen.process.pid!, 'SIGSTOP')
    const since = performance.now()
    let stopped = false
    const { statuses, times, done } = crowd(() => stopped)
    while (!statuses.has(200)) await sleep(50)
    const freed = performance.now() - since
    stopped = true
    await done
    process.kill(frozen.process.pid!, 'SIGCONT')
    await frozen.kill()
    expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(Math.max(...times)).toBeLessThan(HANGS)
    expect(freed).toBeLessThan(17_000)
    await expectInvariants(studio)
    figure(
      7,
      'a lock holder frozen',
      `${statuses.get(503)} calls refused with 503, none longer than ${Math.max(...times).toFixed(0)} ms; free again after ${freed.toFixed(0)} ms`,
    )
  },
  PATIENCE,
)

it(
  'without timeouts, a call waits for the lock holder without end (negative control)',
  async () => {
    const entry = sql`select 1 from schedule where id = ${seeded.scheduleIds[0]} for update`
    const { promise: holding, settle: holds } = signal()
    const { promise: over, settle: letGo } = signal()
    const holder = studio.database.transaction(async (tx) => {
      await tx.execute(entry)
      holds()
      await over
    })
    await holding
    await expect(studio.database.transaction((tx) => tx.execute(entry), { deadline: 300 })).rejects.toThrow(
      DatabaseBusy,
    )
    const unlimited = async (tx: Tx) => {
      await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`)
      return tx.execute(entry)
    }
    const endless = studio.database.transaction(unlimited, { deadline: HOUR })
    expect(await Promise.race([endless, sleep(1_500, 'still waiting')])).toBe('still waiting')
    letGo()
    await Promise.all([holder, endless])
    await expectInvariants(studio)
    figure(7, 'without time limits', 'a call behind the holder waits until that one ends')
  },
  PATIENCE,
)

function signal() {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => (settle = resolve))
  return { promise, settle: () => settle() }
}
