import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { databaseOver } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { anEntry, anEntryForm, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, TestStudio, WITH_FEATURES, type Person } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { waiting } from './contract.ts'

let studio: TestStudio
let admin: Person
/** Has the only place. */
let mari: Person
/** Anna and Kati wait, in this order. */
let anna: Person
let kati: Person
let scheduleId: string

async function open(empty: TestStudio) {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person()
  anna = await studio.person()
  kati = await studio.person()
  scheduleId = (await anEntry(studio, admin, { maxParticipants: 1 })).scheduleId
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
}

studioForEach(open, WITH_FEATURES)

const here = () => ({ kind: 'class', id: scheduleId }) as const
const join = (person: Person) => codeOf(studio.call(person, waiting.join, { ...here(), takeWith: null }))
const leave = (person: Person) => codeOf(studio.call(person, waiting.leave, here()))
const decline = (person: Person) => codeOf(studio.call(person, waiting.decline, here()))
const cancel = (person: Person) => codeOf(studio.call(person, registrations.cancel, { scheduleId, acceptsLate: true }))
const take = (person: Person) => codeOf(studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId)))
const setMaximum = (maxParticipants: number, from = 1) => {
  const before = { ...anEntryForm, maxParticipants: from }
  return codeOf(studio.call(admin, schedule.update, { scheduleId, ...before, maxParticipants, before }))
}
const bothWait = async () => {
  await join(anna)
  studio.now += MINUTE
  await join(kati)
}
const stateOf = async (person: Person) => (await studio.ask(person, waiting.mine, {}))[0]?.state
const places = async () => (await studio.ask(anna, registrations.upcoming, { weeks: 2 })).entries[0]
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
/** Number of runs of a test that depends on timing. */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 4)
const sound = async () => {
  expect(studio.reported).toEqual([])
  await expectInvariants(studio)
}
const letters = async () =>
  (
    await studio.sql<{ count: number }>`select count(*)::int as count from outbox where subject like 'A place is free%'`
  )[0]?.count ?? 0

it('gives a place to one person and holds none if a reply meets the end of its offer', async () => {
  await bothWait()
  await cancel(mari)
  studio.now += 2 * HOUR
  const [taken] = await Promise.all([take(anna), studio.runJobs()])
  expect(['offerEnded', 'classFull']).toContain(taken)
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['expired', 'offered'])
  await sound()
})

it('either accepts a reply in the last moment or ends the offer, but never both', async () => {
  const outcomes = new Set<unknown>()
  for (let round = 0; round < rounds; round++) {
    await studio.empty()
    await open(studio)
    await bothWait()
    await cancel(mari)
    const [own] = await studio.ask(anna, waiting.mine, {})
    const ends = own?.offeredUntil ?? 0
    const inTime = () => {
      studio.now = ends - 1
      return take(anna)
    }
    const end = () => {
      studio.now = ends
      return studio.runJobs()
    }
    // vary when the second call begins relative to the first
    const started = round % 2 === 0 ? { answer: inTime() } : { ended: end() }
    for (let turn = 0; turn < round * 2; turn++) await nextTurn()
    const [taken] = await Promise.all([started.answer ?? inTime(), started.ended ?? end()])
    outcomes.add(taken)
    await end()
    const [annas, katis] = [await stateOf(anna), await stateOf(kati)]
    expect([taken, annas, katis]).toEqual(
      taken === 'done' ? ['done', undefined, 'waiting'] : [taken, 'expired', 'offered'],
    )
    expect(await letters()).toBe(taken === 'done' ? 1 : 2)
    await sound()
  }
  // both must have won at least once, else the test proves nothing
  expect(outcomes.size).toBeGreaterThan(1)
  for (const outcome of outcomes) expect(['done', 'offerEnded', 'classFull']).toContain(outcome)
})

