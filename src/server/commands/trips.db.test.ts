import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver } from '#server/db/database.ts'
import { testEngine } from '#server/testing/database.ts'
import { anEntry, aPurchase, cancelClass, dropIn } from '#server/testing/fixtures.ts'
import { TestStudio, visitor, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { Limits } from './limits.ts'

let trips = 0
let studio: TestStudio
let admin: Person

/** Counts round trips: messages to the database that are sent after a response. */
function counting(engine: Engine): Engine {
  return {
    ...engine,
    async connect(wait, purpose) {
      const connection = await engine.connect(wait, purpose)
      let under = false
      const sent = <T>(answer: Promise<T>) => {
        if (!under) trips++
        under = true
        const over = () => (under = false)
        answer.then(over, over)
        return answer
      }
      return {
        ...connection,
        query: (...statement) => sent(connection.query(...statement)),
        commit: () => sent(connection.commit()),
      }
    },
  }
}

beforeAll(async () => {
  const { engine } = await testEngine()
  studio = await TestStudio.open({}, databaseOver(counting(engine)))
  admin = await studio.person('admin')
})
afterAll(() => studio.close())

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  trips = 0
  await work()
  return trips
}

it('reading the schedule takes one round trip, and one to end the snapshot', async () => {
  await anEntry(studio, admin)
  expect(await tripsOf(() => studio.ask(visitor, registrations.upcoming, { weeks: 4 }))).toBe(2)
})

// every round trip keeps others waiting who want the same entry
it('a registration takes four round trips: caller, lock and load, save, store the result and commit', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const person = await studio.person()
  const register = () => studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  expect(await tripsOf(register)).toBe(4)
})

it('cancelling a class takes as many round trips for six people as for four, however they pay', async () => {
  const cancelled = async (people: number) => {
    const { scheduleId } = await anEntry(studio, admin)
    for (let n = 0; n < people; n += 2) {
      const [payer, holder] = [await studio.person(), await studio.person()]
      await studio.must(payer, registrations.registerWithDropIn, dropIn(scheduleId))
      const purchaseId = await aPurchase(studio, admin, holder)
      await studio.must(holder, registrations.registerWithMembership, { scheduleId, purchaseId })
    }
    await studio.writeLetters()
    return await tripsOf(() => cancelClass(studio, admin, scheduleId))
  }
  expect(await cancelled(6)).toBe(await cancelled(4))
})

it('counting a command takes no round trip, and a caller over the limit causes no database work', async () => {
  const strict = await TestStudio.open({ RATE_LIMIT_FACTOR: '1' }, studio.database)
  const [member, other] = [await strict.person(), await strict.person()]
  const call = (person: Person) => strict.call(person, accounts.setLanguage, { language: 'et' })
  for (let n = 0; n < 120; n++) expect(await tripsOf(() => call(member))).toBe(3)
  expect((await call(member)).body).toMatchObject({ ok: false, code: 'tooManyRequests' })
  expect(await tripsOf(async () => expect((await call(member)).retryAfter).toBeGreaterThan(0))).toBe(0)
  expect((await call(other)).status).toBe(200)
})

it('attempts are counted in one statement, however many counters, and a caller over the limit causes no database work', async () => {
  const limits = new Limits(studio.database, 1)
  const asked = ['address', 'both', 'account'].map((what) => ({ key: `test:${what}`, max: 2, per: HOUR }))
  const over = () => limits.over(asked, studio.now)
  for (const _ of [1, 2, 3]) expect(await tripsOf(over)).toBe(2)
  expect(await tripsOf(async () => expect(await over()).toBe(3600))).toBe(0)
  // another process learns it from the database
  expect(
    await tripsOf(async () => expect(await new Limits(studio.database, 1).over(asked, studio.now)).toBe(3600)),
  ).toBe(2)
})
