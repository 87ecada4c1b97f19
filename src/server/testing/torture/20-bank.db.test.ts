import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, rows } from '#server/db/database.ts'
import { findings } from '#server/doctor/checks.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { EmptyPlaces } from '#server/testing/places.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { bank } from '#studio/bank/contract.ts'
import { inParts } from '#studio/bank/rules.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { allSwitched } from '#studio/settings/rules.ts'
import { Client } from './client.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'
import { environmentOf } from './seeded.ts'
import { builtServer, serverProcess } from './serverProcess.ts'

const ACCOUNT = 'EE471000001020145685'
const PRICE = 5800
const LINES = numbers(60, 500)
const KILLS = numbers(2, 20)
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

/** Everybody owes for a pass and has paid by transfer; returns the bank's file, in base64. */
async function transfers(studio: TestStudio, admin: Person): Promise<string> {
  const membershipId = await aMembership(studio, admin, { standardPrice: PRICE, memberPrice: PRICE - 100 })
  const movements = []
  for (let place = 0; place < LINES; place++) {
    const person = await studio.person()
    await studio.must(person, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' })
    const { reference } = await studio.ask(person, payments.myReference, {})
    const keys = { archive: `RO${place}`, order: `RO${place}` }
    movements.push(movement({ ...keys, cents: PRICE, reference: reference ?? '', text: '', day: '2026-03-02' }))
  }
  return Buffer.from(camt(statementOf(movements, { account: ACCOUNT }))).toString('base64')
}

it(
  'a server killed while reading and settling a bank statement books each line once, and continues with the rest',
  async () => {
    const place = await places.like(beside.url, 'migrated')
    const inside = async <T>(work: (studio: TestStudio) => Promise<T>): Promise<T> => {
      const studio = await TestStudio.open({}, await openDatabase(place))
      studio.now = Date.now()
      try {
        return await work(studio)
      } finally {
        await studio.close()
      }
    }
    const [admin, file] = await inside(async (studio) => {
      const person = await studio.person('admin')
      const before = allSwitched(false)
      const typed = { ...before, statements: true }
      await studio.must(person, settings.save, { section: 'features', typed, before })
      return [person, await transfers(studio, person)] as const
    })
    const port = await freePort()
    const env = environmentOf(place, port, mkdtempSync(join(places.home, 'data-')))
    const desk = new Client(admin, port)
    /** Does the work of the desk while the server is killed and restarted this many times. */
    const whileKilled = async (kills: number, work: () => Promise<void>) => {
      let server = serverProcess(built, env)
      try {
        await server.serving()
        const worked = work()
        for (let kill = 0; kill < kills; kill++) {
          await sleep(Math.random() * 200)
          await server.kill()
          server = serverProcess(built, env)
          await server.serving()
        }
        await worked
      } finally {
        await server.kill()
      }
    }

    await whileKilled(1, async () => {
      expect(await desk.send(bank.read, { file })).toMatchObject({ ok: true, value: { settles: LINES } })
    })
    const ready = await inside((studio) => studio.ask(admin, bank.ready, {}))
    expect(ready).toHaveLength(LINES)
    let settled = 0
    await whileKilled(KILLS, async () => {
      for (const part of inParts(ready)) {
        const lines = part.map(({ lineId, seen }) => ({ lineId, seen }))
        for (let from = 0; from < lines.length; from += 5) {
          const outcome = await desk.send(bank.settle, { lines: lines.slice(from, from + 5) })
          if (outcome.ok) settled += outcome.value.settled
        }
      }
    })
    const database = await openDatabase(place)
    try {
      const [books] = rows(
        await database.read.execute(sql`select
          (select count(*)::int from payments where status = 'confirmed') as confirmed,
          (select count(*)::int from receipts where undone_at is null) as receipts,
          (select sum(cents)::int from receipts where undone_at is null) as cents,
          (select count(*)::int from "bankLines" where state = 'settled') as settled,
          (select count(*)::int from credits) as credits`),
      )
      expect(books).toEqual({
        confirmed: LINES,
        receipts: LINES,
        cents: LINES * PRICE,
        settled: LINES,
        credits: 0,
      })
      expect(settled).toBe(LINES)
      expect(await findings(database)).toEqual([])
      expect(desk.faults).toEqual([])
      expect(desk.unanswered).toBeGreaterThan(0)
    } finally {
      await database.close()
    }
    figure(20, 'kill -9 while a bank statement is settled', `${LINES} lines, ${KILLS} times, each booked once`)
  },
  PATIENCE,
)