it('accepts only one of a simultaneous yes and no', async () => {
  await bothWait()
  await cancel(mari)
  const [taken, declined] = await Promise.all([take(anna), decline(anna)])
  expect([taken, declined]).toContain('done')
  expect([taken, declined]).not.toEqual(['done', 'done'])
  expect(await stateOf(kati)).toBe(taken === 'done' ? 'waiting' : 'offered')
  await sound()
})

it('makes two offers if a place is freed and the maximum is raised at the same moment', async () => {
  await bothWait()
  const outcomes = await Promise.all([cancel(mari), setMaximum(2)])
  expect(outcomes).toEqual(['done', 'done'])
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['offered', 'offered'])
  expect(await letters()).toBe(2)
  await sound()
})

it('offers two places if two people cancel at the same moment', async () => {
  await setMaximum(2)
  const eva = await studio.person()
  await take(eva)
  await bothWait()
  expect(await Promise.all([cancel(mari), cancel(eva)])).toEqual(['done', 'done'])
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['offered', 'offered'])
  await sound()
})

it('offers a second freed place to the next person while the first one is held', async () => {
  await setMaximum(2)
  const eva = await studio.person()
  await take(eva)
  await bothWait()
  await cancel(mari)
  await Promise.all([cancel(eva), decline(anna)])
  expect(await stateOf(kati)).toBe('offered')
  const entry = await places()
  expect(entry).toMatchObject({ registeredCount: 0, heldCount: 1 })
  await sound()
})

it('offers the place to a person who joins as it is freed, or says that it is free', async () => {
  const [joined] = await Promise.all([join(anna), cancel(mari)])
  expect(joined === 'done' ? await stateOf(anna) : joined).toBe(joined === 'done' ? 'offered' : 'notFull')
  await sound()
})

it('gives a held place to nobody else of ten who press at once', async () => {
  await bothWait()
  await cancel(mari)
  const others = await Promise.all(Array.from({ length: 8 }, () => studio.person()))
  const outcomes = await Promise.all([...others, anna].map(take))
  expect(outcomes.at(-1)).toBe('done')
  expect(outcomes.filter((code) => code === 'done')).toHaveLength(1)
  await sound()
})

it('goes on with the next person after three hours of downtime, and tells each once', async () => {
  await bothWait()
  await cancel(mari)
  studio.now += 3 * HOUR
  await Promise.all([studio.runJobs(), studio.runJobs()])
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['expired', 'offered'])
  const [own] = await studio.ask(kati, waiting.mine, {})
  expect(own?.offeredUntil).toBe(studio.now + 2 * HOUR)
  expect(await letters()).toBe(2)
  await sound()
})

it('tells everybody that the place is free if downtime has left no time to ask one by one', async () => {
  await bothWait()
  // half an hour before the class there are 15 minutes to reply
  studio.now += 29 * HOUR + 29 * MINUTE
  await cancel(mari)
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['offered', 'waiting'])
  studio.now += 20 * MINUTE
  await Promise.all([studio.runJobs(), studio.runJobs()])
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['expired', 'waiting'])
  expect(await places()).toMatchObject({ registeredCount: 0, heldCount: 0 })
  expect(await letters()).toBe(2)
  expect(await take(kati)).toBe('done')
  await sound()
})

it.each([
  ['an hour shorter', '2026-03-28T18:00:00Z', '2026-03-29T05:01:00.000Z'],
  ['an hour longer', '2026-10-24T18:00:00Z', '2026-10-25T07:01:00.000Z'],
])('ends an evening’s offer at the right morning time after a night that is %s', async (_, evening, morning) => {
  studio.now = Date.parse(evening)
  ;({ scheduleId } = await anEntry(studio, admin, { maxParticipants: 1, inDays: 2 }))
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  await bothWait()
  await cancel(mari)
  const [own] = await studio.ask(anna, waiting.mine, {})
  // two hours from 20:01 or 21:01: until 22:00, and the rest from 8:00 on
  const ends = own?.offeredUntil ?? 0
  expect(new Date(ends).toISOString()).toBe(morning)
  studio.now = ends - 1
  await studio.runJobs()
  expect(await stateOf(anna)).toBe('offered')
  studio.now = ends
  await studio.runJobs()
  expect([await stateOf(anna), await stateOf(kati)]).toEqual(['expired', 'offered'])
  await sound()
})

