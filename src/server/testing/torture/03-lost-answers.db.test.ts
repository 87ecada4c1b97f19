import { request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { Client } from './client.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'
import { serve } from './serve.ts'

let studio: TestStudio
let server: Awaited<ReturnType<typeof serve>>
let port = 0
let membershipId = ''
beforeAll(async () => {
  studio = await TestStudio.open()
  studio.now = Date.now()
  port = await freePort()
  server = await serve(studio, port)
  membershipId = await aMembership(studio, await studio.person('admin'))
})
afterAll(async () => {
  await server.stop()
  await studio.close()
})

const order = () => ({ membershipId, coverMember: false, paymentMethod: 'cash' as const })

/** Sends a purchase and closes the connection: at once, or when the response begins to arrive. Resolves when closed. */
function sendAndHangUp(person: Person, key: string, when: 'sent' | 'answered'): Promise<void> {
  return new Promise((resolve) => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/rpc/${memberships.buy.name}`,
      headers: {
        origin: `http://localhost:${port}`,
        'content-type': 'application/json',
        cookie: `session=${person.sessionToken}`,
      },
    })
    const hangUp = () => {
      call.destroy()
      resolve()
    }
    call.on('error', () => {})
    call.on('response', hangUp)
    call.end(JSON.stringify({ key, input: order() }), () => when === 'sent' && hangUp())
  })
}

/** Number of passes after this many people each lose the first response and retry. */
async function lostAnswers(people: number, keyAgain: (key: string) => string) {
  let same = 0
  for (let round = 0; round < people; round++) {
    const person = await studio.person()
    const key = newId()
    await sendAndHangUp(person, key, round % 2 === 0 ? 'answered' : 'sent')
    const client = new Client(person, port)
    const first = await client.attempt(memberships.buy, order(), keyAgain(key))
    const second = await client.attempt(memberships.buy, order(), keyAgain(key))
    if (isDeepStrictEqual(first.body, second.body)) same++
  }
  const [row] = await studio.sql<{ n: number }>`select count(*)::int as n from purchases`
  return { rows: row?.n, same }
}

it(
  'a call whose response was lost, retried with its key, takes effect once and returns the same result',
  async () => {
    const people = numbers(8, 200)
    expect(await lostAnswers(people, (key) => key)).toEqual({ rows: people, same: people })
    await expectInvariants(studio)
    figure(3, 'answer lost, same key again', `${people} times: ${people} times the same answer, done once`)
  },
  PATIENCE,
)

it(
  'the same key with another body is refused clearly, and has no effect',
  async () => {
    const person = await studio.person()
    const client = new Client(person, port)
    const key = newId()
    await client.attempt(memberships.buy, order(), key)
    const other = await client.attempt(memberships.buy, { ...order(), coverMember: true }, key)
    expect([other.status, other.body]).toEqual([409, { ok: false, code: 'keyReused' }])
    expect(await studio.sql`select 1 from purchases where user_id = ${person.userId}`).toHaveLength(1)
  },
  PATIENCE,
)

it(
  'without the key, each attempt takes effect (negative control)',
  async () => {
    const [before] = await studio.sql<{ n: number }>`select count(*)::int as n from purchases`
    const { rows, same } = await lostAnswers(4, newId)
    expect(same).toBe(0)
    expect(rows! - before!.n).toBeGreaterThanOrEqual(2 * 4 + 2)
  },
  PATIENCE,
)
