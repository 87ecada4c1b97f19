import { afterAll, beforeAll, expect, it } from 'vitest'
import { findings } from '#server/doctor/checks.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, TestStudio, type Person } from '#server/testing/studio.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { figure, inLanes, numbers, PATIENCE } from './numbers.ts'
import { withoutRowLocks } from './withoutGuard.ts'

let studio: TestStudio
let admin: Person
let callers: Person[] = []
const CALLERS = numbers(60, 200)
beforeAll(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin')
  callers = await Promise.all(Array.from({ length: CALLERS }, () => studio.person()))
})
afterAll(() => studio.close())

const takenIn = async (scheduleId: string) => {
  const [row] = await studio.sql<{ count: number; rows: number }>`
    select registered_count as count, (select count(*)::int from registrations r where r.schedule_id = s.id) as rows
    from schedule s where id = ${scheduleId}`
  return row
}

it(
  'many callers for 10 places take exactly 10, in every round',
  async () => {
    const rounds = numbers(1, 20)
    for (let round = 0; round < rounds; round++) {
      const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 10, inDays: 1 + round })
      const outcomes = await Promise.all(
        callers.map((caller) => codeOf(studio.call(caller, registrations.registerWithDropIn, dropIn(scheduleId)))),
      )
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
      expect(outcomes.filter((outcome) => outcome === 'classFull')).toHaveLength(CALLERS - 10)
      expect(await takenIn(scheduleId)).toEqual({ count: 10, rows: 10 })
    }
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
    figure(1, `${CALLERS} callers for 10 places`, `${rounds} rounds: 10 taken in each, no 5xx`)
  },
  PATIENCE,
)

it(
  'thousands of attempts take exactly as many places as there are',
  async () => {
    const attempts = numbers(180, 10_000)
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 50, inDays: 2 })
    const statuses = new Map<number, number>()
    let taken = 0
    const began = performance.now()
    await inLanes(attempts, CALLERS, async (index) => {
      const call = studio.call(callers[index % CALLERS]!, registrations.registerWithDropIn, dropIn(scheduleId))
      const { status, body } = await call
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (body.ok) taken++
    })
    const seconds = (performance.now() - began) / 1000
    expect(taken).toBe(50)
    expect([...statuses.keys()]).toEqual([200])
    expect(await takenIn(scheduleId)).toEqual({ count: 50, rows: 50 })
    await expectInvariants(studio)
    figure(
      1,
      `${attempts} attempts at 50 places, ${CALLERS} at a time`,
      `50 taken, no 5xx, ${Math.round(attempts / seconds)} attempts/s`,
    )
  },
  PATIENCE,
)

it(
  'without the lock, the same callers take too many places (negative control)',
  ({ skip }) =>
    withoutRowLocks(skip, async (careless) => {
      const { scheduleId } = await anEntry(careless, await careless.person('admin'), { maxParticipants: 5 })
      const people = await Promise.all(Array.from({ length: 50 }, () => careless.person()))
      await Promise.all(
        people.map((person) => careless.call(person, registrations.registerWithDropIn, dropIn(scheduleId))),
      )
      const found = await findings(careless.database)
      expect(found.map(({ check }) => check)).toContain('an entry is never oversold')
      const [row] = await careless.sql<{ n: number }>`select count(*)::int as n from registrations`
      figure(1, 'without the lock', `${row?.n} of 50 callers got one of 5 places`)
    }),
  PATIENCE,
)