it('tells each person once and loses no place if two processes with their own connections act at once', async () => {
  const { url } = studio.database
  // the embedded database has only one process
  const pool = url === undefined ? undefined : await openPostgres(url, 5, () => {})
  const other = await TestStudio.open(WITH_FEATURES, pool ? databaseOver(pool) : studio.database)
  try {
    for (let round = 0; round < rounds / 4; round++) {
      await studio.empty()
      await open(studio)
      other.now = studio.now
      await setMaximum(2)
      const eva = await studio.person()
      await take(eva)
      await bothWait()
      other.now = studio.now
      const there = (person: Person) =>
        codeOf(other.call(person, registrations.cancel, { scheduleId, acceptsLate: true }))
      expect(await Promise.all([cancel(mari), there(eva)])).toEqual(['done', 'done'])
      await Promise.all([studio.runJobs(), other.runJobs()])
      expect([await stateOf(anna), await stateOf(kati)]).toEqual(['offered', 'offered'])
      const ends = (await studio.ask(anna, waiting.mine, {}))[0]?.offeredUntil ?? 0
      studio.now = ends
      other.now = ends - 1
      const yes = codeOf(other.call(kati, registrations.registerWithDropIn, dropIn(scheduleId)))
      const [katis] = await Promise.all([yes, studio.runJobs(), other.runJobs()])
      const entry = await places()
      expect(entry).toMatchObject({ registeredCount: katis === 'done' ? 1 : 0, heldCount: 0 })
      expect(await letters()).toBe(2)
      expect(other.reported).toEqual([])
      await sound()
    }
  } finally {
    other.services.hub.close()
    await other.services.stop()
    await pool?.close()
  }
})

it('ends an offer once and tells the next person once if two processes run on one database', async () => {
  await bothWait()
  await cancel(mari)
  const other = await TestStudio.open(WITH_FEATURES, studio.database)
  try {
    studio.now += 2 * HOUR
    other.now = studio.now
    await Promise.all([studio.runJobs(), other.runJobs(), other.runJobs()])
    expect([await stateOf(anna), await stateOf(kati)]).toEqual(['expired', 'offered'])
    expect(await letters()).toBe(2)
    expect(other.reported).toEqual([])
    await sound()
  } finally {
    other.services.hub.close()
    await other.services.stop()
  }
})

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 4)

it(
  'never offers a place that does not exist, or holds one for nobody, in any order of actions',
  async () => {
    const who = fc.nat({ max: 4 })
    const act = fc.oneof(
      ...(['join', 'leave', 'decline', 'take', 'cancel'] as const).map((does) =>
        fc.record({ does: fc.constant(does), who }),
      ),
      fc.record({ does: fc.constant('wait' as const), who }),
      fc.record({ does: fc.constant('maximum' as const), who }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 30 }), async (acts) => {
        await studio.empty()
        await open(studio)
        const people = [mari, anna, kati, await studio.person(), await studio.person()]
        let maximum = 1
        for (const { does, who: index } of acts) {
          const person = people[index] ?? mari
          if (does === 'wait') {
            studio.now += (index + 1) * 20 * MINUTE
            await studio.runJobs()
          } else if (does === 'maximum') {
            if ((await setMaximum(index + 1, maximum)) === 'done') maximum = index + 1
          } else {
            await { join, leave, decline, take, cancel }[does](person)
          }
          const entry = await places()
          if (!entry) continue
          expect(entry.registeredCount + entry.heldCount).toBeLessThanOrEqual(entry.maxParticipants)
        }
        await sound()
      }),
      { numRuns, endOnFailure: true },
    )
  },
  numRuns * 30_000,
)
