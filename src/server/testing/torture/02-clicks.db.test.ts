import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { aMembership } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { TestStudio } from '#server/testing/studio.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { figure, numbers, PATIENCE } from './numbers.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())

const CLICKS = 5

/** This many people click five times at once on a pass that may be bought any number of times. */
async function clicks(people: number, keyOfClick: (key: string) => string) {
  const admin = await studio.person('admin')
  const membershipId = await aMembership(studio, admin)
  const order = { membershipId, coverMember: false, paymentMethod: 'cash' as const }
  const buyers = await Promise.all(Array.from({ length: people }, () => studio.person()))
  const outcomes = await Promise.all(
    buyers.flatMap((buyer) => {
      const key = newId()
      return Array.from({ length: CLICKS }, () => studio.call(buyer, memberships.buy, order, keyOfClick(key)))
    }),
  )
  const [row] = await studio.sql<{ n: number }>`
    select count(*)::int as n from purchases where membership_id = ${membershipId}`
  await expectInvariants(studio)
  return { rows: row?.n, refused: outcomes.filter(({ body }) => !body.ok).length }
}

it(
  'five simultaneous clicks of each of many people buy one pass each, without errors',
  async () => {
    const people = numbers(8, 100)
    expect(await clicks(people, (key) => key)).toEqual({ rows: people, refused: 0 })
    expect(studio.reported).toEqual([])
    figure(2, `5 clicks at once, ${people} people`, `${people} rows, no error`)
  },
  PATIENCE,
)

it(
  'without the key, every click buys a pass (negative control)',
  async () => {
    expect(await clicks(5, newId)).toEqual({ rows: 5 * CLICKS, refused: 0 })
  },
  PATIENCE,
)
