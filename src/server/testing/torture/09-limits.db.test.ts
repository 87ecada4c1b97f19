import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEntry, aPurchase, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, TestStudio } from '#server/testing/studio.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'
import { withoutRowLocks } from './withoutGuard.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())

const count = (outcomes: unknown[], code: string) => outcomes.filter((outcome) => outcome === code).length

/** Books two classes at once with the last use of each pass; returns how often each pass was used. */
async function lastUses(here: TestStudio, people: number): Promise<number[]> {
  const admin = await here.person('admin')
  const entries = [
    await anEntry(here, admin, { maxParticipants: 100 }),
    await anEntry(here, admin, { maxParticipants: 100 }),
  ]
  const uses: number[] = []
  for (let round = 0; round < people; round++) {
    const member = await here.person()
    const purchaseId = await aPurchase(here, admin, member, { classLimit: 1 })
    await Promise.all(
      entries.map(({ scheduleId }) =>
        here.call(member, registrations.registerWithMembership, { scheduleId, purchaseId }),
      ),
    )
    const [row] = await here.sql<{ n: number }>`
      select count(*)::int as n from registrations where user_membership_id = ${purchaseId}`
    uses.push(row?.n ?? 0)
  }
  return uses
}

it(
  'the last use of a pass, requested for two classes at once, is used once',
  async () => {
    const people = numbers(5, 100)
    expect(new Set(await lastUses(studio, people))).toEqual(new Set([1]))
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
    figure(9, 'last use of a pass on two classes', `${people} times: used once each`)
  },
  PATIENCE,
)

it(
  'a cancelled place is taken once while others ask for it, and the entry never exceeds its limit',
  async () => {
    const rounds = numbers(4, 100)
    const admin = await studio.person('admin')
    const others = await Promise.all(Array.from({ length: 8 }, () => studio.person()))
    for (let round = 0; round < rounds; round++) {
      const holder = await studio.person()
      const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1, inDays: 1 + (round % 200) })
      await studio.must(holder, registrations.registerWithDropIn, dropIn(scheduleId))
      const [cancelled, ...late] = await Promise.all([
        codeOf(studio.call(holder, registrations.cancel, { scheduleId })),
        ...others.map((other) => codeOf(studio.call(other, registrations.registerWithDropIn, dropIn(scheduleId)))),
      ])
      expect(cancelled).toBe('done')
      expect(count(late, 'done')).toBeLessThanOrEqual(1)
      expect(count(late, 'done') + count(late, 'classFull')).toBe(others.length)
      const [row] = await studio.sql<{ n: number }>`select registered_count as n from schedule where id = ${scheduleId}`
      expect(row?.n).toBe(count(late, 'done'))
    }
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
    figure(9, 'a cancel racing 8 registrations', `${rounds} times: the place taken at most once`)
  },
  PATIENCE,
)

it(
  'without the lock on the pass, its last use is used twice (negative control)',
  ({ skip }) =>
    withoutRowLocks(skip, async (careless) => {
      expect(await lastUses(careless, 20)).toContain(2)
    }),
  PATIENCE,
)
